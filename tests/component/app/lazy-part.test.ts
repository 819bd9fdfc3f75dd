/** Code that is loaded when it is first shown: the page's reaction to a failure. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { expectAccessible, loadPage, openConsole, screenshot } from "../console.ts";
import { shop, shopAnswers } from "../fixtures/project-page.ts";

const CHUNKS = "**/assets/*project-tasks*.js";
const STYLES = "**/assets/*project-hours*.css";

// Code that an earlier test loaded would not be requested again.
beforeEach(loadPage);
let allow = async () => {};
afterEach(() => allow());

it("a part that cannot be loaded leaves the page intact, shows an error, and loads on demand", async () => {
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
  const loaded = await page.evaluate(() =>
    [...document.styleSheets].filter(({ cssRules }) => cssRules.length > 0).map(({ href }) => href),
  );
  expect(loaded).toContainEqual(expect.stringContaining("project-hours"));
});
