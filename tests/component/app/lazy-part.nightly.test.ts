/** Parts whose code is loaded when they are first shown: the page's reaction to a failure. */
import { afterEach, expect, it } from "vitest";
import { expectAccessible, openConsole, openFreshPage, screenshot } from "../console.ts";
import { shop, shopAnswers } from "../fixtures/project-page.ts";

const ALL_CODE = "**/assets/*.js";
const READS = /\/rest\/v1\/(?:projects|rpc\/get_project_timeline)\b/;
const CHUNKS = "**/assets/*project-tasks*.js";
const STYLES = "**/assets/*project-hours*.css";

let allow = async () => {};
afterEach(() => allow());

it("a part that cannot be loaded leaves the page intact, shows an error, and loads on demand", async () => {
  // Code that an earlier test loaded would not be requested again.
  await openFreshPage();
  const page = await openConsole(`/projects/${shop?.id}`, shopAnswers());
  allow = () => page.unroute(CHUNKS);
  await page.route(CHUNKS, (route) => route.abort("internetdisconnected"));
  await page.getByRole("tab", { name: /^Tasks/ }).click();
  const notice = page.getByRole("alert").filter({ hasText: "could not be loaded" });
  await notice.getByText("Nothing was lost.").waitFor();
  await page.getByRole("heading", { level: 1, name: shop?.name ?? "" }).waitFor();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  await expectAccessible(page, "a part that is missing");
  await screenshot(page, "part-missing");
  await page.unroute(CHUNKS);
  await notice.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("table", { name: "Tasks" }).waitFor();
  expect(await notice.count()).toBe(0);
});

it("a part whose style sheet could not be loaded gets it with the next attempt", async () => {
  await openFreshPage();
  const page = await openConsole(`/projects/${shop?.id}`, shopAnswers());
  allow = () => page.unroute(STYLES);
  await page.route(STYLES, (route) => route.abort("internetdisconnected"));
  await page.getByRole("tab", { name: /^Hours/ }).click();
  const notice = page.getByRole("alert").filter({ hasText: "could not be loaded" });
  await notice.waitFor();
  await page.unroute(STYLES);
  await notice.getByRole("button", { name: "Try again" }).click();
  await notice.waitFor({ state: "detached" });
  // A sheet that failed is listed too, but its rules cannot be read.
  const loaded = () =>
    page.evaluate(() =>
      [...document.styleSheets]
        .filter(({ cssRules }) => cssRules.length > 0)
        .map(({ href }) => href),
    );
  await expect.poll(loaded).toContainEqual(expect.stringContaining("project-hours"));
});

it("a lost connection is reported once, where the reader looks, and one button loads everything", async () => {
  await openFreshPage();
  const page = await openConsole(`/projects/${shop?.id}`, shopAnswers());
  allow = () => page.unroute(ALL_CODE);
  await page.route(ALL_CODE, (route) => route.abort("internetdisconnected"));
  // The first click also requests the palette and the messages, whose absence is not visible yet.
  await page.getByRole("heading", { level: 1 }).click();
  await page.waitForTimeout(300);
  const notices = page.getByText(/could not be loaded$/);
  expect(await notices.count()).toBe(0);
  await page.keyboard.press("Control+k");
  await expect.poll(() => notices.count()).toBe(1);
  await page.getByRole("tab", { name: /^Tasks/ }).click();
  await page.getByRole("tabpanel").getByText("could not be loaded").waitFor();
  expect(await notices.count()).toBe(1);
  await screenshot(page, "connection-lost");
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Health" })
    .click();
  await page.getByRole("heading", { level: 1, name: "This page could not be loaded" }).waitFor();
  expect(await notices.count()).toBe(1);
  await screenshot(page, "connection-lost-page");
  await page.unroute(ALL_CODE);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1, name: "Health" }).waitFor();
  await expect.poll(() => notices.count()).toBe(0);
});

it("data that cannot be read is reported once, and one button reads all of it", async () => {
  const page = await openConsole("/portfolio");
  allow = () => page.unroute(READS);
  let attempts = 0;
  await page.route(READS, (route) => {
    if (new URL(route.request().url()).pathname === "/rest/v1/projects") attempts++;
    return route.abort("internetdisconnected");
  });
  await openConsole(`/projects/${shop?.id}`, shopAnswers());
  const notice = page.getByRole("alert").filter({ hasText: "The service cannot be reached" });
  await notice.waitFor();
  const rest = page.getByText("Not loaded.");
  await expect.poll(() => rest.count()).toBe(1);
  expect(await notice.count()).toBe(1);
  expect(attempts).toBe(3);
  await expectAccessible(page, "data that is missing");
  await screenshot(page, "data-missing");
  await page.unroute(READS);
  await notice.getByRole("button", { name: "Try again" }).click();
  await notice.waitFor({ state: "detached" });
  await expect.poll(() => rest.count()).toBe(0);
});
