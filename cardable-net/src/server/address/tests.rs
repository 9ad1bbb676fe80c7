use super::*;
use std::time::Duration;

fn address(addresses: &Addresses, text: &str) -> Address {
    addresses.of(text.parse::<IpAddr>().expect("an address"))
}

/// What hosts that share a store count, each with a session of its number.
struct Service {
    hosts: Vec<Arc<Addresses>>,
    sessions: Vec<u64>,
    /// What the store has of each.
    stored: Vec<HashMap<AddressMark, Spent>>,
}

impl Service {
    fn of(many: usize, limits: &Limits) -> Service {
        let key = AddressKey::seeded(1);
        let service = Service {
            hosts: (0..many)
                .map(|_| Arc::new(Addresses::new(limits, key.clone())))
                .collect(),
            sessions: (1..).take(many).collect(),
            stored: vec![HashMap::new(); many],
        };
        for host in &service.hosts {
            host.charge(Vec::new());
        }
        service
    }

    /// All hosts tell each other what was spent, one after the other, as they do once a second.
    fn share(&mut self) {
        (0..self.hosts.len()).for_each(|at| self.tell(at));
    }

    /// A host tells the others what was spent there, and hears them.
    fn tell(&mut self, at: usize) {
        let host = Arc::clone(&self.hosts[at]);
        let tally = host.tally(self.sessions[at], self.hosts.len());
        let told = tally.told.iter().map(|spent| (spent.address, *spent));
        self.stored[at].extend(told);
        self.stored[at].retain(|mark, _| !tally.gone.contains(mark));
        host.is_told(&tally);
        let others = (0..self.hosts.len()).filter(|other| *other != at);
        let said = others.flat_map(|other| {
            let session = self.sessions[other];
            self.stored[other].values().map(move |spent| (session, *spent))
        });
        host.charge(said.collect());
    }

    /// A host has lost its lease, and tells under another session.
    fn begins_anew(&mut self, at: usize) {
        self.sessions[at] += 100;
        self.stored[at].clear();
    }

    /// How many messages of an address a host lets through, of so many at once.
    fn send(&self, host: usize, ip: &str, many: usize) -> usize {
        let host = &self.hosts[host];
        let address = address(host, ip);
        (0..many).filter(|_| host.may_send(address)).count()
    }
}

fn limits() -> Limits {
    Limits {
        address_messages_per_second: 30,
        address_messages_burst: 100,
        sockets_per_address: 10,
        ..Limits::default()
    }
}

#[test]
fn connections_count_until_they_are_gone() {
    let limits = Limits {
        sockets: 3,
        sockets_per_address: 2,
        ..Limits::default()
    };
    let addresses = Arc::new(Addresses::new(&limits, AddressKey::seeded(1)));
    let [one, two] = ["10.0.0.1", "10.0.0.2"].map(|text| address(&addresses, text));
    let first = addresses.enter(one).expect("the first");
    let _second = addresses.enter(one).expect("the second");
    assert_eq!(addresses.enter(one).err(), Some(TurnedAway::AddressFull));
    let _third = addresses.enter(two).expect("of another address");
    assert_eq!(addresses.enter(two).err(), Some(TurnedAway::HostFull));
    drop(first);
    addresses.enter(one).expect("there is room again");
}

