/** The first day of an agency in an empty service, done in the console without any documentation. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import postgres from "postgres";
import { afterAll, describe, expect, test } from "vitest";
import { browserFlags, findBrowser } from "../../scripts/browser.ts";
import { folder, run, start } from "../stack/start-command.ts";
import { toolExports } from "../support/tool-exports.ts";
import { expectAccessible, screenshot, settled, sizeOf } from "./page-checks.ts";

const PASSWORD = "a long enough password";
const admin = { name: "Alma Ridgeway", email: "alma@ridgeway.test" };
const member = { name: "Ada Example", email: "ada@ridgeway.test" };
const TASK = "Draw the home page";

let browser: Browser;
let url: string;
let link: string;
let owner: postgres.Sql;
let desk: Page;
let phone: Page;

test("an empty service starts, and its first admin gets a link", async () => {
  const service = await start("first-day", "--no-seed");
  url = service.file.url;
  owner = postgres(service.file.database_url, { max: 1, onnotice: () => {} });
  const made = await run(
    "first-admin.ts",
    ...["--data", service.dataDir, "--organization", "Ridgeway Studio"],
    ...["--email", admin.email, "--name", admin.name, "--time-zone", "Europe/Berlin"],
  );
  link = /^http\S+$/m.exec(made.output)?.[0] ?? "";
  expect(link, made.output).toContain("/password#token=");
  browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags });
  desk = await (await windowOf(1440)).newPage();
  phone = await (await windowOf(390)).newPage();
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

const steps = (page: Page) => page.getByRole("heading", { name: /^First steps/ });

async function home(page: Page): Promise<void> {
  await page.goto("/my-work");
  await page.getByRole("heading", { level: 1, name: "My work" }).waitFor();
  await settled(page);
}

describe("an admin", () => {
  test("chooses a password and sees the first steps, with no warning about the sign-in", async () => {
    await desk.goto(link);
    await desk.getByRole("textbox", { name: "New password", exact: true }).fill(PASSWORD);
    await desk.getByRole("textbox", { name: "Repeat the new password" }).fill(PASSWORD);
    await desk.getByRole("button", { name: "Set password" }).click();
    await steps(desk).waitFor();
    await settled(desk);
    expect(await steps(desk).textContent()).toContain("0 of 4 done");
    expect(await desk.getByText("Your sign-in was changed").count()).toBe(0);
    await expectAccessible(desk, "My work of an empty organization");
    await screenshot(desk, "first-day-empty");
  });

  test("confirms the name and time zone unchanged", async () => {
    await desk.getByRole("link", { name: "Open settings" }).click();
    await desk.getByRole("button", { name: "Save organization" }).click();
    await desk.getByText("Organization saved.").waitFor();
    await home(desk);
    expect(await steps(desk).textContent()).toContain("1 of 4 done");
  });

  test("creates a client, a project and a task", async () => {
    await desk.getByRole("button", { name: "New project" }).click();
    const project = desk.getByRole("dialog", { name: "New project" });
    await project.getByLabel("Name", { exact: true }).fill("Web shop");
    await project.getByLabel("Code").fill("SHOP");
    await project.getByLabel("Client name").fill("Harbour Books");
    await project.getByLabel("Account name").fill("Website");
    await project.getByRole("button", { name: "Create project" }).click();
    await desk.getByRole("heading", { level: 1, name: "Web shop" }).waitFor();
    await desk.getByRole("tab", { name: /^Tasks/ }).click();
    await desk.getByRole("button", { name: "New task" }).click();
    const task = desk.getByRole("dialog", { name: "New task" });
    await task.getByLabel("Title").fill(TASK);
    await task.getByRole("button", { name: "Create task" }).click();
    await desk.getByRole("link", { name: TASK }).waitFor();
    await settled(desk);
    await screenshot(desk, "first-day-project");
  });

  test("invites a member to the project", async () => {
    await home(desk);
    await desk.getByRole("link", { name: "Invite a person" }).click();
    await desk.getByLabel("Name", { exact: true }).fill(member.name);
    await desk.getByLabel("Email").fill(member.email);
    await desk.getByRole("combobox", { name: "Projects" }).click();
    await desk.getByRole("option", { name: /Web shop/ }).click();
    await desk.keyboard.press("Escape");
    await desk.getByRole("button", { name: "Make an invitation link" }).click();
    await desk.getByRole("heading", { name: `Invitation for ${member.name}` }).waitFor();
    link = await desk.getByLabel("Invitation link").inputValue();
  });
});

describe("a member on a phone", () => {
  test("joins by the link", async () => {
    await phone.goto(link);
    await phone.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await screenshot(phone, "first-day-invitation-390");
    await phone.getByRole("button", { name: "Set password and join" }).click();
    await phone.getByRole("heading", { level: 1, name: "My work" }).waitFor();
  });

  test("logs hours", async () => {
    await phone.goto("/time");
    await phone.getByRole("heading", { level: 1, name: "Hours" }).waitFor();
    await phone.getByRole("button", { name: "Add entry" }).click();
    const form = phone.getByRole("dialog", { name: /^Add entry/ });
    await form.getByRole("combobox", { name: "Project" }).click();
    await phone.getByRole("option", { name: "Web shop" }).click();
    await form.getByLabel("Hours").fill("1:30");
    await form.getByRole("button", { name: "Log hours" }).click();
    await form.waitFor({ state: "detached" });
    await phone.getByRole("button", { name: /^Edit Web shop/ }).waitFor();
    await settled(phone);
    await expectAccessible(phone, "hours on a phone", { everyRule: true });
    await screenshot(phone, "first-day-hours-390");
  });

  test("comments on the task and closes it", async () => {
    await phone.goto("/tasks");
    await phone.getByRole("link", { name: TASK }).click();
    const panel = phone.getByRole("dialog", { name: TASK });
    await panel.getByLabel("New comment").fill("The first draft is in the folder.");
    await panel.getByRole("button", { name: "Comment", exact: true }).click();
    await panel.getByText("The first draft is in the folder.").last().waitFor();
    await panel.getByRole("combobox", { name: "Status" }).click();
    await phone.getByRole("option", { name: "Done" }).click();
    await phone.getByText("Status saved.").waitFor();
    const [task] = await owner`select status::text from public.tasks where title = ${TASK}`;
    expect(task).toEqual({ status: "done" });
  });
});

describe("an admin with the hours of another tool", () => {
  test("imports a Harvest export", async () => {
    const csv = toolExports.find(({ tool }) => tool === "Harvest")?.csv ?? "";
    const file = path.join(folder, "harvest.csv");
    // The export spells the member's name in another way.
    await writeFile(file, csv.replaceAll("Ada,Example", "Ada M.,Example"));
    await home(desk);
    await desk.goto("/import");
    await desk.locator('input[type="file"]').setInputFiles(file);
    await desk.getByRole("button", { name: "Apply this import" }).click();
    await desk.getByRole("link", { name: "See the portfolio" }).waitFor();
    await settled(desk);
    await screenshot(desk, "first-day-import");
  });

  test("merges the imported person into the member", async () => {
    await desk.goto("/settings/people");
    await desk.getByRole("link", { name: "Ada M. Example" }).click();
    await desk.getByRole("button", { name: "Merge duplicate" }).click();
    const dialog = desk.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "The other entry" }).click();
    await desk.getByRole("option", { name: new RegExp(`^${member.name}`) }).click();
    await dialog.getByRole("button", { name: `Merge into ${member.name}` }).click();
    await desk.getByText(`Ada M. Example is merged into ${member.name}.`).waitFor();
  });

  test("exports the member's hours of a project, as the page shows them", async () => {
    const [project] = await owner`select id from public.projects where code = 'MF-1'`;
    await desk.goto(`/projects/${project?.id}?view=hours`);
    await desk.getByText("2.25").first().waitFor();
    await settled(desk);
    await desk.getByRole("button", { name: "Export hours", exact: true }).click();
    const download = desk.waitForEvent("download");
    await desk.getByRole("menuitem", { name: /CSV/ }).click();
    const saved = path.join(folder, "hours.csv");
    await (await download).saveAs(saved);
    const text = await readFile(saved, "utf8");
    expect(text).toContain(member.name);
    expect(text).toContain("2.25");
    await screenshot(desk, "first-day-hours");
  });

  test("ends with three steps done, and the last leads to the documents", async () => {
    await home(desk);
    expect(await steps(desk).textContent()).toContain("3 of 4 done");
    await desk.getByRole("link", { name: "Open documents" }).click();
    await desk.getByRole("heading", { level: 1, name: "Documents" }).waitFor();
  });
});
