// The table keeps its layout: nobody's place shifts when cards come to lie
// somewhere, and what is played to a trick lies in the middle.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHost } from "./support/host.js";
import { person, startBrowser } from "./support/browser.js";
import { act, asked, dice, playBots } from "./support/play.js";

let host, browser;
before(async () => {
  [host, browser] = await Promise.all([startHost(), startBrowser()]);
});
after(async () => {
  await browser?.close();
  await host?.stop();
});

/** From now on notes after every drawing where each seat and the own hand is. */
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
    test(`nobody's place shifts in ${title}${phone ? " on a phone" : ""}`, { timeout: 90_000 }, async () => {
      const who = await person(browser, host.url, { name: "Ada", phone });
      const { page } = who;
      await playBots(who, title);
      await asked(page);
      await watch(page);
      const roll = dice(3);
      for (let n = 0; n < moves && (await asked(page)) === "asked"; n++) await act(who, roll);
      const noted = await page.evaluate(() => globalThis.noted);
      assert.ok(noted.length > moves, "much was drawn");
      // As long as there is as much room, of course.
      const [first] = noted;
      for (const { size, places } of noted.filter((one) => one.size === first.size)) {
        places.forEach(([x, y], seat) => {
          const [x0, y0] = first.places[seat];
          assert.ok(Math.abs(x - x0) <= 1, `seat ${seat} went from ${x0} to ${x} of ${size}`);
          // Below, a hand of larger cards may rise a little.
          if (seat !== first.own) assert.ok(Math.abs(y - y0) <= 2, `seat ${seat} went from ${y0} to ${y} down`);
        });
      }
      if (title === "Hearts") {
        assert.ok(noted.some((one) => one.trick > 1), "a trick is played in the middle");
        assert.equal(await page.locator("table-seat .zone-name", { hasText: "Trick" }).count(), 0);
        const sides = await page.evaluate(() => {
          const middle = document.querySelector(".trick").getBoundingClientRect();
          const seat = (id) => document.querySelector("card-table").sheet.zone(id).owner;
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
