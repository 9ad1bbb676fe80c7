//! A host that is told to stop does so, and nobody loses anything.

use crate::clients::is_told_to_come_back;
use crate::support::{TestHost, come_back, two_at_a_table};

#[tokio::test(flavor = "multi_thread")]
async fn everybody_is_told_and_comes_back_to_the_same_table() {
    let mut host = TestHost::start().await;
    let (mut ada, mut ben) = two_at_a_table(&host, "crazy-eights").await;
    let mut idle = host.client("Eve").await;
    let mut rng = crate::seeded::generator(1);
    for _ in 0..10 {
        ada.play_at_random(&mut rng).await.expect("she plays");
        ben.play_at_random(&mut rng).await.expect("he plays");
    }
    // Whoever chose last is ahead until the other has heard of it.
    while ada.table().seq() != ben.table().seq() {
        let behind = if ada.table().seq() < ben.table().seq() {
            &mut ada
        } else {
            &mut ben
        };
        behind.next().await.expect("what the other has chosen");
    }
    host.stop();
    for client in [&mut ada, &mut ben, &mut idle] {
        is_told_to_come_back(client).await;
    }
    // A host elsewhere, which has taken over what the other one kept.
    let host = TestHost::on(host.stopped().await, |_| {}).await;
    for client in [ada, ben] {
        let again = come_back(&host.url(), &client).await;
        assert_eq!(again.table().view(), client.table().view());
    }
    host.stopped().await;
}
