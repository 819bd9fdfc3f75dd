/** Parts whose code is loaded when they are first shown: the page's reaction to a failure. */
import { afterEach, expect, it } from "vitest";
import { expectAccessible, openConsole, openFreshPage, screenshot } from "../console.ts";
import { shop, shopAnswers } from "../fixtures/project-page.ts";

const READS = /\/rest\/v1\/(?:projects|rpc\/get_project_timeline)\b/;
const CHUNKS = "**/assets/*project-tasks*.js";

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
  const placeholder = page.getByText("Not loaded.");
  await expect.poll(() => placeholder.count()).toBe(1);
  expect(await notice.count()).toBe(1);
  expect(attempts).toBe(3);
  await expectAccessible(page, "data that is missing");
  await screenshot(page, "data-missing");
  await page.unroute(READS);
  await notice.getByRole("button", { name: "Try again" }).click();
  await notice.waitFor({ state: "detached" });
  await expect.poll(() => placeholder.count()).toBe(0);
});
