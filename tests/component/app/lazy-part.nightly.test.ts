/** More failures of parts that are loaded when they are first shown; lazy-part.test.ts proves the failure of one. */
import { afterEach, expect, it } from "vitest";
import { openConsole, openFreshPage, screenshot } from "../console.ts";
import { shop, shopAnswers } from "../fixtures/project-page.ts";

const ALL_CODE = "**/assets/*.js";
const STYLES = "**/assets/*project-hours*.css";

let allow = async () => {};
afterEach(() => allow());

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
  const styleSheets = () =>
    page.evaluate(() =>
      [...document.styleSheets]
        .filter(({ cssRules }) => cssRules.length > 0)
        .map(({ href }) => href),
    );
  await expect.poll(styleSheets).toContainEqual(expect.stringContaining("project-hours"));
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
