//! Server addresses.

use ninefold_core::quote;

use crate::ClusterError;

/// The valid schemes.
const SCHEMES: [&str; 2] = ["nats://", "tls://"];

/// Checks and splits an address, or several of one cluster separated by commas.
pub(crate) fn servers(text: &str) -> Result<Vec<String>, ClusterError> {
    // In an invalid address, the position of a password is unknown.
    let given = || text.rsplit_once('@').map_or(text.to_owned(), |(_, host)| format!("…@{host}"));
    let wrong = || ClusterError::Address { given: quote(&given()) };
    let servers: Vec<String> = text.split(',').map(|server| server.trim().to_owned()).collect();
    for server in &servers {
        let rest =
            SCHEMES.iter().find_map(|scheme| server.strip_prefix(scheme)).ok_or_else(wrong)?;
        let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host).trim_end_matches('/');
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        let port = host.rsplit_once(':').filter(|_| !host.ends_with(']')).map(|(_, port)| port);
        if name.is_empty() || port.is_some_and(|port| port.parse::<u16>().is_err()) {
            return Err(wrong());
        }
    }
    Ok(servers)
}

/// A valid address without its password, safe to display.
pub(crate) fn shown(text: &str) -> String {
    let hide = |server: &str| match (server.split_once("://"), server.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        _ => server.to_owned(),
    };
    text.split(',').map(|server| hide(server.trim())).collect::<Vec<_>>().join(",")
}

/// The name and the password in an address, or a token alone; of several addresses, the first
/// counts.
pub(crate) fn login(text: &str) -> Option<(String, Option<String>)> {
    let (_, rest) = text.split(',').next()?.split_once("://")?;
    let (login, _) = rest.rsplit_once('@')?;
    Some(match login.split_once(':') {
        Some((user, password)) => (decoded(user), Some(decoded(password))),
        None => (decoded(login), None),
    })
}

/// Decodes percent-encoding such as `%40` for `@`, as in every address.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| first == b'%');
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_checked_before_anybody_is_asked() {
        for good in
            ["nats://127.0.0.1:4222", "tls://box", "nats://a:1,nats://b:2", "nats://[::1]:4222"]
        {
            assert!(servers(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "box:4222",
            "http://box",
            "nats://",
            "nats://:4222",
            "nats://box:99999",
            "nats://a,b",
        ] {
            assert!(servers(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_login_is_read_as_in_every_address() {
        let login = |text| login(text).map(|(user, password)| (user, password.unwrap_or_default()));
        let pair = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
        assert_eq!(login("nats://me:a%40b:%25@box:4222,nats://b"), pair("me", "a@b:%"));
        assert_eq!(login("nats://t0k3n@box"), pair("t0k3n", ""));
        assert_eq!(login("nats://box:4222"), None);
    }

    #[test]
    fn a_password_is_never_shown() {
        assert_eq!(shown("nats://me:secret@box:4222, nats://b"), "nats://box:4222,nats://b");
        for wrong in [
            "nats://me:secret@box:port",
            "me:secret@box:4222",
            "secret@box",
            "http://me:secret@box",
            "nats://me:pass,secret@box",
            "me:secret://secret@box",
            "nats://a, me:secret@box",
        ] {
            let told = servers(wrong).expect_err(wrong).to_string();
            assert!(!told.contains("secret") && told.contains("…@box"), "{told}");
        }
    }
}
