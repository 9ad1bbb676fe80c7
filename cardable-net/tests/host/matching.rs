//! People who want the same game come together.

use crate::support::{TestHost, see};
use std::time::Duration;

/// How long a match may take that comes at once where all is well.
const LONGEST: Duration = Duration::from_secs(60);

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_twice_waits_once() {
    let host = TestHost::start().await;
    let mut ada = host.client("Ada").await;
    for _ in 0..2 {
        ada.look_for_match("goofspiel", 2).await.expect("she waits");
    }
    let mut ben = host.client("Ben").await;
    ben.look_for_match("goofspiel", 2).await.expect("he waits");
    let both = async { tokio::join!(see(&mut ada), see(&mut ben)) };
    let matched = tokio::time::timeout(LONGEST, both).await;
    assert!(matched.is_ok(), "somebody is not matched");
    let room = |client: &cardable_net::client::Client| client.seated().map(|seated| seated.room.clone());
    assert_eq!(room(&ada), room(&ben));
}

/// Who completes a group and leaves at once takes nobody's game away.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_made_although_the_last_one_leaves() {
    let host = TestHost::start().await;
    for _ in 0..10 {
        let mut ada = host.client("Ada").await;
        ada.look_for_match("goofspiel", 2).await.expect("she waits");
        let mut ben = host.client("Ben").await;
        ben.look_for_match("goofspiel", 2).await.expect("he waits");
        drop(ben);
        let matched = tokio::time::timeout(LONGEST, see(&mut ada)).await;
        assert!(matched.is_ok(), "she waits still");
    }
}
