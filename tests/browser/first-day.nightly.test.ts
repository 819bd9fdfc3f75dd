/**
 * The first day of an agency in an empty service, done in the console without any documentation, with the hours of
 * another tool. Other tests prove each step: the first steps by first-day.test.ts, the admin of an empty service by
 * tests/stack/first-admin.test.ts, hours on a phone by tests/component/time/week.test.ts, a task on a phone by
 * tasks.test.ts, an import by tests/component/import, a merge by tests/service/people-merge.test.ts, and an export by
 * tests/component/time/lead.test.ts.
 */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import postgres from "postgres";
import { afterAll, describe, expect, test } from "vitest";
import { browserFlags, findBrowser } from "../../scripts/browser.ts";
import { folder, run, start } from "../stack/start-command.ts";
import { toolExports } from "../support/tool-exports.ts";
import { type FirstDay, home, steps, TASK, testFirstSteps } from "./first-day-journey.ts";
import { closeTask, logHoursOfDay, logHoursOfWeek, runTimer } from "./keyboard-day.ts";
import { expectAccessible, screenshot, sizeOf, waitUntilLoaded, widths } from "./page-checks.ts";
import { chooseProject, drop, textFile, uploadForm } from "./upload-page.ts";

const admin = { name: "Alma Ridgeway", email: "alma@ridgeway.test" };
const member = { name: "Ada Example", email: "ada@ridgeway.test" };
const day = { member } as FirstDay;

let browser: Browser;
let url: string;
let owner: postgres.Sql;

test("an empty service starts, and its first admin gets a link", async () => {
  const service = await start("first-day", "--no-seed");
  url = service.file.url;
  owner = postgres(service.file.database_url, { max: 1, onnotice: () => {} });
  const result = await run(
    "first-admin.ts",
    ...["--data", service.dataDir, "--organization", "Ridgeway Studio"],
    ...["--email", admin.email, "--name", admin.name, "--time-zone", "Europe/Berlin"],
  );
  day.link = /^http\S+$/m.exec(result.output)?.[0] ?? "";
  expect(day.link, result.output).toContain("/password#token=");
  browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags });
  day.desk = await (await windowOf(1440)).newPage();
  day.phone = await (await windowOf(390)).newPage();
});
afterAll(async () => {
  await browser?.close();
  await owner?.end();
});

async function windowOf(width: 1440 | 390): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: sizeOf(width),
    hasTouch: width === 390,
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
  });
  context.setDefaultTimeout(30_000);
  return context;
}

testFirstSteps(day);

async function storedHours(): Promise<number[]> {
  const entries = await owner<{ hours: number }[]>`
    select hours::float from public.time_entries order by hours`;
  return entries.map(({ hours }) => hours);
}

describe("a member on a phone", () => {
  test("logs hours, corrects them and undoes the correction, by keyboard alone", async () => {
    await logHoursOfDay(day.phone, "Web shop");
    await waitUntilLoaded(day.phone);
    await expectAccessible(day.phone, "hours on a phone", { everyRule: true });
    await screenshot(day.phone, "first-day-hours-390");
    expect(await storedHours()).toEqual([1.5]);
  });

  test("comments on the task and closes it", async () => {
    await day.phone.goto("/tasks");
    await day.phone.getByRole("link", { name: TASK }).click();
    const panel = day.phone.getByRole("dialog", { name: TASK });
    await panel.getByLabel("New comment").fill("The first draft is in the folder.");
    await panel.getByRole("button", { name: "Add comment" }).click();
    // The text in the field is not a comment yet.
    await panel
      .getByRole("listitem")
      .filter({ hasText: "The first draft is in the folder." })
      .waitFor();
    await panel.getByRole("combobox", { name: "Status" }).click();
    await day.phone.getByRole("option", { name: "Done" }).click();
    await day.phone.getByText("Status saved.").waitFor();
    await screenshot(day.phone, "first-day-task-390");
    const [task] = await owner`select status::text from public.tasks where title = ${TASK}`;
    expect(task).toEqual({ status: "done" });
    const comments = await owner`
      select comments.body from public.task_comments as comments
      join public.tasks on tasks.id = comments.task_id where tasks.title = ${TASK}`;
    expect(comments).toEqual([{ body: "The first draft is in the folder." }]);
  });
});

