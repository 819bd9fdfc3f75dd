import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { expectAccessible, openConsole, reopen, screenshot, waitUntilLoaded } from "../console.ts";
import { Hours, projectNamed } from "../fixtures/hours.ts";
import { people } from "../fixtures/people.ts";

const started_at = "2026-11-18T09:00:00+00:00";
const runningTimer = () => ({
  project: projectNamed("Reader app"),
  task: null,
  note: null,
  started_at,
});

let page: Page;

const open = async (hours: Hours, width: 1440 | 390 = 1440) => {
  const answers = hours.answers();
  page = await openConsole("/", { as: people.member, width, isHurried: true, answers });
};

/** Sets the clock of the page, which continues from there. */
const setClock = (instant: string) =>
  page.evaluate((at) => {
    const clock = window as unknown as { realNow?: () => number };
    clock.realNow ??= Date.now;
    const { realNow } = clock;
    const ahead = at - realNow();
    Date.now = () => realNow() + ahead;
  }, Date.parse(instant));

afterEach(() =>
  page.evaluate(() => {
    const { realNow } = window as unknown as { realNow?: () => number };
    if (realNow) Date.now = realNow;
  }),
);

const timer = (name: RegExp | string) => page.getByRole("button", { name });

describe("the timer", () => {
  it("starts on a project with a note, on any page", async () => {
    const hours = new Hours(people.member);
    await open(hours);
    await timer("Start timer").click();
    const panel = page.getByRole("dialog", { name: "Timer" });
    await panel.getByRole("combobox", { name: "Project" }).click();
    await page.getByRole("option", { name: "Reader app" }).click();
    await panel.getByLabel("Note").fill("Sketches");
    await waitUntilLoaded(page);
    await expectAccessible(page, "the panel of the timer");
    await screenshot(page, "timer-start");
    await panel.getByRole("button", { name: "Start timer" }).click();
    await timer(/^Timer, running on Reader app/).waitFor();
    expect(hours.requests).toEqual([
      {
        type: "timer_start",
        project_id: runningTimer().project.id,
        task_id: null,
        note: "Sketches",
      },
    ]);
  });

  it("counts by the clock and survives a reload", async () => {
    const hours = new Hours(people.member);
    hours.timer = runningTimer();
    await open(hours);
    await setClock("2026-11-18T10:04:08Z");
    await timer(/running on Reader app: .*1:04:\d\d/).waitFor();
    await reopen(page);
    await timer(/running on Reader app: .*1:04:\d\d/).waitFor();
    await setClock("2026-11-18T08:59:00Z");
    await timer(/0:00:00/).waitFor();
  });

  it("logs an entry when it stops and offers undo, on a phone too", async () => {
    const hours = new Hours(people.member);
    hours.timer = runningTimer();
    await open(hours, 390);
    await timer(/^Timer, running/).click();
    const panel = page.getByRole("dialog", { name: "Timer" });
    await panel.getByLabel("Note").fill("Sketches");
    await waitUntilLoaded(page);
    await expectAccessible(page, "the running timer", { everyRule: true });
    await screenshot(page, "timer-running-390");
    await panel.getByRole("button", { name: "Stop timer" }).click();
    await page.getByText("Logged on Reader app: 1.25 h, Wed 18 Nov.").waitFor();
    await timer("Start timer").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.", { exact: true }).waitFor();
    expect(hours.requests.map(({ type }) => type)).toEqual(["timer_stop", "entry_delete"]);
  });

  it("asks before it discards time", async () => {
    const hours = new Hours(people.member);
    hours.timer = runningTimer();
    await open(hours);
    await timer(/^Timer, running/).click();
    await page.getByRole("button", { name: "Discard timer" }).click();
    expect(hours.requests).toEqual([]);
    await page.getByRole("button", { name: "Discard time", exact: true }).click();
    await timer("Start timer").waitFor();
    expect(hours.requests).toEqual([{ type: "timer_discard" }]);
  });

  it("shows the timer that another window started instead of starting a second one", async () => {
    const hours = new Hours(people.member);
    await open(hours);
    await timer("Start timer").click();
    const panel = page.getByRole("dialog", { name: "Timer" });
    await panel.getByRole("combobox", { name: "Project" }).click();
    await page.getByRole("option", { name: "Reader app" }).click();
    hours.timer = runningTimer();
    hours.refusal = new AppError(
      409,
      "timer_running",
      "Your timer is running. Stop or discard it first",
    );
    await panel.getByRole("button", { name: "Start timer" }).click();
    await panel.getByText("Your timer is running. Stop or discard it first").waitFor();
    await panel.getByRole("button", { name: "Stop timer" }).waitFor();
  });
});
