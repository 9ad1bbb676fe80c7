// The table keeps its layout: no seat shifts when cards arrive somewhere, and cards
// played to a trick lie in the middle.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support/open.js";
import { isLaidOut, person, resize, until } from "./support/browser.js";
import { act, asked, dice, game, openTable, playBots, playToQuestion, playWith, press } from "./support/play.js";

const { browser, hosts: [host, slow] } = await open([], [[], { hurry: false }]);

/** From now on, records the positions of all seats and of the own hand after every drawing. */
const watch = (page) =>
  page.evaluate(() => {
    const table = document.querySelector("card-table");
    const noted = (globalThis.noted = []);
    const note = () => {
      const at = (element) => {
        const box = element.getBoundingClientRect();
        return [Math.round(box.left + box.width / 2), Math.round(box.top)];
      };
      noted.push({ own: [...document.querySelectorAll("table-seat")].findIndex((seat) => seat.classList.contains("bottom-seat")), size: table.clientHeight, places: [...document.querySelectorAll("table-seat")].map(at), trick: document.querySelectorAll(".trick playing-card").length });
    };
    const { show } = table;
    table.show = (...args) => {
      show.apply(table, args);
      note();
    };
    note();
  });

for (const [phone, games] of [[false, [["Hearts", 9], ["Go Fish", 10]]], [true, [["Hearts", 9], ["Skullable", 12]]]]) {
  for (const [title, moves] of games) {
    test(`nobody's place shifts in ${title}${phone ? " on a phone" : ""}`, { timeout: 300_000 }, async () => {
      const who = await person(browser, host.url, { name: "Ada", phone });
      const { page } = who;
      await playBots(who, title);
      await asked(page);
      await watch(page);
      const roll = dice(3);
      for (let n = 0; n < moves && (await asked(page)) === "asked"; n++) await act(who, roll);
      const noted = await page.evaluate(() => globalThis.noted);
      assert.ok(noted.length > moves, "much was drawn");
      // As long as the available space is the same.
      const [first] = noted;
      for (const { size, places } of noted.filter((one) => one.size === first.size)) {
        places.forEach(([x, y], seat) => {
          const [x0, y0] = first.places[seat];
          assert.ok(Math.abs(x - x0) <= 1, `seat ${seat} went from ${x0} to ${x} of ${size}`);
          // At the bottom, a hand of larger cards may rise a little.
          if (seat !== first.own) assert.ok(Math.abs(y - y0) <= 2, `seat ${seat} went from ${y0} to ${y} down`);
        });
      }
      if (title === "Hearts") {
        assert.ok(noted.some((one) => one.trick > 1), "a trick is played in the middle");
        assert.equal(await page.locator("table-seat .zone-name", { hasText: "Trick" }).count(), 0);
        const sides = await page.evaluate(() => {
          const middle = document.querySelector(".trick").getBoundingClientRect();
          const seat = (id) => document.querySelector("card-table").info.zone(id).owner;
          return [...document.querySelectorAll(".trick card-zone")].map((zone) => {
            const box = zone.getBoundingClientRect();
            const [x, y] = [box.left + box.width / 2 - middle.left - middle.width / 2, box.top + box.height / 2 - middle.top - middle.height / 2];
            return [seat(zone.zone), Math.abs(x) > Math.abs(y) ? (x < 0 ? "left" : "right") : y < 0 ? "top" : "bottom"];
          });
        });
        assert.deepEqual(Object.fromEntries(sides), { 0: "bottom", 1: "left", 2: "top", 3: "right" });
      }
      assert.deepEqual(who.faults, []);
      await who.context.close();
    });
  }
}

/** Whether the whole table fits, and how many styles another layout pass changes, when it has been laid out. */
async function stands(page) {
  await isLaidOut(page);
  return page.evaluate(() => {
    const table = document.querySelector("card-table");
    const { style } = table;
    const set = style.setProperty;
    let changes = 0;
    style.setProperty = (...args) => (changes++, set.apply(style, args));
    for (let n = 0; n < 10; n++) table.fit();
    delete style.setProperty;
    return { changes, fits: table.felt.offsetHeight <= table.clientHeight + 1 };
  });
}

