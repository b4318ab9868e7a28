//! Publishes messages and waits for the server's confirmation.

use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{Context, ErrorCode};

use crate::server::{jetstream_error, of_server};

/// The server's answer to a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Published {
    /// It is stored.
    Kept,
    /// A message with this number was stored recently; it may no longer be there.
    Known,
    /// There is already one of this subject; the new one was rejected.
    Occupied,
    /// The server is full: its message.
    Full(String),
    /// It exceeds the server's size limit.
    TooLarge,
    /// It is unknown whether it arrived: what happened.
    Unknown(String),
}

/// Publishes a message and waits for the server's answer.
pub(crate) async fn publish(
    context: &Context,
    subject: &str,
    message: PublishMessage,
) -> Published {
    let answer = match context.send_publish(subject.to_owned(), message).await {
        Ok(answer) => answer.await,
        Err(error) => Err(error),
    };
    match answer {
        Ok(kept) if kept.duplicate => Published::Known,
        Ok(_) => Published::Kept,
        Err(error) => refusal(&error),
    }
}

fn refusal(error: &PublishError) -> Published {
    if error.kind() == PublishErrorKind::MaxPayloadExceeded {
        return Published::TooLarge;
    }
    let Some(said) = of_server(error) else { return Published::Unknown(jetstream_error(error)) };
    let text = said.to_string();
    match said.error_code() {
        ErrorCode::STREAM_STORE_FAILED if text.contains("per subject") => Published::Occupied,
        ErrorCode::STREAM_STORE_FAILED
        | ErrorCode::INSUFFICIENT_RESOURCES
        | ErrorCode::STORAGE_RESOURCES_EXCEEDED => Published::Full(text),
        ErrorCode::STREAM_MESSAGE_EXCEEDS_MAXIMUM => Published::TooLarge,
        _ => Published::Unknown(text),
    }
}
