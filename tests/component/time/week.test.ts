import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { addDays } from "../../../web/src/format/zoned-time.ts";
import {
  expectAccessible,
  exportCsv,
  inEveryLook,
  screenshot,
  waitUntilLoaded,
  widthsByDepth,
} from "../console.ts";
import { design, entry, Hours, lockByLead, weekNamed } from "../fixtures/hours.ts";
import { idOf, people } from "../fixtures/people.ts";
import { memberHours, openHours, reader } from "./week-page.ts";

const audit = "Accessibility audit";

const cell = (page: Page, name: string | RegExp) => page.getByRole("gridcell", { name });

/** Label of the cell that has the focus. */
const inFocus = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");

const totals = (page: Page) =>
  page.locator("tfoot td").evaluateAll((cells) => cells.map(({ textContent }) => textContent));

describe("the week", () => {
  it("adds up rows, days and the week against the expected hours", async () => {
    const page = await openHours(memberHours());
    await page.getByRole("heading", { name: weekNamed("16 – 22 Nov 2026") }).waitFor();
    await page.getByText("10.5 of 40 h").waitFor();
    expect(await totals(page)).toEqual([
      "7.5/ 8",
      "3/ 8",
      "0/ 8",
      "0/ 8",
      "0/ 8",
      "0",
      "0",
      "10.5/ 40",
    ]);
    const row = page.getByRole("row", { name: new RegExp(audit) });
    expect(await row.locator("td").last().textContent()).toBe("6.5");
    await cell(page, `${audit}, Monday 16 November: 3.5 hours, with a note`).waitFor();
    await cell(page, `${audit}, Tuesday 17 November: 3 hours, 2 entries, with a note`).waitFor();
    await cell(page, "Reader app, Design, Wednesday 18 November: no hours").waitFor();
    const task = page.getByRole("link", { name: "Design", exact: true });
    expect(await task.getAttribute("href")).toBe(`?task=${design.id}`);
  });

  it.each(widthsByDepth)("exports its rows at %i px", async (width) => {
    const page = await openHours(memberHours(), "/time?week=2026-11-16", width);
    const text = await exportCsv(page, weekNamed("16 – 22 Nov 2026", "Export hours of "));
    expect(text.split("\r\n")).toEqual([
      "\uFEFFProject,Task,Mon 16 Nov,Tue 17 Nov,Wed 18 Nov,Thu 19 Nov,Fri 20 Nov,Sat 21 Nov,Sun 22 Nov,Total",
      `${audit},,3.5,3,0,0,0,0,0,6.5`,
      "Reader app,Design,4,0,0,0,0,0,0,4",
      "",
    ]);
  });

  it("is accessible in every look", async () => {
    const page = await openHours(memberHours());
    await inEveryLook(page, async (look) => {
      await screenshot(page, `hours-${look}`);
      await expectAccessible(page, look, { everyRule: look.startsWith("390") });
    });
  });

  it("moves between weeks by keys and buttons, even when the clocks change", async () => {
    const page = await openHours(
      new Hours(
        people.member,
        [21, 28, 35].map((ahead) => entry({ spent_on: addDays("2026-09-30", ahead), hours: 1 })),
      ),
      "/time?week=2026-10-21",
    );
    const days = async () => {
      const heads = await page.getByRole("columnheader").allTextContents();
      return heads.slice(1, 8).map((head) => head.slice(4));
    };
    // Clocks change on 25 October in the viewer's zone, and on 1 November in New York.
    await page.getByRole("heading", { name: weekNamed("19 – 25 Oct 2026") }).waitFor();
    expect(await days()).toEqual([19, 20, 21, 22, 23, 24, 25].map((day) => `${day} Oct`));
    await page.keyboard.press("n");
    await page.getByRole("heading", { name: weekNamed("26 Oct – 1 Nov 2026") }).waitFor();
    expect((await days()).at(-1)).toBe("1 Nov");
    await page.keyboard.press("n");
    await page.getByRole("heading", { name: weekNamed("2 – 8 Nov 2026") }).waitFor();
    await page.keyboard.press("p");
    await page.keyboard.press("p");
    await page.getByRole("heading", { name: weekNamed("19 – 25 Oct 2026") }).waitFor();
    await page.getByRole("button", { name: "This week" }).click();
    await page.getByRole("heading", { name: weekNamed("16 – 22 Nov 2026") }).waitFor();
    expect(await page.getByRole("button", { name: "This week" }).isDisabled()).toBe(true);
  });
});