test("a table is not laid anew while nothing has changed, also where not all of it fits", { timeout: 180_000 }, async () => {
  const { page } = await person(browser, slow.url, { name: "Ada" });
  await resize(page, { width: 700, height: 330 });
  await openTable(page, "Scramble", {});
  await page.getByRole("button", { name: /^Start/ }).click();
  await game(page).waitFor();
  await asked(page);
  assert.deepEqual(await stands(page), { changes: 0, fits: false });
  await resize(page, { width: 1280, height: 800 });
  await until(page, () => document.querySelector("card-table").felt.offsetHeight <= document.querySelector("card-table").clientHeight + 1);
  assert.deepEqual(await stands(page), { changes: 0, fits: true });
});

for (const [width, height, clocks] of [[1280, 800], [1024, 640], [844, 390], [390, 844], [1280, 800, { game: 600 }], [360, 740, { game: 600 }]]) {
  test(`all of Euchre is seen at ${width}×${height}${clocks ? " with its clocks" : ""}, and no value is cut off`, { timeout: 300_000 }, async () => {
    const who = await person(browser, host.url, { name: "Ada", phone: width < 500 });
    const { page } = who;
    await resize(page, { width, height });
    if (clocks) await playWith(page, "Euchre", { seats: 4, clocks });
    else await playBots(who, "Euchre");
    const roll = dice(3);
    // Until tricks have been taken, which seats show next to their scores.
    const counts = () => page.locator(".side:not(.bottom) .fact:not(.score)").count();
    for (let n = 0; n < 30 && (await counts()) === 0 && (await asked(page)) === "asked"; n++) await act(who, roll);
    assert.ok((await counts()) > 0, "tricks are told");
    assert.equal((await stands(page)).fits, true, "no part of it must be sought");
    const cut = await page.locator(".plaque").evaluateAll((all) =>
      all.flatMap((plaque) => {
        const around = plaque.getBoundingClientRect();
        return [...plaque.querySelectorAll(".fact b, .clock:not([hidden])")].filter((value) => {
          const box = value.getBoundingClientRect();
          const clock = value.matches(".clock") ? null : plaque.querySelector(".clock:not([hidden])")?.getBoundingClientRect();
          const isCovered = clock && clock.left < box.right && clock.right > box.left && clock.top < box.bottom - 1 && clock.bottom > box.top + 1;
          return box.width === 0 || value.scrollWidth > value.clientWidth + 1 || box.right > around.right + 1 || box.left < around.left - 1 || isCovered;
        }).map((value) => `${value.textContent} of ${plaque.textContent}`);
      }),
    );
    assert.deepEqual(cut, []);
    assert.equal(await page.locator(".plaque .clock:not([hidden])").count(), clocks ? 4 : 0);
  });
}

for (const [width, height] of [[1440, 900], [390, 844]]) {
  test(`the piles of a market can be read at ${width}×${height}, and none covers another`, { timeout: 180_000 }, async () => {
    const phone = width < 500;
    const who = await person(browser, host.url, { name: "Ada", phone, size: { width, height } });
    const { page } = who;
    await playBots(who, "The Gardens of Tillwick");
    await asked(page);
    await isLaidOut(page);
    const piles = await page.locator(".shared card-zone.pile:not(.empty)").evaluateAll((all) =>
      all.map((zone) => {
        const { left, top, right, bottom } = zone.querySelector("playing-card:last-child").getBoundingClientRect();
        return { left, top, right, bottom, height: bottom - top };
      }),
    );
    assert.equal(piles.length, 22);
    assert.deepEqual(piles.filter((pile) => pile.height < 96), []);
    const covers = (a, b) => a !== b && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    assert.deepEqual(piles.filter((a) => piles.some((b) => covers(a, b))), []);
    assert.equal(await page.locator(".shared .zone-count:visible").count(), 22, "each says how many cards are left");
    // On a phone one scrolls to them.
    if (!phone) assert.equal((await stands(page)).fits, true);
    assert.deepEqual(who.faults, []);
    await who.context.close();
  });
}

