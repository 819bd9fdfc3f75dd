import { describe, expect, it } from "vitest";
import {
  expectAccessible,
  inEveryLookOfSample,
  inEveryLookOfState,
  openConsole,
  screenshot,
  waitUntilLoaded,
} from "../console.ts";
import { Calendar, event, projectOf } from "../fixtures/calendar.ts";
import { weekNamed } from "../fixtures/hours.ts";
import { people } from "../fixtures/people.ts";
import { eventNamed, open, panel } from "./calendar-page.ts";

describe("the week", () => {
  it("shows events by day with their project in words, in every look", async () => {
    const page = await open(new Calendar(people.lead));
    await page.getByRole("heading", { name: weekNamed("16 – 22 Nov 2026") }).waitFor();
    const monday = page.getByRole("list", { name: "Monday 16 November", exact: true });
    expect(await monday.getByRole("button").allTextContents()).toEqual([
      "09:45–10:15 09:45 StandupReader app",
      "10:00–11:30 10:00 Sprint reviewWeb shop relaunch",
      "10:00–10:45 10:00 Coffee with a prospectNo project",
    ]);
    const projects = page.getByRole("list", { name: "Projects by color" });
    expect(await projects.getByRole("listitem").count()).toBe(4);
    await page.getByText("Times are in Europe/Berlin.").waitFor();
    await inEveryLookOfSample(page, async (look) => {
      await screenshot(page, `calendar-week-${look}`);
      await expectAccessible(page, look, { everyRule: look.startsWith("390") });
    });
  });

  it("shows whole lines and whole words of each event, however short or narrow", async () => {
    const title = "Quarterly retrospective with Donaudampfschifffahrtsgesellschaft stakeholders";
    const of = (day: number, hour: number, minutes: number) => {
      const starts = Date.UTC(2026, 10, day, hour);
      return event({
        title,
        starts_at: new Date(starts).toISOString(),
        ends_at: new Date(starts + minutes * 60_000).toISOString(),
        project: projectOf("Web shop relaunch"),
      });
    };
    const lengths = [15, 25, 30, 45, 50, 60, 75, 90, 120];
    const events = [
      ...lengths.map((minutes, n) => of(16, 6 + n, Math.min(minutes, 60))),
      ...[60, 75, 90, 120].map((minutes, n) => of(17, 6 + 2 * n, minutes)),
      // Three overlapping events are side by side.
      ...[0, 1, 2].flatMap((_) => [45, 90].map((minutes, n) => of(18, 8 + 2 * n, minutes))),
    ];
    const page = await open(new Calendar(people.lead, events));
    await page.getByRole("list", { name: "Wednesday 18 November", exact: true }).waitFor();
    const faults = await page.evaluate(() => {
      const faults: string[] = [];
      const blocks = document.querySelectorAll<HTMLElement>("button[data-short][data-matched]");
      for (const block of blocks) {
        const bottom = block.getBoundingClientRect().bottom;
        const [first, project] = [...block.children] as [HTMLElement, HTMLElement];
        for (const part of [first, project]) {
          const box = part.getBoundingClientRect();
          if (box.bottom > bottom)
            faults.push(`${part.textContent} is cut by ${box.bottom - bottom} px`);
          if (Math.abs(box.height % 15) > 0.5) faults.push(`${box.height} px are no whole lines`);
        }
        const walker = document.createTreeWalker(first, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          for (const { index, 0: word } of (node.textContent ?? "").matchAll(/\S+/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (tops.size > 1) faults.push(`${word} is broken`);
          }
        }
      }
      return { faults: [...new Set(faults)], count: blocks.length };
    });
    expect(faults).toEqual({ faults: [], count: 19 });
    await inEveryLookOfState(page, (look) => screenshot(page, `calendar-lines-${look}`));
  });

  it("continues an event after midnight and an all-day event on each of its days", async () => {
    const page = await open(new Calendar(people.lead));
    const late = eventNamed(page, /Late release/);
    await expect.poll(() => late.count()).toBe(2);
    for (const day of ["Thursday 19 November", "Friday 20 November"]) {
      await page
        .getByRole("list", { name: `All day on ${day}` })
        .getByRole("button", { name: /Team offsite/ })
        .waitFor();
    }
  });

  it("requests the viewer's own events first, and the team's on demand", async () => {
    const calendar = new Calendar(people.lead);
    const page = await open(calendar);
    expect(calendar.requests.at(-1)).toMatchObject({
      scope: "own",
      from: "2026-11-15T23:00:00.000Z",
      to: "2026-11-22T23:00:00.000Z",
    });
    await page.getByText("Team", { exact: true }).click();
    await expect.poll(() => calendar.requests.at(-1)).toMatchObject({ scope: "team" });
  });

  it("moves by keys between weeks and days, even when the clocks change", async () => {
    const calendar = new Calendar(people.lead);
    const page = await open(calendar, "/calendar?day=2026-10-21");
    await page.getByRole("heading", { name: weekNamed("19 – 25 Oct 2026") }).waitFor();
    expect(calendar.requests.at(-1)).toMatchObject({
      from: "2026-10-18T22:00:00.000Z",
      to: "2026-10-25T23:00:00.000Z",
    });
    await page.keyboard.press("n");
    await page.getByRole("heading", { name: weekNamed("26 Oct – 1 Nov 2026") }).waitFor();
    await page.keyboard.press("p");
    await page.keyboard.press("d");
    await page
      .getByRole("heading", { name: "Wednesday 21 October", exact: true, level: 2 })
      .waitFor();
    await page.keyboard.press("n");
    await page.getByRole("heading", { name: "Thursday 22 October", level: 2 }).waitFor();
    await page.keyboard.press("w");
    await page.getByRole("heading", { name: weekNamed("19 – 25 Oct 2026") }).waitFor();
  });

  it("explains the page's purpose while no calendar is connected", async () => {
    const calendar = new Calendar(people.lead, []);
    calendar.sources = [];
    const page = await open(calendar);
    await page.getByText("No calendar is connected").waitFor();
    const link = page.getByRole("link", { name: "Connect a calendar in Integrations" });
    expect(await link.getAttribute("href")).toBe("/settings/integrations");
    await screenshot(page, "calendar-empty");
    await expectAccessible(page, "an empty calendar");
  });
});

describe("on a phone", () => {
  it("the week is an agenda", async () => {
    const page = await open(new Calendar(people.lead), "/calendar?day=2026-11-18", 390);
    const monday = page.getByRole("region", { name: "Monday 16 November" });
    await monday.getByRole("button", { name: /Sprint review/ }).waitFor();
    await page.getByText("No events on 22 Nov.").waitFor();
    // Readers with a 12-hour clock have the widest times.
    const heights = await monday.getByRole("button").evaluateAll((rows) =>
      rows.map((row) => {
        const time = row.firstElementChild as HTMLElement;
        time.textContent = "10:00 AM – 11:30 AM";
        const range = document.createRange();
        range.selectNodeContents(time);
        return range.getClientRects().length;
      }),
    );
    expect(heights).toEqual(heights.map(() => 1));
    await screenshot(page, "calendar-agenda-390");
    await expectAccessible(page, "the agenda", { everyRule: true });
  });
});

describe("an open event", () => {
  it("shows its attendees, its project and the reason for the match", async () => {
    const page = await open(new Calendar(people.lead));
    await eventNamed(page, /Sprint review/).click();
    const eventPanel = panel(page, "Sprint review");
    await eventPanel.getByText("guest@lindmoor.test is a contact of the client").waitFor();
    await eventPanel.getByText("Attendees (2)").waitFor();
    await eventPanel.getByText("Room 2").waitFor();
    await waitUntilLoaded(page);
    await screenshot(page, "calendar-event");
    await expectAccessible(page, "an open event");
    await page.keyboard.press("Escape");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain("Sprint review");
  });

  it("is matched by hand to another project, and undo restores the match by the rules", async () => {
    const calendar = new Calendar(people.lead);
    const page = await open(calendar);
    await eventNamed(page, /Coffee with a prospect/).click();
    const eventPanel = panel(page, "Coffee with a prospect");
    await eventPanel.getByText("No project matches this event.").waitFor();
    await eventPanel.getByRole("combobox", { name: "Assign to a project" }).fill("SEO");
    await page.getByRole("option", { name: "SEO retainer" }).click();
    await eventPanel.getByText("Chosen by hand").waitFor();
    expect(calendar.actions.at(-1)).toMatchObject({
      action: "override_project",
      project_id: projectOf("SEO retainer").id,
    });
    await page.getByRole("button", { name: "Undo" }).click();
    await eventPanel.getByText("No project matches this event.").waitFor();
    expect(calendar.actions.at(-1)).toMatchObject({ action: "clear_override" });
  });

  it("offers a member no other project", async () => {
    const page = await openConsole("/calendar?day=2026-11-18&view=review", {
      as: people.member,
      answers: new Calendar(people.member).answers(),
    });
    await eventNamed(page, /Sprint review/).click();
    await panel(page, "Sprint review").getByText("Web shop relaunch").waitFor();
    expect(await page.getByRole("combobox", { name: /Assign to/ }).count()).toBe(0);
    expect(await page.getByText("without a project").count()).toBe(0);
  });
});

describe("events without a project", () => {
  it("are matched from their suggestions, each with its reason", async () => {
    const calendar = new Calendar(people.lead);
    const page = await open(calendar);
    await page.getByRole("link", { name: "Review", exact: true }).click();
    await page.getByText("The title names SEO").waitFor();
    await screenshot(page, "calendar-review");
    await expectAccessible(page, "events without a project");
    await page.getByRole("button", { name: "Assign to SEO retainer" }).click();
    await page.getByRole("heading", { name: "Every event in these weeks has a project" }).waitFor();
    expect(calendar.actions).toHaveLength(1);
    await page.keyboard.press("z");
    await page.getByRole("button", { name: "Coffee with a prospect" }).waitFor();
  });
});
