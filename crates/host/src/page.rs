//! The page a phone opens: plain HTML, CSS and script, from the program itself.

use axum::Router;
use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::server::{PROTOCOL, Shared};

const PAGE: &str = include_str!("page/index.html");
const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = include_str!("page/script.js");
const PHONE: &str = include_str!("phones/index.html");
const PHONE_STYLE: &str = include_str!("phones/style.css");
const PHONE_SCRIPT: &str = include_str!("phones/script.js");
const PHONE_LOOKS: &str = include_str!("phones/looks.js");

/// Nothing is loaded from elsewhere, and nobody may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ws: wss:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

pub(crate) fn routes() -> Router<Shared> {
    Router::new()
        .route("/", get(async || file("text/html; charset=utf-8", PAGE)))
        .route("/style.css", get(async || file("text/css; charset=utf-8", STYLE)))
        .route("/script.js", get(async || file("text/javascript; charset=utf-8", script())))
}

/// The script of a seat's page, with the protocol of the host that serves it.
fn script() -> String {
    format!("\"use strict\";\nconst PROTOCOL = {PROTOCOL};\n{SCRIPT}")
}

/// The page of a phone beside a real table.
pub(crate) fn phone_routes() -> Router {
    Router::new()
        .route("/", get(async || file("text/html; charset=utf-8", PHONE)))
        .route("/style.css", get(async || file("text/css; charset=utf-8", STYLE)))
        .route("/phone.css", get(async || file("text/css; charset=utf-8", PHONE_STYLE)))
        .route("/looks.js", get(async || file("text/javascript; charset=utf-8", PHONE_LOOKS)))
        .route("/script.js", get(async || file("text/javascript; charset=utf-8", PHONE_SCRIPT)))
}

fn file(kind: &'static str, text: impl Into<Body>) -> Response {
    let headers = [
        (CONTENT_TYPE, kind),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-cache"),
    ];
    (headers, text.into()).into_response()
}