test("the hands of others lie in the middle below their names", { timeout: 300_000 }, async () => {
  for (const title of ["Goofspiel", "Hearts", "Gin Rummy"]) {
    const who = await person(browser, host.url, { name: "Ada" });
    const { page } = who;
    await playBots(who, title);
    const roll = dice(4);
    for (let n = 0; n < 6 && (await asked(page)) === "asked"; n++) await act(who, roll);
    const off = await page.locator(".side:not(.bottom) table-seat").evaluateAll((all) =>
      all.flatMap((seat) => {
        const middle = (element) => {
          const box = element.getBoundingClientRect();
          return box.left + box.width / 2;
        };
        const hand = seat.querySelector(".seat-hand card-zone:not(.empty) .cards");
        const by = hand ? Math.abs(middle(hand) - middle(seat.querySelector(".plaque"))) : 0;
        return by > 2 ? [`${seat.getAttribute("aria-label")}: ${by}`] : [];
      }),
    );
    assert.deepEqual(off, [], title);
  }
});

/** A summary of four players. */
const SUMMARY = ["Ada took 3 hearts and the queen of spades: 16 points, 42 in all", ...[2, 3, 4].map((bot) => `Bot ${bot} took 1 heart: 1 point, 18 in all`)];

test("on a phone no summary covers a card, whatever is played by however many", { concurrency: 2 }, async (t) => {
  const lobby = await person(browser, slow.url, { name: "Ada", phone: true });
  await lobby.page.locator(".game").first().waitFor();
  const games = await lobby.page.evaluate(() => document.querySelector("lobby-view").session.welcome.rulesets.map(({ title, min_seats, max_seats }) => ({ title, seats: [Math.min(Math.max(2, min_seats), max_seats), max_seats] })));
  await lobby.context.close();
  assert.ok(games.length > 15, "all games that the host has");
  const looked = games.flatMap(({ title, seats }) =>
    [...new Set(seats)].map((n) =>
      t.test(`${title} of ${n}`, { timeout: 180_000 }, async () => {
        const { page, context } = await person(browser, slow.url, { name: "Ada", phone: true, size: { width: 390, height: 844 } });
        await playWith(page, title, { seats: n });
        await page.locator("card-table playing-card").first().waitFor();
        for (const [width, height] of [[390, 844], [844, 390]]) {
          await resize(page, { width, height });
          const covered = await page.evaluate(async (lines) => {
            const { summary } = document.querySelector("card-table");
            summary.show(lines);
            // Choices of others would show the game's own summary, which is still empty.
            summary.show = () => {};
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
            const box = summary.getBoundingClientRect();
            const seen = document.querySelector("card-table").getBoundingClientRect();
            const cards = [...document.querySelectorAll("card-table playing-card")].filter((card) => {
              const { left, right, top, bottom } = card.getBoundingClientRect();
              // Of a table that is scrolled, cards may lie above what is seen of it.
              const from = Math.max(top, seen.top);
              return left < box.right - 1 && right > box.left + 1 && from < box.bottom - 1 && Math.min(bottom, seen.bottom) > box.top + 1;
            });
            delete summary.show;
            return { height: box.height, cards: cards.map((card) => card.getAttribute("aria-label")) };
          }, SUMMARY);
          assert.ok(covered.height > 30, `${title}: the summary is shown`);
          assert.deepEqual(covered.cards, [], `at ${width}×${height}`);
        }
        await context.close();
      }),
    ),
  );
  await Promise.all(looked);
});

