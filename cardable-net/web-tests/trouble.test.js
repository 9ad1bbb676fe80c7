// What owners decide: how to continue when the rules fail, and house rules of all
// kinds; and what everybody must agree to.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_RULESETS } from "./support/host.js";
import { open } from "./support/open.js";
import { isNoted, person } from "./support/browser.js";
import { asked, game, openTable, press, step, stepIs, twoAt } from "./support/play.js";

const { browser, host } = await open([TEST_RULESETS]);

test("rules that err stop the table until its owner has spoken", { timeout: 300_000 }, async () => {
  const { ada, grace } = await twoAt(browser, host.url, "Stumble", { undo: "always" });
  const mistake = (who) => who.page.locator(".notice.bad", { hasText: "made a mistake" });
  const stumble = async (who) => {
    await who.page.locator("action-bar").getByRole("button", { name: "Stumble", exact: true }).click();
    for (const one of [ada, grace]) await mistake(one).waitFor();
    assert.match(await mistake(ada).innerText(), /zero/);
    assert.equal(await mistake(grace).getByRole("button").count(), 0);
    await mistake(grace).getByText("The owner says how to go on").waitFor();
    for (const { page } of [ada, grace]) {
      assert.equal(await page.locator("action-bar .choice").count(), 0, "there is nothing to choose");
      assert.match(await page.locator("action-bar .turn").innerText(), /has stopped/);
      const { place } = await page.evaluate(() => document.querySelector("game-view").session.room.fault);
      assert.equal(place.file, "rulesets/stumble/ruleset.json", "where it lies on the host's disk is told nobody");
    }
  };
  const goOn = async (how) => {
    await mistake(ada).getByRole("button", { name: how }).click();
    for (const one of [ada, grace]) await mistake(one).waitFor({ state: "detached" });
  };
  await press(ada.page, "Step");
  await press(ada.page, "Step");
  await stumble(ada);
  assert.equal(await step(ada.page), 2, "a mistake is no choice");
  await goOn("Choose something else");
  assert.equal(await asked(ada.page), "asked");
  await press(ada.page, "Rest");
  await asked(grace.page);

  await stumble(grace);
  await goOn("Take a choice back");
  for (const { page } of [ada, grace]) {
    await stepIs(page, 2);
    await page.locator(".log-lines", { hasText: "was taken back" }).waitFor();
  }
  assert.equal(await asked(ada.page), "asked");

  await stumble(ada);
  await goOn("End the game");
  for (const { page } of [ada, grace]) await page.getByRole("heading", { name: "The game was ended" }).waitFor();
  assert.match(await grace.page.locator("action-bar .turn").innerText(), /was ended/);
  await ada.page.getByRole("button", { name: "Play again" }).click();
  for (const { page } of [ada, grace]) await stepIs(page, 0);
  for (const who of [ada, grace]) {
    assert.deepEqual(who.faults, []);
  }
});

test("a choice is taken back only when the other agrees", { timeout: 180_000 }, async () => {
  const { ada, grace } = await twoAt(browser, host.url, "Stumble", { phone: true });
  const asks = grace.page.locator(".notice", { hasText: "Ada asks to take the last choice back" });
  const ask = async () => {
    await ada.page.getByRole("button", { name: "Ask to take the last choice back" }).click();
    await asks.waitFor();
    await ada.page.getByText("Waiting for the others").waitFor();
  };
  await ada.page.getByRole("button", { name: "Ask to take the last choice back" }).click();
  await isNoted(ada.page, "nothing to take back");
  await press(ada.page, "Step");
  await press(ada.page, "Step");
  await ask();
  await asks.getByRole("button", { name: "Refuse" }).tap();
  await asks.waitFor({ state: "detached" });
  await ada.page.getByText("Waiting for the others").waitFor({ state: "detached" });
  assert.equal(await step(ada.page), 2);
  await ask();
  await asks.getByRole("button", { name: "Agree" }).tap();
  for (const { page } of [ada, grace]) await stepIs(page, 1);
  await asked(ada.page);
  // The person who asked can withdraw the request.
  await ask();
  await ada.page.locator(".notice").getByRole("button", { name: "Withdraw" }).click();
  for (const { page } of [ada, grace]) await page.locator(".notice").waitFor({ state: "detached" });
  assert.equal(await step(ada.page), 1);
  // A choice made in the meantime is an answer as well.
  await ask();
  await press(ada.page, "Step");
  await asks.waitFor({ state: "detached" });
  for (const who of [ada, grace]) assert.deepEqual(who.faults, []);
});

test("options, teams and roles are the owner's to choose", { timeout: 180_000 }, async () => {
  const ada = await person(browser, host.url, { name: "Ada" });
  const { page } = ada;
  await page.locator(".game").first().waitFor();
  await openTable(page, "Sides", { bots: 3 });
  const bots = await page.locator(".room-seat.bot b").allInnerTexts();
  const form = page.getByRole("dialog");
  const chosen = page.getByRole("list", { name: "What was chosen" });
  const open = () => page.getByRole("button", { name: "House rules" }).click();
  const done = form.getByRole("button", { name: "Play like this" });
  const group = (legend) => form.getByRole("group", { name: legend });

  await open();
  await form.getByLabel("Stake").fill("12");
  await form.getByLabel("Everybody is told").check();
  await form.getByLabel("Trumps").selectOption("Spades");
  // Either everybody gets a team, or nobody.
  await group("Teams").getByLabel("Ada").selectOption("Hens");
  await done.click();
  assert.ok(await group("Teams").evaluate((one) => [...one.querySelectorAll("select")].some((select) => !select.validity.valid)));
  for (const [at, team] of ["Foxes", "Hens", "Foxes"].entries()) await group("Teams").getByLabel(bots[at]).selectOption(team);
  for (const [name, role] of [["Ada", "Player"], [bots[0], "Player"], [bots[1], "Caller"], [bots[2], "Player"]]) await group("Roles").getByLabel(name).selectOption(role);
  await done.click();
  await form.waitFor({ state: "detached" });
  for (const told of ["Stake: 12", "Everybody is told", "Trumps: spades", "Ada: Hens", `${bots[1]}: Caller`]) await chosen.getByText(told, { exact: true }).waitFor();

  // The page says what the rules do not allow, and nothing changes.
  await open();
  await group("Roles").getByLabel("Ada").selectOption("Caller");
  await done.click();
  await page.locator(".notes .note").waitFor();
  assert.equal(await form.isVisible(), true);
  await group("Roles").getByLabel(bots[1]).selectOption("Player");
  await done.click();
  await form.waitFor({ state: "detached" });
  await chosen.getByText("Ada: Caller", { exact: true }).waitFor();

  await page.getByRole("button", { name: /^Start/ }).click();
  await game(page).waitFor();
  await asked(page);
  await page.locator(".message", { hasText: "The stake is 12, trumps are spades." }).waitFor();
  assert.match(await page.locator("table-seat.own .seat-state").innerText(), /Caller.*Hens/);
  await press(page, "Call it");
  await page.locator(".result").waitFor();
  assert.deepEqual(ada.faults, []);
});
