//! What the server answers with: a body that may come bit by bit, and a line where there is
//! nothing else.

use std::convert::Infallible;

use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::{CONNECTION, CONTENT_TYPE, HeaderValue};
use hyper::{Response, StatusCode};

/// The answer of this server.
pub type HttpAnswer = Response<UnsyncBoxBody<Bytes, Infallible>>;

/// Why there is nothing else; the connection is closed then.
pub fn text(status: StatusCode, text: &str) -> HttpAnswer {
    let mut answer = Response::new(Full::from(format!("{text}\n")).boxed_unsync());
    *answer.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    answer.headers_mut().insert(CONTENT_TYPE, kind);
    answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    answer
}