test("a phone that is turned keeps no room for buttons that stand side by side now", { timeout: 180_000 }, async () => {
  const { page, context } = await person(browser, slow.url, { name: "Ada", phone: true, size: { width: 390, height: 844 } });
  await playWith(page, "Thirty-One", { seats: 2 });
  await asked(page);
  await isLaidOut(page);
  const height = () => page.locator("action-bar").evaluate((bar) => bar.offsetHeight);
  const upright = await height();
  await resize(page, { width: 844, height: 390 });
  await until(page, (before) => document.querySelector("action-bar").offsetHeight < before / 2, upright);
  await context.close();
});

/** A tablet upright, a small one, and one that lies on its side, with the log beside the table. */
const TABLETS = [{ width: 820, height: 1180 }, { width: 600, height: 960 }, { width: 1024, height: 768 }];

/** Opens a game against bots on a tablet. @param {string} title */
async function onTablet(title) {
  const who = await person(browser, host.url, { name: "Ada", phone: true, size: TABLETS[0] });
  await playBots(who, title);
  await asked(who.page);
  return who;
}

test("on a tablet no place for a pile to come makes cards small, and the hand has most of its row", { timeout: 180_000 }, async () => {
  const hearts = await onTablet("Hearts");
  for (const size of [{ width: 1024, height: 768 }, { width: 768, height: 1024 }]) {
    await resize(hearts.page, size);
    const { reserved, card } = await hearts.page.evaluate(() => ({
      reserved: [...document.querySelectorAll(".side.top .zone.reserved")].map((zone) => zone.getBoundingClientRect().bottom - zone.closest("table-seat").querySelector(".seat-hand").getBoundingClientRect().bottom),
      card: document.querySelector(".bottom-seat playing-card").offsetHeight,
    }));
    assert.ok(reserved.length > 0 && reserved.every((below) => below <= 1), `nothing waits below the hand: ${reserved}`);
    assert.ok(card >= 110, `a card of the hand is ${card} high`);
  }
  await hearts.context.close();
  // With a dummy on the table, and more to count.
  const bridge = await onTablet("Bridge");
  const roll = dice(7);
  for (let n = 0; n < 40 && (await bridge.page.locator(".lies-open").count()) === 0 && (await asked(bridge.page)) === "asked"; n++) await act(bridge, roll);
  await resize(bridge.page, { width: 1024, height: 768 });
  const share = await bridge.page.locator(".bottom-seat").evaluate((seat) => seat.querySelector(".seat-hand").offsetWidth / seat.offsetWidth);
  assert.ok(share > 0.55, `the hand has ${share} of its row`);
  // Seats with a call, tricks and a score: none of them lies on another.
  for (let n = 0; n < 12 && (await bridge.page.locator(".side:is(.left, .right) .fact:nth-child(3)").count()) < 2 && (await asked(bridge.page)) === "asked"; n++) await act(bridge, roll);
  assert.ok((await bridge.page.locator(".side:is(.left, .right) .fact:nth-child(3)").count()) > 0, "a seat at a side has three facts");
  for (const size of [{ width: 1440, height: 900 }, { width: 1280, height: 800 }, { width: 1024, height: 768 }, { width: 820, height: 1180 }]) {
    await resize(bridge.page, size);
    const covered = await bridge.page.locator(".plaque").evaluateAll((all) =>
      all.filter((plaque) => {
        const facts = [...plaque.querySelectorAll(".fact")].map((fact) => fact.getBoundingClientRect());
        const around = plaque.getBoundingClientRect();
        const cover = (a, b) => a !== b && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        return facts.some((a) => a.right > around.right + 1 || a.left < around.left - 1 || facts.some((b) => cover(a, b))) || [...plaque.querySelectorAll(".fact b")].some((value) => value.getBoundingClientRect().right > value.parentElement.getBoundingClientRect().right + 1);
      }).map((plaque) => plaque.textContent),
    );
    assert.deepEqual(covered, [], `at ${size.width}×${size.height}`);
  }
  await bridge.context.close();
});

