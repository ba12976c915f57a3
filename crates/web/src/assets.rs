//! The files of the page, inside the program.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "page/"]
struct Page;

/// The rules of the games.
#[derive(RustEmbed)]
#[folder = "../../docs/games/"]
#[include = "*.md"]
struct Rules;

/// A file of the page.
pub fn page(path: &str, headers: &HeaderMap) -> Response {
    let path = if path.is_empty() { "index.html" } else { path };
    let Some(file) = Page::get(path) else { return StatusCode::NOT_FOUND.into_response() };
    let tag: String = file.metadata.sha256_hash()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache"), (ETAG, tag.as_str())];
    (headers, file.data.into_owned()).into_response()
}

/// The page of a game in Markdown.
pub fn rules(game: &str) -> Option<String> {
    // Tic-tac-toe is a game of the family.
    let page = if game == "tictactoe" { "mnk" } else { game };
    let file = Rules::get(&format!("{page}.md"))?;
    String::from_utf8(file.data.into_owned()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_its_rules() {
        for about in engine::Registry::standard().list() {
            assert!(rules(about.name).is_some_and(|text| text.starts_with("# ")), "{}", about.name);
        }
        assert!(rules("../games/hex").is_none() && rules("README.md").is_none());
    }
}
