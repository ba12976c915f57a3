//! Who may ask: requests must be meant for this server (Host) and come from its own pages (Origin).
//!
//! A page of another site can make a browser send requests to a server on the same machine. With a name that leads to that
//! machine it can even read the answers, unless the server looks at the name.

use std::net::IpAddr;

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

/// The names under which the server is asked.
#[derive(Clone, Debug)]
pub struct Guard {
    names: Vec<String>,
}

impl Guard {
    /// A server at this address, which also has these names.
    pub fn new(address: IpAddr, more: &[String]) -> Guard {
        let mut names: Vec<String> =
            ["localhost", "127.0.0.1", "[::1]"].into_iter().map(str::to_owned).collect();
        names.push(match address {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => format!("[{address}]"),
        });
        names.extend(more.iter().map(|name| name.to_ascii_lowercase()));
        Guard { names }
    }

    /// Checks a request; the error is for its sender.
    pub fn check(&self, headers: &HeaderMap) -> Result<(), &'static str> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(HOST).ok_or("the request does not name a host")?;
        if !self.names.iter().any(|name| name.eq_ignore_ascii_case(without_port(host))) {
            return Err("this server does not have that name; start it with --allow-host NAME");
        }
        if headers.contains_key(ORIGIN) {
            let origin = text(ORIGIN).unwrap_or_default();
            let origin = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            if !origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host)) {
                return Err("requests from pages of other sites are refused");
            }
        }
        Ok(())
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(host: Option<&str>, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in [(HOST, host), (ORIGIN, origin)] {
            value.into_iter().for_each(|value| drop(headers.insert(&name, value.parse().unwrap())));
        }
        let guard = Guard::new("10.0.0.1".parse().unwrap(), &["Board.example".to_owned()]);
        guard.check(&headers).is_ok()
    }

    #[test]
    fn only_own_pages_may_ask() {
        assert!(check(Some("localhost:8000"), None));
        assert!(check(Some("127.0.0.1"), Some("http://127.0.0.1")));
        assert!(check(Some("[::1]:8000"), Some("http://[::1]:8000")));
        assert!(check(Some("10.0.0.1:1"), None));
        assert!(check(Some("board.example"), Some("https://board.example")));
        assert!(!check(None, None));
        assert!(!check(Some("evil.example:8000"), None));
        assert!(!check(Some("localhost:8000"), Some("http://localhost:9000")));
        assert!(!check(Some("localhost:8000"), Some("null")));
        assert!(!check(Some("localhost:8000"), Some("http://evil.example")));
        assert!(!check(Some("localhost.evil.example"), None));
    }
}
