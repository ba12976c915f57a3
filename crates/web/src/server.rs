//! The addresses of the server.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State};
use axum::http::header::{
    CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::follow::Follow;
use crate::guard::Guard;
use crate::message::NewGame;
use crate::store::Store;
use crate::{assets, catalogue, certificates, record, socket};

/// All that requests share.
pub struct App {
    pub(crate) store: Store,
    pub(crate) follow: Follow,
    pub(crate) guard: Guard,
    pub(crate) connections: AtomicUsize,
}

type Shared = State<Arc<App>>;

/// A refusal, in one sentence.
struct Refusal(StatusCode, String);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

impl From<String> for Refusal {
    fn from(reason: String) -> Refusal {
        Refusal(StatusCode::BAD_REQUEST, reason)
    }
}

type Answer<T> = Result<T, Refusal>;

fn unknown_game() -> Refusal {
    let text = "this game is not on this server any more; start it with --games DIR to keep games";
    Refusal(StatusCode::NOT_FOUND, text.to_owned())
}

/// The server.
pub fn router(app: Arc<App>) -> Router {
    let limits = app.store.shared.limits.clone();
    Router::new()
        .route("/api/catalogue", get(catalogue))
        .route("/api/rules/{game}", get(rules))
        .route("/api/games", post(begin).layer(DefaultBodyLimit::max(limits.message)))
        .route("/api/games/{id}/socket", get(connect))
        .route("/api/games/{id}/record", get(download))
        .route("/api/games/{id}/certificate", get(certificate))
        .route("/api/games/{id}/proof", post(open_own_proof))
        .route("/api/proofs", post(open_proof).layer(DefaultBodyLimit::max(limits.certificate)))
        .route("/api/follow", get(runs))
        .route("/api/follow/run", get(run))
        .route("/api/follow/games", get(run_games))
        .fallback(get(page))
        .layer(from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

/// Lets only requests in that are meant for this server, and tells browsers to load nothing from elsewhere.
async fn guard(State(app): Shared, request: Request, next: Next) -> Response {
    if let Err(reason) = app.guard.check(request.headers()) {
        return Refusal(StatusCode::FORBIDDEN, reason.to_owned()).into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let policy = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

async fn page(uri: Uri, headers: HeaderMap) -> Response {
    assets::page(uri.path().trim_start_matches('/'), &headers)
}

async fn catalogue(State(app): Shared) -> Json<Value> {
    let shared = &app.store.shared;
    Json(catalogue::of(&shared.registry, &shared.limits, shared.below.root().is_some()))
}

async fn rules(Path(game): Path<String>) -> Answer<Response> {
    let text = assets::rules(&game).ok_or_else(|| format!("there is no page about `{game}`"))?;
    Ok(([(CONTENT_TYPE, "text/markdown; charset=utf-8")], text).into_response())
}

async fn begin(State(app): Shared, Json(new): Json<NewGame>) -> Answer<Json<Value>> {
    let table = blocking(move || app.store.begin(&new)).await?;
    Ok(Json(json!({ "id": table.id })))
}

async fn connect(State(app): Shared, Path(id): Path<String>, upgrade: WebSocketUpgrade) -> Answer<Response> {
    let finding = app.clone();
    let table = blocking(move || Ok(finding.store.get(&id))).await?.ok_or_else(unknown_game)?;
    let limits = &app.store.shared.limits;
    let place = Place::take(&app, limits.connections)?;
    let upgrade = upgrade.max_message_size(limits.message).max_frame_size(limits.message);
    Ok(upgrade.on_upgrade(move |socket| async move {
        socket::talk(socket, table).await;
        drop(place);
    }))
}

/// A connection among those that are allowed, until it is dropped.
struct Place(Arc<App>);

impl Place {
    fn take(app: &Arc<App>, most: usize) -> Answer<Place> {
        let place = Place(app.clone());
        if app.connections.fetch_add(1, Ordering::SeqCst) >= most {
            // The place is given back when it is dropped.
            let reason = format!("{most} pages are connected already, which is the limit of this server");
            return Err(Refusal(StatusCode::SERVICE_UNAVAILABLE, reason));
        }
        Ok(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::SeqCst);
    }
}

async fn download(State(app): Shared, Path(id): Path<String>) -> Answer<Response> {
    let table = blocking(move || Ok(app.store.get(&id))).await?.ok_or_else(unknown_game)?;
    let record::File { name, text } = record::of(&table);
    Ok(attachment(&name, "text/plain; charset=utf-8", text.into_bytes()))
}

async fn certificate(State(app): Shared, Path(id): Path<String>) -> Answer<Response> {
    let table = app.store.get(&id).ok_or_else(unknown_game)?;
    let bytes = table.certificate().ok_or_else(|| "there is no certificate yet".to_owned())?;
    Ok(attachment("proof.cert", "application/octet-stream", bytes.to_vec()))
}

fn attachment(name: &str, kind: &'static str, bytes: Vec<u8>) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)], bytes).into_response()
}

/// Verifies a certificate, and begins a game against it.
async fn open_proof(State(app): Shared, bytes: Bytes) -> Answer<Json<Value>> {
    let table = blocking(move || certificates::open(&app.store, &bytes)).await?;
    Ok(Json(json!({ "id": table.id })))
}

/// The same with the certificate of a game.
async fn open_own_proof(State(app): Shared, Path(id): Path<String>) -> Answer<Json<Value>> {
    let table = app.store.get(&id).ok_or_else(unknown_game)?;
    let bytes = table.certificate().ok_or_else(|| "there is no certificate yet".to_owned())?;
    let table = blocking(move || certificates::open(&app.store, &bytes)).await?;
    Ok(Json(json!({ "id": table.id })))
}

async fn runs(State(app): Shared) -> Answer<Json<Value>> {
    Ok(Json(blocking(move || Ok(app.follow.list())).await?))
}

/// Which run, and which part of it.
#[derive(Deserialize)]
struct RunQuery {
    name: String,
    #[serde(default)]
    page: usize,
}

async fn run(State(app): Shared, Query(query): Query<RunQuery>) -> Answer<Json<Value>> {
    Ok(Json(blocking(move || app.follow.run(&app.store.shared.registry, &query.name)).await?))
}

async fn run_games(State(app): Shared, Query(query): Query<RunQuery>) -> Answer<Json<Value>> {
    let games = move || app.follow.games(&app.store.shared.registry, &query.name, query.page);
    Ok(Json(blocking(games).await?))
}

/// Does what takes long beside the threads that serve.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T, String> + Send + 'static) -> Answer<T> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => Ok(done?),
        Err(_) => Err(Refusal(StatusCode::INTERNAL_SERVER_ERROR, "this has failed".to_owned())),
    }
}
