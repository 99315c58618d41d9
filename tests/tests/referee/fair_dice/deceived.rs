//! A host that cheats: what it says is changed on the way, and the seat notices.

use super::*;

/// Stands between a seat and its host and changes what the host says.
fn between(host: SocketAddr, mut change: impl FnMut(&mut Value) + Send + 'static) -> SocketAddr {
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            tell.send(listener.local_addr().unwrap()).unwrap();
            let (stream, _) = listener.accept().await.unwrap();
            let mut seat = tokio_tungstenite::accept_async(stream).await.unwrap();
            let stream = TcpStream::connect(host).await.unwrap();
            let (mut host, _) = tokio_tungstenite::client_async(format!("ws://{host}/seat"), stream).await.unwrap();
            loop {
                tokio::select! {
                    said = seat.next() => match said {
                        Some(Ok(said)) => drop(host.send(said).await),
                        _ => return,
                    },
                    said = host.next() => match said {
                        Some(Ok(Message::Text(text))) => {
                            let mut said: Value = serde_json::from_str(&text).unwrap();
                            change(&mut said);
                            drop(seat.send(Message::text(said.to_string())).await);
                        }
                        Some(Ok(_)) => {}
                        _ => return,
                    },
                }
            }
        });
    });
    told.recv().unwrap()
}

/// What the second seat says at the end of a game at a host that changes what it tells this seat.
fn deceived<R: Ruleset>(
    scenario: &str,
    most: usize,
    change: impl FnMut(&mut Value) + Send + 'static,
) -> Option<String> {
    let (host, opened) = open(game::<R>(scenario, 1), None);
    let relay = between(host.address(), change);
    let mut players = vec![
        Player::<R>::join(host.address(), &opened.seats[0].token),
        Player::<R>::join(relay, &opened.seats[1].token),
    ];
    play(&mut players, &sides(&opened), &mut Seeded::new(3), most);
    assert_eq!(players[0].ended, None);
    // On a busy machine it takes a while to go through a whole game.
    players[1].settle(Duration::from_secs(30));
    players[1].ended.clone()
}

/// The notice in what a host says.
fn notice_of(said: &mut Value) -> Option<&mut Value> {
    let place = if said.get("noticed").is_some() { "noticed" } else { "ok" };
    said.get_mut(place).filter(|notice| notice.get("dice").is_some_and(|dice| !dice.is_null()))
}

#[test]
fn a_seat_notices_other_dice_at_once_where_nothing_is_hidden() {
    let ended = deceived::<BlockByBlock>("historical", usize::MAX, |said| {
        if let Some(notice) = notice_of(said)
            && let Some(roll) = notice["rolls"].get_mut(0)
        {
            roll["value"] = json!(roll["value"].as_u64().unwrap() % 6 + 1);
        }
    });
    assert!(ended.as_deref().is_some_and(|why| why.contains("of the fair dice gives")), "{ended:?}");
}

#[test]
fn a_seat_notices_that_the_host_changes_its_part_or_rolls_without_a_draw() {
    let ended = deceived::<BlockByBlock>("historical", usize::MAX, |said| {
        if let Some(notice) = notice_of(said) {
            notice["dice"]["share"] = json!(Digest::default());
        }
    });
    assert!(ended.as_deref().is_some_and(|why| why.contains("changed its part")), "{ended:?}");
    let ended = deceived::<BlockByBlock>("historical", usize::MAX, |said| {
        if let Some(notice) = notice_of(said) {
            notice["dice"] = Value::Null;
        }
    });
    assert!(ended.as_deref().is_some_and(|why| why.contains("without the draw")), "{ended:?}");
}

#[test]
fn a_seat_gives_no_second_link_for_the_same_draw_and_none_for_a_later_one() {
    for ahead in [0, 1] {
        let mut draws = 0;
        let ended = deceived::<BlockByBlock>("historical", 0, move |said| {
            if let Some(draw) = said.get_mut("draw") {
                draws += 1;
                if draws == 4 {
                    let number = draw["number"].as_u64().unwrap();
                    draw["number"] = json!(if ahead == 0 { number - 1 } else { number + 1 });
                }
            }
        });
        assert!(ended.as_deref().is_some_and(|why| why.contains("could choose a roll")), "{ended:?}");
    }
}

#[test]
fn a_seat_notices_that_another_order_was_fixed_than_its_own() {
    let ended = deceived::<Platoon>("ambush", usize::MAX, |said| {
        if let Some(dice) = notice_of(said).map(|notice| &mut notice["dice"])
            && dice.get("nonce").is_some()
        {
            dice["nonce"] = json!(Digest::default());
        }
    });
    assert!(ended.as_deref().is_some_and(|why| why.contains("not the one that the host had fixed")), "{ended:?}");
}

#[test]
fn a_seat_checks_everything_when_the_game_is_over() {
    let shown = |change: fn(&mut Value)| {
        deceived::<Platoon>("ambush", usize::MAX, move |said| {
            if said["id"] == "secrets" {
                change(&mut said["ok"]);
            }
        })
    };
    let says = |ended: Option<String>, what: &str| {
        assert!(ended.as_deref().is_some_and(|why| why.contains(what)), "{ended:?} and not {what}");
    };
    says(shown(|ok| ok["secret"] = json!(Digest::default())), "not the one it had bound itself to");
    says(shown(|ok| ok["seats"][0][0]["last"] = json!(Digest::default())), "do not fit what the seats");
    says(shown(|ok| ok["orders"][0]["order"] = json!(Digest::default())), "not carried out what it had fixed");
    says(
        shown(|ok| {
            let orders = ok["orders"].as_array_mut().unwrap();
            let roll = orders.iter_mut().find_map(|order| order["rolls"].get_mut(0)).unwrap();
            roll["value"] = json!(roll["value"].as_u64().unwrap() % roll["sides"].as_u64().unwrap() + 1);
        }),
        "of the fair dice gives",
    );
    says(
        shown(|ok| ok["orders"].as_array_mut().unwrap().iter_mut().for_each(|order| order["rolls"] = json!([]))),
        "told during",
    );
}