test("on a tablet the numbers of a seat are on its plaque, and the plaque on the table, however much is said of it", { timeout: 180_000 }, async () => {
  const { page, context } = await onTablet("Lamps in the Fog");
  for (const size of [{ width: 820, height: 1180 }, { width: 1180, height: 820 }, { width: 1024, height: 768 }]) {
    await resize(page, size);
    const beside = await page.evaluate(() => {
      const within = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
      const table = document.querySelector("card-table").getBoundingClientRect();
      return [...document.querySelectorAll(".plaque")].filter((plaque) => {
        const box = plaque.getBoundingClientRect();
        return !within(box, table) || [...plaque.querySelectorAll(".score")].some((score) => !within(score.getBoundingClientRect(), box) || score.scrollWidth > score.clientWidth);
      }).map((plaque) => plaque.textContent);
    });
    assert.deepEqual(beside, [], `at ${size.width}×${size.height}`);
  }
  await context.close();
});

test("on a tablet and a phone piles above columns stay in one row, and no name is cut", { timeout: 180_000 }, async () => {
  const { page, context } = await onTablet("Klondike");
  for (const size of [...TABLETS, { width: 390, height: 844 }, { width: 360, height: 740 }]) {
    await resize(page, size);
    const { bottoms, cut } = await page.evaluate(() => {
      const isSeen = (name) => name.offsetWidth > 0 && name.getBoundingClientRect().top < name.parentElement.getBoundingClientRect().bottom;
      return {
        bottoms: [...document.querySelectorAll(".shared-row:not(.columns) > card-zone:not([hidden])")].map((zone) => Math.round(zone.getBoundingClientRect().bottom)),
        cut: [...document.querySelectorAll(".shared .zone-name")].filter((name) => isSeen(name) && name.scrollWidth > name.clientWidth).map((name) => name.textContent),
      };
    });
    assert.equal(new Set(bottoms).size, 1, `the piles end at ${bottoms} of ${size.width}×${size.height}`);
    assert.deepEqual(cut, [], `cut at ${size.width}×${size.height}`);
  }
  await context.close();
});

