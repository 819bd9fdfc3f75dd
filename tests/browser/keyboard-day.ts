/** A member's hours and tasks by keyboard alone: each is created, changed, and the change undone. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { choose, expectFocusOn, focusedName, tabTo } from "./keyboard-steps.ts";
import { screenshot, sizeOf, waitUntilLoaded } from "./page-checks.ts";

type Width = 1440 | 390;

async function openPage(page: Page, width: Width, address: string, title: string): Promise<void> {
  await page.setViewportSize(sizeOf(width));
  await page.goto(address);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await waitUntilLoaded(page);
}

/** Undoes the latest change with its key, wherever the focus is. */
async function undo(page: Page): Promise<void> {
  await page.keyboard.press("z");
  await page.getByText("Undone.", { exact: true }).first().waitFor();
}

/** On a phone, a week is shown a day at a time. */
export async function logHoursOfDay(page: Page, project: string): Promise<void> {
  await openPage(page, 390, "/time", "Hours");
  await tabTo(page, "Log hours");
  await page.keyboard.press("Enter");
  await expectFocusOn(page, "Project");
  await choose(page, project, project);
  await tabTo(page, "Hours");
  await page.keyboard.type("1:30");
  await page.keyboard.press("Enter");
  await page.getByText(`Logged 1.5 h on ${project}`).waitFor();
  await expectFocusOn(page, "Log hours");
  await tabTo(page, `Edit ${project}, 1.5 hours`, "Shift+Tab");
  await page.keyboard.press("Enter");
  await expectFocusOn(page, "Hours");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await page.getByText(`Saved 2 h on ${project}`).waitFor();
  await expectFocusOn(page, `Edit ${project}, 2 hours`);
  await screenshot(page, "keyboard-hours-390");
  await undo(page);
  await expectFocusOn(page, `Edit ${project}, 1.5 hours`);
}

/** On a desktop, a week is a grid: the hours are typed into Monday of last week. */
export async function logHoursOfWeek(page: Page, project: string): Promise<void> {
  await openPage(page, 1440, "/time", "Hours");
  await tabTo(page, "Previous week");
  await page.keyboard.press("Enter");
  await page.getByText(/^Hours appear here/).waitFor();
  await waitUntilLoaded(page);
  await tabTo(page, "Add row");
  await page.keyboard.press("Enter");
  await expectFocusOn(page, "Project");
  await choose(page, project, project);
  await tabTo(page, "Add row");
  await page.keyboard.press("Enter");
  const cellOf = (hours: string) => new RegExp(`^${project}, Monday .*: ${hours}$`);
  await expectFocusOn(page, cellOf("no hours"));
  await page.keyboard.type("2.5");
  await page.keyboard.press("Enter");
  await page.getByText(`Logged 2.5 h on ${project}`).waitFor();
  await expectFocusOn(page, cellOf("2.5 hours"));
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await page.getByText(`Saved 4 h on ${project}`).waitFor();
  await expectFocusOn(page, cellOf("4 hours"));
  await screenshot(page, "keyboard-hours-1440");
  await undo(page);
  await expectFocusOn(page, cellOf("2.5 hours"));
}

/** Returns the title of the task. */
export async function closeTask(page: Page, width: Width, project: string): Promise<string> {
  const title = `Check the prices at ${width} px`;
  await openPage(page, width, "/tasks", "Tasks");
  await tabTo(page, "New task");
  await page.keyboard.press("Enter");
  await expectFocusOn(page, "Title");
  await page.keyboard.type(title);
  // After the first task, the form remembers its project.
  await tabTo(page, "Project");
  const projectField = page.getByRole("dialog").getByRole("combobox", { name: "Project" });
  if ((await projectField.inputValue()) !== project) await choose(page, project, project);
  await tabTo(page, "Create task");
  await page.keyboard.press("Enter");
  await page.getByText(`Task created: ${title}`).waitFor();
  await expectFocusOn(page, "New task");
  await page.getByRole("link", { name: title, exact: true }).waitFor();
  await tabTo(page, title);
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: title });
  await panel.waitFor();
  await waitUntilLoaded(page);
  await tabTo(page, "Status");
  await chooseDone(page);
  await page.getByText("Status saved.").waitFor();
  await expectFocusOn(page, "Status");
  await screenshot(page, `keyboard-task-${width}`);
  await undo(page);
  const status = panel.getByRole("combobox", { name: "Status" });
  await expect.poll(() => status.inputValue()).toBe("Open");
  await chooseDone(page);
  await expect.poll(() => status.inputValue()).toBe("Done");
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  // A closed task leaves the list, so the heading takes the focus.
  await expectFocusOn(page, "Tasks");
  return title;
}

async function chooseDone(page: Page): Promise<void> {
  await page.keyboard.press("Enter");
  const active = page.locator("[role=option][data-combobox-selected]");
  await page.getByRole("option", { name: "Done" }).waitFor();
  await expect
    .poll(async () => {
      const isDone = (await active.allTextContents()).includes("Done");
      if (!isDone) await page.keyboard.press("ArrowDown");
      return isDone;
    })
    .toBe(true);
  await page.keyboard.press("Enter");
}

/** Starts and stops the timer, and removes the hours that it logged. */
export async function runTimer(page: Page, width: Width, project: string): Promise<void> {
  await openPage(page, width, "/my-work", "My work");
  await tabTo(page, "Start timer");
  await page.keyboard.press("Enter");
  await page.getByLabel("Timer").getByRole("button", { name: "Start timer" }).waitFor();
  if ((await focusedName(page)) !== "Project") await tabTo(page, "Project");
  await choose(page, project, project);
  await tabTo(page, "Start timer");
  await page.keyboard.press("Enter");
  await page.getByText(`The timer is running on ${project}.`).waitFor();
  await expectFocusOn(page, new RegExp(`^Timer, running on ${project}`));
  await page.keyboard.press("Enter");
  await tabTo(page, "Stop timer");
  await page.keyboard.press("Enter");
  await page.getByText(`Logged on ${project}:`).waitFor();
  await expectFocusOn(page, "Start timer");
  await undo(page);
}
