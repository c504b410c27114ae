use std::convert::Infallible;

use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::{CONNECTION, CONTENT_TYPE, HeaderValue};
use hyper::{Response, StatusCode};

/// An HTTP answer; its body may be streamed.
pub type HttpAnswer = Response<UnsyncBoxBody<Bytes, Infallible>>;

/// A plain-text answer, such as an error; it closes the connection.
pub fn text(status: StatusCode, text: &str) -> HttpAnswer {
    let mut answer = Response::new(Full::from(format!("{text}\n")).boxed_unsync());
    *answer.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    answer.headers_mut().insert(CONTENT_TYPE, kind);
    answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    answer
}
