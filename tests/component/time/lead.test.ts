import { describe, expect, it } from "vitest";
import {
  expectAccessible,
  inEveryLook,
  openConsole,
  screenshot,
  waitUntilLoaded,
} from "../console.ts";
import { entry, Hours, lockByLead, weekNamed } from "../fixtures/hours.ts";
import { people } from "../fixtures/people.ts";
import { open, teamHours, week } from "./team-hours.ts";

describe("a lead", () => {
  it("chooses a person, reads that they see each change, and corrects their hours", async () => {
    const hours = teamHours();
    const page = await open(hours, "/time");
    await page.getByRole("combobox", { name: "Hours of" }).click();
    await page.getByRole("option", { name: people.member.name }).click();
    await page.getByText(`${people.member.name} sees each change that you make`).waitFor();
    await page.getByRole("gridcell", { name: /Tuesday 17 November/ }).focus();
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await page
      .getByText(`2 h on Accessibility audit, Tue 17 Nov for ${people.member.name}`)
      .waitFor();
    expect(hours.requests.at(-1)).toMatchObject({
      type: "entry_create",
      person_id: people.member.id,
      hours: 2,
    });
    await page.getByText("5.5 of 40 h").waitFor();
  });

  it("locks the week of a person after a preview, and undo unlocks it", async () => {
    const hours = teamHours();
    const page = await open(hours, `/time?person=${people.member.id}`);
    await page.getByRole("button", { name: "Lock week" }).click();
    const dialog = page.getByRole("dialog", {
      name: weekNamed("16 – 22 Nov 2026", "Lock ", ` for ${people.member.name}`),
    });
    await dialog.getByText("1 person below the expected 40 h").waitFor();
    await dialog.getByText("3.5 h (-36.5)").waitFor();
    await waitUntilLoaded(page);
    await expectAccessible(page, "the preview of a lock");
    await dialog.getByRole("button", { name: "Lock week" }).click();
    await page.getByText(`Locked by ${people.lead.name}`).waitFor();
    expect(hours.requests.at(-1)).toEqual({
      type: "week_lock",
      week_on: week,
      person_id: people.member.id,
    });
    await page.keyboard.press("z");
    // The page shows the undo before its request.
    await expect.poll(() => hours.requests.at(-1)).toMatchObject({ type: "week_unlock" });
    await page.getByRole("button", { name: "Lock week" }).waitFor();
  });
});

describe("the team", () => {
  it("shows people by days with totals and locks, in every look", async () => {
    const hours = teamHours();
    hours.locked.set(`${people.admin.id} ${week}`, lockByLead);
    const page = await open(hours, "/time?view=team");
    const row = page.getByRole("row", { name: new RegExp(people.member.name) });
    await row.getByText("Open", { exact: true }).waitFor();
    await page
      .getByRole("row", { name: new RegExp(people.admin.name) })
      .getByText("Locked", { exact: true })
      .waitFor();
    expect(await page.locator("tfoot td").first().textContent()).toBe("11.5");
    await inEveryLook(page, async (look) => {
      await screenshot(page, `hours-team-${look}`);
      await expectAccessible(page, look, { everyRule: look.startsWith("390") });
    });
    await page.setViewportSize({ width: 1280, height: 900 });
    const name = row.getByRole("link", { name: people.member.name });
    // The other columns have fixed widths, and the names get the rest.
    const cell = await name.locator("xpath=ancestor::*[self::td or self::th]").boundingBox();
    expect(cell?.width).toBeGreaterThan(120);
    await screenshot(page, "hours-team-1280");
    await name.click();
    await page.getByRole("gridcell", { name: /3.5 hours/ }).waitFor();
  });

  it("locks everyone's week, naming people below the expected hours, and undo unlocks only these weeks", async () => {
    const hours = teamHours();
    hours.locked.set(`${people.admin.id} ${week}`, lockByLead);
    const page = await open(hours, "/time?view=team");
    await page.getByRole("button", { name: "Lock week for everyone", exact: true }).click();
    const dialog = page.getByRole("dialog", {
      name: weekNamed("16 – 22 Nov 2026", "Lock ", " for everyone"),
    });
    await dialog.getByText("2 people below the expected 40 h").waitFor();
    expect(await dialog.getByText(people.admin.name).count()).toBe(0);
    await waitUntilLoaded(page);
    await screenshot(page, "hours-lock-preview");
    await dialog.getByRole("button", { name: "Lock 2 weeks" }).click();
    await page.getByText("3 people, 3 locked").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("3 people, 1 locked").waitFor();
    const unlocks = hours.requests.filter(({ type }) => type === "week_unlock");
    expect(unlocks).toHaveLength(2);
  });
});

it("a member can choose neither another person nor the team", async () => {
  const hours = new Hours(people.member, [entry({ spent_on: week, hours: 1 })]);
  const page = await openConsole("/time?view=team", {
    as: people.member,
    answers: hours.answers(),
  });
  await page.getByRole("gridcell", { name: /Monday 16 November: 1 hour$/ }).waitFor();
  expect(await page.getByRole("combobox", { name: "Hours of" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: /^Lock/ }).count()).toBe(0);
});