for (const [title, whole] of [["Scarto", false], ["Backwater", true]]) {
  test(`each card of a long hand of ${title} is told from the others on a phone and a tablet`, { timeout: 180_000 }, async () => {
    const { page, context, faults } = await person(browser, host.url, { name: "Ada", phone: true, size: { width: 390, height: 844 } });
    await playWith(page, title, { seats: 3 });
    await asked(page);
    for (const [width, height] of [[390, 844], [360, 740], [820, 1180]]) {
      await resize(page, { width, height });
      const { n, hidden, table } = await page.evaluate((all) => {
        const cards = [...document.querySelectorAll(".bottom-seat .seat-hand playing-card")];
        const isSeen = (card) => {
          const box = card.getBoundingClientRect();
          // The sign in the corner takes a fifth of the width, and the name in the middle most of it. A card may be turned a little.
          const at = (x, y) => document.elementFromPoint(box.left + (x * box.width) + 2, box.top + y * box.height + 1)?.closest("playing-card") === card;
          return (all ? [0.12, 0.5, 0.8] : [0.06, 0.16]).every((x) => at(x, all ? 0.16 : 0.12));
        };
        const view = document.querySelector("card-table");
        return { n: cards.length, hidden: cards.filter((card) => !isSeen(card)).map((card) => card.getAttribute("aria-label")), table: view.felt.offsetHeight - view.clientHeight };
      }, whole && width < 500);
      assert.ok(n >= (whole ? 7 : 20), `${n} cards`);
      assert.deepEqual(hidden, [], `at ${width}×${height}`);
      assert.ok(table <= 1, "all of the table is seen");
    }
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test("a pack that was dealt out leaves no empty place, but one does where cards will lie", { timeout: 180_000 }, async () => {
  const places = (page) => page.locator(".shared card-zone").evaluateAll((all) => all.filter((zone) => zone.checkVisibility({ visibilityProperty: true })).map((zone) => zone.getAttribute("aria-label")));
  for (const [title, seats, wanted, pack] of [["Big Two", 4, ["Heap, empty"], "Pack"], ["Scarto", 3, [], "Stock"], ["Klondike", 1, ["Waste, empty", "Clubs, empty", "Spades, empty"], "none"]]) {
    const { page, context } = await person(browser, host.url, { name: "Ada" });
    await playWith(page, title, { seats });
    await asked(page);
    await isLaidOut(page);
    const all = await places(page);
    assert.deepEqual(all.filter((label) => label.startsWith(`${pack},`)), [], title);
    assert.deepEqual(wanted.filter((label) => !all.includes(label)), [], title);
    await context.close();
  }
});

test("on a tablet buttons that fit side by side do not stand on top of each other, upright and turned", { timeout: 180_000 }, async () => {
  const { page, context } = await onTablet("Rummy");
  for (const size of [...TABLETS, TABLETS[0]]) {
    await resize(page, size);
    await until(page, () => document.querySelectorAll("action-bar .choices button").length > 1);
    const { tops, over } = await page.evaluate(() => {
      const bar = document.querySelector("action-bar");
      const buttons = [...bar.querySelectorAll(".choices button")].map((one) => one.getBoundingClientRect());
      return { tops: buttons.map(({ top }) => Math.round(top)), over: bar.querySelector(".choices").scrollHeight - bar.querySelector(".choices").clientHeight };
    });
    assert.equal(new Set(tops).size, 1, `the buttons stand at ${tops} of ${size.width}×${size.height}`);
    assert.equal(over, 0, "and all of them are seen");
  }
  await context.close();
});

test("on a tablet the header is one line, and the menu has what is not there", { timeout: 180_000 }, async () => {
  const { page, context } = await onTablet("Hearts");
  for (const width of [1180, 1024, 820, 768]) {
    await resize(page, { width, height: 800 });
    const head = await page.locator(".page-head").evaluate((one) => ({ high: one.offsetHeight, over: one.scrollWidth - one.clientWidth, cut: [...one.querySelectorAll("select, button")].filter((tool) => tool.scrollWidth > tool.clientWidth + 1).length }));
    assert.deepEqual(head, { high: 54, over: 0, cut: 0 }, `at ${width}`);
  }
  assert.ok(await page.locator(".page-head .language").isHidden());
  await page.locator(".page-head [data-does=menu]").tap();
  await page.getByRole("dialog").locator(".language select").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Keys and help" }).waitFor();
  await context.close();
});

test("a question leaves open to view what it is about", { timeout: 300_000 }, async () => {
  for (const phone of [false, true]) {
    const who = await person(browser, host.url, { name: "Ada", phone });
    const { page } = who;
    await playBots(who, "Crazy Eights");
    // Drawing until there is an eight makes sure that the question comes.
    await playToQuestion(who, dice(5), [/^eight/i, /^draw/i]);
    await isLaidOut(page);
    // The corner of the top card, which identifies it.
    const corner = await page.locator(".shared card-zone:not(.empty) playing-card:last-child").last().evaluate((card) => {
      const box = card.getBoundingClientRect();
      const over = document.elementFromPoint(box.left + 10, box.top + 12);
      return over?.closest("playing-card") === card;
    });
    assert.ok(corner, phone ? "on a phone" : "on a desk");
  }
});

test("the number of a pile is touched in a square of 24 pixels", { timeout: 180_000 }, async () => {
  const who = await person(browser, host.url, { name: "Ada", phone: true });
  const { page } = who;
  await playBots(who, "Klondike");
  await asked(page);
  for (let n = 0; n < 3 && (await page.locator(".zone-count.can").count()) === 0; n++) await press(page, "Draw from the stock");
  await isLaidOut(page);
  const missed = await page.locator(".zone-count.can").first().evaluate((count) => {
    const box = count.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return [[-11, -11], [11, -11], [-11, 11], [11, 11]].filter(([right, down]) => document.elementFromPoint(x + right, y + down)?.closest("button") !== count);
  });
  assert.deepEqual(missed, []);
  await who.context.close();
});