describe("a member with a keyboard alone", () => {
  test("logs hours in the grid of a week, corrects them and undoes the correction", async () => {
    await logHoursOfWeek(day.phone, "Web shop");
    expect(await storedHours()).toEqual([1.5, 2.5]);
  });

  test.each(widths)("creates a task, closes it and undoes it at %s px", async (width) => {
    const title = await closeTask(day.phone, width, "Web shop");
    // The panel shows a change before it is saved.
    await expect
      .poll(() => owner`select status::text, version from public.tasks where title = ${title}`)
      .toEqual([{ status: "done", version: 4 }]);
  });

  test.each(widths)("runs the timer and undoes its hours at %s px", async (width) => {
    await runTimer(day.phone, width, "Web shop");
    expect(await storedHours()).toEqual([1.5, 2.5]);
  });
});

describe("an admin with the hours of another tool", () => {
  test("imports a Harvest export", async () => {
    const csv = toolExports.find(({ tool }) => tool === "Harvest")?.csv ?? "";
    const file = path.join(folder, "harvest.csv");
    // The export spells the member's name in another way.
    await writeFile(file, csv.replaceAll("Ada,Example", "Ada M.,Example"));
    await home(day.desk);
    await day.desk.goto("/import");
    await day.desk.locator('input[type="file"]').setInputFiles(file);
    await day.desk.getByRole("button", { name: "Apply this import" }).click();
    await day.desk.getByRole("link", { name: "Open the portfolio" }).waitFor();
    await waitUntilLoaded(day.desk);
    await screenshot(day.desk, "first-day-import");
  });

  test("merges the imported person into the member", async () => {
    await day.desk.goto("/settings/people");
    await day.desk.getByRole("link", { name: "Ada M. Example" }).click();
    await day.desk.getByRole("button", { name: "Merge duplicate" }).click();
    const dialog = day.desk.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Duplicate" }).click();
    await day.desk.getByRole("option", { name: new RegExp(`^${member.name}`) }).click();
    await dialog.getByRole("button", { name: `Merge into ${member.name}` }).click();
    await day.desk.getByText(`Ada M. Example is merged into ${member.name}.`).waitFor();
  });

  test("exports the member's hours of a project, as the page shows them", async () => {
    const [project] = await owner`select id from public.projects where code = 'MF-1'`;
    await day.desk.goto(`/projects/${project?.id}?view=hours`);
    await day.desk.getByText("2.25").first().waitFor();
    await waitUntilLoaded(day.desk);
    await day.desk.getByRole("button", { name: "Export hours", exact: true }).click();
    const download = day.desk.waitForEvent("download");
    await day.desk.getByRole("menuitem", { name: /CSV/ }).click();
    const saved = path.join(folder, "hours.csv");
    await (await download).saveAs(saved);
    const text = await readFile(saved, "utf8");
    expect(text).toContain(member.name);
    expect(text).toContain("2.25");
    await screenshot(day.desk, "first-day-hours");
  });

  test("finishes the first steps with a document and without an integration", async () => {
    await home(day.desk);
    expect(await steps(day.desk).textContent()).toContain("3 of 5 done");
    await day.desk.getByRole("link", { name: "Open documents" }).click();
    await day.desk.getByRole("heading", { level: 1, name: "Documents" }).waitFor();
    await drop(day.desk, [textFile("brief.md", "# Brief\n\nThe shop opens in May.\n")]);
    await chooseProject(day.desk, "Web shop");
    await uploadForm(day.desk).getByRole("button", { name: "Upload 1 file" }).click();
    await day.desk.getByRole("rowheader", { name: /brief/ }).waitFor();
    await home(day.desk);
    expect(await steps(day.desk).textContent()).toContain("4 of 5 done");
    await day.desk.getByRole("button", { name: "Skip: Connect a tool" }).click();
    await day.desk.getByText("5 of 5 done").waitFor();
    await screenshot(day.desk, "first-day-done");
    await day.desk.getByRole("link", { name: "Open the portfolio" }).last().click();
    await day.desk.getByRole("heading", { level: 1, name: "Portfolio" }).waitFor();
    await day.desk.getByRole("link", { name: "Spring site" }).waitFor();
    await waitUntilLoaded(day.desk);
    await screenshot(day.desk, "first-day-portfolio");
  });
});