describe("by keyboard", () => {
  it("keeps the added rows of a week after another week was open", async () => {
    const page = await openHours(memberHours());
    await page.keyboard.press("c");
    await cell(page, "CRM migration, Tuesday 17 November: no hours").waitFor();
    await page.keyboard.press("p");
    await page.getByRole("heading", { name: weekNamed("9 – 15 Nov 2026") }).waitFor();
    await page.keyboard.press("n");
    await cell(page, "CRM migration, Tuesday 17 November: no hours").waitFor();
  });

  it("arrow keys move, digits and Enter save, and z undoes", async () => {
    const hours = memberHours();
    const page = await openHours(hours);
    await cell(page, /^Accessibility audit, Monday/).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await expect
      .poll(() => inFocus(page))
      .toBe("Reader app, Design, Tuesday 17 November: no hours");
    await page.keyboard.type("1:30");
    await page.keyboard.press("Enter");
    await cell(page, "Reader app, Design, Tuesday 17 November: 1.5 hours").waitFor();
    await expect.poll(() => inFocus(page)).toContain("Tuesday 17 November: 1.5 hours");
    await expect
      .poll(() => hours.requests)
      .toEqual([
        {
          type: "entry_create",
          project_id: reader.id,
          task_id: design.id,
          spent_on: "2026-11-17",
          hours: 1.5,
          note: null,
        },
      ]);
    await page.getByText("12 of 40 h").waitFor();
    await page.keyboard.press("z");
    await page.getByText("Undone.", { exact: true }).waitFor();
    await cell(page, "Reader app, Design, Tuesday 17 November: no hours").waitFor();
  });

  it("hours typed again before the first save returns correct the same entry", async () => {
    const hours = memberHours();
    const { promise, resolve } = Promise.withResolvers<void>();
    hours.pause = promise;
    const page = await openHours(hours);
    await cell(page, /^Reader app, Design, Wednesday/).focus();
    for (const text of ["2", "3", "4.5"]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
    }
    await cell(page, "Reader app, Design, Wednesday 18 November: 4.5 hours").waitFor();
    resolve();
    await page.getByText(/^Saved 4.5 h/).waitFor();
    await page.getByText("15 of 40 h").waitFor();
    await expect.poll(() => inFocus(page)).toContain("Wednesday 18 November: 4.5 hours");
    expect(hours.requests).toMatchObject([
      { type: "entry_create", hours: 2 },
      { type: "entry_update", changes: { hours: 4.5 } },
    ]);
  });

  it("an arrow key saves the typed hours and moves on; Escape restores the former ones", async () => {
    const hours = memberHours();
    const page = await openHours(hours);
    await cell(page, /^Reader app, Design, Monday/).focus();
    await page.keyboard.type("2,25");
    await page.keyboard.press("ArrowRight");
    await cell(page, "Reader app, Design, Monday 16 November: 2.25 hours").waitFor();
    await expect.poll(() => inFocus(page)).toContain("Tuesday 17 November");
    await page.keyboard.type("9");
    await page.keyboard.press("Escape");
    await expect.poll(() => inFocus(page)).toContain("Tuesday 17 November: no hours");
    expect(hours.requests.map(({ type }) => type)).toEqual(["entry_update"]);
  });

  it("Delete removes the hours, and undo restores them", async () => {
    const hours = memberHours();
    const page = await openHours(hours);
    await cell(page, /^Reader app, Design, Monday/).focus();
    await page.keyboard.press("Delete");
    await cell(page, "Reader app, Design, Monday 16 November: no hours").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await cell(page, "Reader app, Design, Monday 16 November: 4 hours").waitFor();
    expect(hours.requests.map(({ type }) => type)).toEqual(["entry_delete", "entry_restore"]);
  });

  it("text that is not a number of hours stays in the cell with the next step", async () => {
    const hours = memberHours();
    const page = await openHours(hours);
    await cell(page, /^Reader app, Design, Friday/).focus();
    await page.keyboard.type("25");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("A day can have at most 24 hours.").waitFor();
    const input = page.getByRole("textbox", { name: /^Hours, Reader app/ });
    expect(await input.inputValue()).toBe("25");
    expect(hours.requests).toEqual([]);
  });

  it("e opens the entries and notes of a cell, and Escape returns to it", async () => {
    const hours = memberHours();
    const page = await openHours(hours);
    await cell(page, /^Accessibility audit, Monday/).focus();
    await page.keyboard.press("e");
    const dialog = page.getByRole("dialog", { name: `Entries of ${audit}, Monday 16 November` });
    await dialog.getByLabel("Note").fill("Checked the contrast twice");
    await waitUntilLoaded(page);
    await expectAccessible(page, "the entries of a cell");
    await screenshot(page, "hours-entries");
    await dialog.getByRole("button", { name: "Save entry" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(hours.requests.at(-1)).toMatchObject({
      changes: { note: "Checked the contrast twice" },
    });
    await expect.poll(() => inFocus(page)).toContain(`${audit}, Monday 16 November`);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => inFocus(page)).toContain("Tuesday 17 November");
    await page.keyboard.press("Enter");
    const several = page.getByRole("dialog", { name: `Entries of ${audit}, Tuesday 17 November` });
    await expect.poll(() => several.getByRole("button", { name: "Save entry" }).count()).toBe(2);
    // A key belongs to the dialog once it has the focus.
    await several.locator(":focus").waitFor();
    await page.keyboard.press("Escape");
    await several.waitFor({ state: "detached" });
    await expect.poll(() => inFocus(page)).toContain("Tuesday 17 November");
  });

  it("a adds a row by project and task, and its cell takes the focus", async () => {
    const page = await openHours(memberHours());
    await page.keyboard.press("a");
    const dialog = page.getByRole("dialog", { name: "Add a row" });
    await dialog.locator(":focus").and(dialog.getByLabel("Project")).waitFor();
    await page.keyboard.type("crm");
    await expect.poll(() => page.getByRole("option").count()).toBe(1);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await dialog.getByRole("combobox", { name: "Task" }).click();
    await page.getByRole("option", { name: "Design" }).click();
    await dialog.getByRole("button", { name: "Add row" }).click();
    await expect
      .poll(() => inFocus(page))
      .toBe("CRM migration, Design, Wednesday 18 November: no hours");
  });

  it("c copies the rows of last week without their hours", async () => {
    const hours = memberHours();
    const page = await openHours(hours);
    await page.keyboard.press("c");
    await cell(page, "CRM migration, Tuesday 17 November: no hours").waitFor();
    expect(hours.requests).toEqual([]);
  });
});

it("a conflict shows the current hours and the next step", async () => {
  const hours = memberHours();
  const page = await openHours(hours);
  hours.refusal = new AppError(409, "version_conflict", "Someone changed this", {
    version: 2,
    current: { hours: 5 },
    changes: [],
  });
  const [first] = hours.entries;
  if (first) hours.entries[0] = { ...first, hours: 5, version: 2 };
  await cell(page, /^Accessibility audit, Monday/).focus();
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("It now has 5 h.").waitFor();
  await cell(page, /Monday 16 November: 5 hours/).waitFor();
});

it("a locked week shows who locked it and accepts no typing", async () => {
  const hours = memberHours();
  hours.locked.set(`${people.member.id} 2026-11-16`, lockByLead);
  const page = await openHours(hours);
  await page.getByText(`Locked by ${people.lead.name}`).waitFor();
  await page.getByText("Ask a lead to unlock the week.").waitFor();
  expect(await page.getByRole("button", { name: "Add row" }).count()).toBe(0);
  await cell(page, /^Reader app, Design, Friday/).focus();
  await page.keyboard.type("3");
  await page.keyboard.press("Delete");
  expect(await page.getByRole("textbox", { name: /^Hours/ }).count()).toBe(0);
  expect(await cell(page, /^Reader app, Design, Friday/).getAttribute("aria-readonly")).toBe(
    "true",
  );
  expect(hours.requests).toEqual([]);
  await expectAccessible(page, "a locked week");
});

it("a lock during editing is explained, and the week becomes read-only", async () => {
  const hours = memberHours();
  const page = await openHours(hours);
  hours.locked.set(`${people.member.id} 2026-11-16`, lockByLead);
  hours.refusal = new AppError(409, "week_locked", "The week is locked");
  await cell(page, /^Reader app, Design, Friday/).focus();
  await page.keyboard.type("3");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("Your change wasn't saved.").waitFor();
  await page.getByText(`Locked by ${people.lead.name}`).waitFor();
});

it("changes by other people are listed", async () => {
  const hours = memberHours();
  hours.changes = [
    {
      id: idOf(9, 1),
      at: "2026-11-17T10:00:00+00:00",
      by: { id: people.lead.id, name: people.lead.name },
      code: "time_entry.updated",
      entry_id: idOf(9, 2),
      project: { id: reader.id, name: reader.name },
      spent_on: "2026-11-16",
      hours: 4,
      fields: { hours: { from: 5, to: 4 } },
    },
  ];
  const page = await openHours(hours);
  await page.getByText("changed 5 h to 4 h on Reader app, 16 Nov 2026").waitFor();
});

it("an empty week names the first step", async () => {
  const page = await openHours(new Hours(people.member));
  await page.getByText("Add a row for a project").waitFor();
});

describe("on a phone", () => {
  it("shows one day at a time, and logs and edits entries", async () => {
    const hours = memberHours();
    const page = await openHours(hours, "/time", 390);
    expect(
      await page.getByRole("tab", { name: /^Wednesday 18/ }).getAttribute("aria-selected"),
    ).toBe("true");
    await page.getByText("No hours on this day.").waitFor();
    await page.getByRole("button", { name: "Log hours" }).click();
    const dialog = page.getByRole("dialog", { name: /^Log hours, Wed/ });
    await dialog.getByRole("combobox", { name: "Project" }).click();
    await page.getByRole("option", { name: "Reader app" }).click();
    await dialog.getByLabel("Hours").fill("1:30");
    await dialog.getByLabel("Note").fill("Sketches");
    await dialog.getByRole("button", { name: "Log hours" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /Edit Reader app/ }).waitFor();
    expect(hours.requests.at(-1)).toMatchObject({
      spent_on: "2026-11-18",
      hours: 1.5,
      note: "Sketches",
    });
    await page.getByRole("tab", { name: /^Wednesday 18/ }).press("ArrowLeft");
    await page.getByRole("tab", { name: /^Tuesday 17 November: 3 hours/ }).waitFor();
    await page.getByRole("button", { name: /Edit Accessibility audit.*Call/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete entry" }).click();
    await page.getByRole("tab", { name: /^Tuesday 17 November: 1 hour$/ }).waitFor();
    await page.getByRole("tab", { name: /^Tuesday 17/ }).press("ArrowLeft");
    const task = page.getByRole("link", { name: "Design" });
    expect(await task.getAttribute("href")).toBe(`?task=${design.id}`);
    await expectAccessible(page, "a day with an entry of a task", { everyRule: true });
  });
});
