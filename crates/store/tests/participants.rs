//! People and programs from elsewhere, and what is shared with them.

use ninefold_core::Record;
use ninefold_store::{GameFilter, KeptGame, Participant, ParticipantKind, Store};

fn comes(store: &Store, id: &str, kind: ParticipantKind, name: &str) -> Participant {
    let mut participant =
        Participant { id: id.to_owned(), kind, name: name.to_owned(), created: 0, owner: None };
    store.keep_participant(&mut participant, &format!("hash of {id}")).expect("kept");
    participant
}

fn game(store: &Store) -> String {
    let record = Record { game: "mnk:3,3,3".into(), ..Record::default() };
    let mut game = KeptGame::new("mnk", record);
    store.keep_new_game(&mut game).expect("kept");
    game.id
}

#[test]
fn a_participant_is_known_by_its_latest_secret() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path()).expect("a store");
    let ada = comes(&store, "ada", ParticipantKind::Guest, "Ada");
    let bot = comes(&store, "bot", ParticipantKind::Bot, "robot");
    let by = |secret: &str| store.participant_by_secret(secret).expect("read");
    assert_eq!(by("hash of ada"), Some(ada.clone()));
    store.renew_secret("bot", "another").expect("renewed");
    assert_eq!((by("hash of bot"), by("another")), (None, Some(bot)));
    store.rename_participant("ada", "Ada L.").expect("renamed");
    assert_eq!(store.participant("ada").expect("known").name, "Ada L.");
    assert_eq!(store.participants(ParticipantKind::Guest).expect("read").len(), 1);
    store.delete_participant("ada").expect("deleted");
    assert_eq!(by("hash of ada"), None);
    let unknown = store.delete_participant("ada").expect_err("gone").to_string();
    assert_eq!(unknown, "there is no participant \"ada\"");
}

#[test]
fn a_link_stays_the_same_and_ends_with_its_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path()).expect("a store");
    let id = game(&store);
    let first = store.invite(&id, false, "first").expect("made");
    assert_eq!(store.invite(&id, false, "second").expect("made"), first);
    assert_eq!(store.invite(&id, true, "watch").expect("made").code, "watch");
    comes(&store, "ada", ParticipantKind::Guest, "Ada");
    store.show_to(&id, "ada").expect("shown");
    store.show_to(&id, "ada").expect("twice is once");
    assert!(store.is_shown_to(&id, "ada").expect("read"));
    let filter =
        |who: &str| GameFilter { shown_to: Some(who.into()), limit: 9, ..GameFilter::default() };
    assert_eq!(store.games(&filter("ada")).expect("read").len(), 1);
    assert_eq!(store.games(&filter("bob")).expect("read").len(), 0);
    store.delete_game(&id).expect("deleted");
    assert_eq!(store.invitation("first").expect("read"), None);
    assert!(!store.is_shown_to(&id, "ada").expect("read"));
}

#[test]
fn whoever_only_looked_at_a_link_is_forgotten() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path()).expect("a store");
    let id = game(&store);
    comes(&store, "named", ParticipantKind::Guest, "Ada");
    comes(&store, "watching", ParticipantKind::Guest, "");
    store.show_to(&id, "watching").expect("shown");
    let passing = comes(&store, "passing", ParticipantKind::Guest, "");
    comes(&store, "bot", ParticipantKind::Bot, "robot");
    assert_eq!(store.forget_passers_by(passing.created).expect("done"), 3, "not yet");
    assert_eq!(store.forget_passers_by(passing.created + 1).expect("done"), 2);
    assert!(store.participant("bot").is_ok());
}

#[test]
fn where_there_is_no_room_whoever_has_nothing_is_forgotten_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path()).expect("a store");
    let id = game(&store);
    comes(&store, "watching", ParticipantKind::Guest, "");
    store.show_to(&id, "watching").expect("shown");
    comes(&store, "named", ParticipantKind::Guest, "Ada");
    comes(&store, "1", ParticipantKind::Guest, "");
    comes(&store, "2", ParticipantKind::Guest, "");
    comes(&store, "bot", ParticipantKind::Bot, "robot");
    let left = |most: u64| {
        let count = store.forget_first_passers_by(most).expect("done");
        let guests = store.participants(ParticipantKind::Guest).expect("read");
        assert_eq!(guests.len() as u64, count);
        let mut ids: Vec<String> = guests.into_iter().map(|guest| guest.id).collect();
        ids.sort_unstable();
        ids
    };
    assert_eq!(left(4), ["1", "2", "named", "watching"], "there is room");
    assert_eq!(left(3), ["2", "named", "watching"], "whoever came first");
    assert_eq!(left(2), ["named", "watching"], "before anybody who has said a name");
    assert_eq!(left(0), ["watching"], "whoever was shown a game stays");
    assert!(store.participant("bot").is_ok());
}

#[test]
fn everything_goes_through_an_export() {
    let [from, to] = [0; 2].map(|_| tempfile::tempdir().expect("a folder"));
    let store = Store::open(from.path()).expect("a store");
    let id = game(&store);
    comes(&store, "ada", ParticipantKind::Guest, "Ada");
    store.show_to(&id, "ada").expect("shown");
    store.invite(&id, false, "code").expect("made");
    let mut lines = Vec::new();
    store.export(&mut lines).expect("written");
    let other = Store::open(to.path()).expect("a store");
    other.import(&lines[..], "export".as_ref()).expect("read");
    assert!(other.is_shown_to(&id, "ada").expect("read"));
    assert_eq!(other.invitation("code").expect("read").expect("there").game, id);
}