#[test]
fn a_network_of_ipv6_is_one_address() {
    let addresses = Addresses::new(&limits(), AddressKey::seeded(1));
    let address = |text: &str| address(&addresses, text);
    assert_eq!(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff::"));
    assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
    assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
}

/// However somebody spreads what he sends over hosts, in the long run all of them let no more through than one would.
#[tokio::test(start_paused = true)]
async fn three_hosts_let_no_more_through_than_one() {
    const SECONDS: u64 = 300;
    const STEPS: u64 = 10;
    // What is sent to each host in a tenth of a second; the last ones stay below what a host tells of for a while.
    for pattern in [[100; 3], [100, 0, 0], [20, 1, 0], [2, 1, 1]] {
        let mut through = 0;
        let mut service = Service::of(3, &limits());
        for step in 0..SECONDS * STEPS {
            tokio::time::advance(Duration::from_millis(1_000 / STEPS)).await;
            for (host, many) in pattern.into_iter().enumerate() {
                through += service.send(host, "10.0.0.1", many);
            }
            if step % STEPS == 0 {
                service.share();
            }
        }
        // What three hosts let through at once before they hear of each other has been paid back but for the last of it.
        let most = 30 * SECONDS as usize + 3 * 100;
        assert!(through <= most, "{pattern:?}: {through} of {most}");
        assert!(
            through >= 30 * SECONDS as usize * 9 / 10,
            "{pattern:?}: {through}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_spent_at_one_host_is_missing_at_all() {
    let mut service = Service::of(3, &limits());
    assert_eq!(service.send(0, "10.0.0.1", 200), 100);
    service.share();
    service.share();
    // Also where nobody of this address has been before.
    assert_eq!(service.send(1, "10.0.0.1", 200), 0);
    assert_eq!(service.send(2, "10.0.0.1", 200), 0);
    assert_eq!(service.send(2, "10.0.0.2", 200), 100, "others spend their own");
    tokio::time::advance(Duration::from_secs(1)).await;
    assert_eq!(service.send(0, "10.0.0.1", 200), 30);
    service.share();
    service.share();
    assert_eq!(service.send(1, "10.0.0.1", 200), 0);
}

#[tokio::test(start_paused = true)]
async fn who_spends_little_is_not_told_of() {
    let service = Service::of(3, &limits());
    assert_eq!(service.send(0, "10.0.0.1", 10), 10);
    assert!(service.hosts[0].tally(1, 3).told.is_empty());
    assert_eq!(service.send(0, "10.0.0.1", 11), 11);
    let told = service.hosts[0].tally(1, 3).told;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].messages, 11);
}

#[tokio::test(start_paused = true)]
async fn what_is_old_is_forgotten_everywhere() {
    let mut service = Service::of(3, &limits());
    service.send(0, "10.0.0.1", 200);
    service.share();
    let left = |service: &Service| service.stored.iter().map(HashMap::len).sum::<usize>();
    assert!(left(&service) > 0);
    for _ in 0..3 * QUIET {
        tokio::time::advance(TALLY).await;
        service.share();
    }
    assert_eq!(left(&service), 0);
    for host in &service.hosts {
        host.forget_old();
        assert!(host.lock().by.is_empty());
    }
    // Who comes again begins anew, and so does the count of what was told.
    assert_eq!(service.send(1, "10.0.0.1", 200), 100);
    service.share();
    service.share();
    assert_eq!(service.send(0, "10.0.0.1", 200), 0);
}

/// A host that starts does not charge what was spent before it was there.
#[tokio::test(start_paused = true)]
async fn a_new_host_begins_at_nothing() {
    let mut service = Service::of(2, &limits());
    for _ in 0..100 {
        tokio::time::advance(TALLY).await;
        service.send(0, "10.0.0.1", 200);
        service.share();
    }
    service
        .hosts
        .push(Arc::new(Addresses::new(&limits(), AddressKey::seeded(1))));
    service.sessions.push(9);
    service.stored.push(HashMap::new());
    service.share();
    assert!(service.send(2, "10.0.0.1", 200) > 0);
}

#[tokio::test(start_paused = true)]
async fn connections_count_at_all_hosts() {
    let mut service = Service::of(3, &limits());
    let enter = |service: &Service, at: usize| {
        let host = &service.hosts[at];
        host.enter(address(host, "10.0.0.1"))
    };
    let held: Vec<Counted> = (0..8)
        .map(|_| enter(&service, 0).expect("there is room"))
        .collect();
    service.share();
    let more: Vec<Counted> = (0..2)
        .map(|_| enter(&service, 1).expect("there is room"))
        .collect();
    assert_eq!(enter(&service, 1).err(), Some(TurnedAway::AddressFull));
    service.share();
    assert_eq!(enter(&service, 2).err(), Some(TurnedAway::AddressFull));
    drop((held, more));
    service.share();
    enter(&service, 2).expect("there is room again");
}

/// What the store did not take is told as soon as it works again, though nothing more was spent.
#[tokio::test(start_paused = true)]
async fn what_could_not_be_told_is_told_later() {
    let mut service = Service::of(2, &limits());
    service.send(0, "10.0.0.1", 100);
    for _ in 0..3 {
        // The store fails.
        assert_eq!(service.hosts[0].tally(1, 2).told.len(), 1);
    }
    service.share();
    assert_eq!(service.send(1, "10.0.0.1", 100), 0);
    assert!(service.hosts[0].tally(1, 2).told.is_empty(), "it is told once");
}

/// Where more is to be told than is told at once, those come first who have spent most since, and the others after them.
#[tokio::test(start_paused = true)]
async fn everybody_is_told_of_in_the_end() {
    let mut service = Service::of(2, &limits());
    let persons: Vec<String> = (0..3 * MOST)
        .map(|at| format!("10.1.{}.{}", at / 200, at % 200))
        .collect();
    for person in &persons {
        service.send(0, person, 20);
    }
    service.tell(0);
    assert_eq!(service.stored[0].len(), MOST);
    service.send(0, "10.0.0.1", 100);
    service.tell(0);
    let host = &service.hosts[0];
    let last = service.stored[0].get(&address(host, "10.0.0.1").mark);
    assert_eq!(last.map(|spent| spent.messages), Some(100));
    for _ in 0..2 {
        service.tell(0);
    }
    assert_eq!(service.stored[0].len(), persons.len() + 1);
    service.tell(1);
    service.tell(1);
    for person in &persons {
        assert_eq!(service.send(1, person, 100), 80);
    }
}

/// The others charge all that a new session says, so it says nothing of what an earlier one has told.
#[tokio::test(start_paused = true)]
async fn nobody_pays_twice_where_a_host_begins_another_session() {
    let mut service = Service::of(2, &limits());
    let held = service.hosts[0].enter(address(&service.hosts[0], "10.0.0.1"));
    let many: Vec<Counted> = (0..7)
        .map(|_| service.hosts[0].enter(address(&service.hosts[0], "10.0.0.1")))
        .map(|entered| entered.expect("there is room"))
        .collect();
    for _ in 0..20 {
        service.send(0, "10.0.0.1", 30);
        service.share();
        tokio::time::advance(TALLY).await;
    }
    tokio::time::advance(5 * TALLY).await;
    service.begins_anew(0);
    service.share();
    service.share();
    assert_eq!(service.send(1, "10.0.0.1", 200), 100, "all has come back");
    // Its connections are told of again.
    let host = &service.hosts[1];
    let entered: Vec<_> = (0..3).map(|_| host.enter(address(host, "10.0.0.1"))).collect();
    assert!(entered[1].is_ok() && entered[2].is_err(), "{entered:?}");
    drop((held, many));
}

/// Hosts at which somebody is connected, and says nothing, stop telling each other of him.
#[tokio::test(start_paused = true)]
async fn who_is_quiet_at_two_hosts_is_forgotten() {
    let mut service = Service::of(2, &limits());
    let held: Vec<Counted> = service
        .hosts
        .iter()
        .map(|host| host.enter(address(host, "10.0.0.1")).expect("there is room"))
        .collect();
    service.send(0, "10.0.0.1", 100);
    service.share();
    service.share();
    assert!(service.stored.iter().all(|stored| stored.len() == 1));
    for _ in 0..3 * QUIET {
        tokio::time::advance(TALLY).await;
        service.share();
    }
    assert!(service.stored.iter().all(HashMap::is_empty));
    drop(held);
}

/// What somebody has at one host counts as long as he has more than a share at another one.
#[tokio::test(start_paused = true)]
async fn connections_count_for_as_long_as_they_are_many() {
    let mut service = Service::of(3, &limits());
    let enter = |service: &Service, at: usize| {
        let host = &service.hosts[at];
        host.enter(address(host, "10.0.0.1"))
    };
    let mut held = Vec::new();
    for at in [0, 0, 0, 0, 0, 1, 1, 1] {
        held.push(enter(&service, at).expect("there is room"));
    }
    for _ in 0..5 * QUIET {
        tokio::time::advance(TALLY).await;
        service.share();
    }
    held.push(enter(&service, 2).expect("the ninth"));
    held.push(enter(&service, 2).expect("the tenth"));
    assert_eq!(enter(&service, 2).err(), Some(TurnedAway::AddressFull));
}
