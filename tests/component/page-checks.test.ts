import { expect, it } from "vitest";
import { expectAccessible, inEveryLookOfSample, openConsole } from "./console.ts";

it("the check of every page finds a broken word in the title", async () => {
  const page = await openConsole("/portfolio", { width: 390 });
  await expectAccessible(page, "a page");
  await page.locator("h1").evaluate((title) => {
    title.style.width = "40px";
  });
  await expect(expectAccessible(page, "a page")).rejects.toThrow("broken words");
});

it("the navigation of every page is accessible in every look, and its check finds a link without a name", async () => {
  const page = await openConsole("/portfolio");
  const check = () =>
    inEveryLookOfSample(page, (look) =>
      expectAccessible(page, `the navigation ${look}`, { withNavigation: true }),
    );
  await check();
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Health" })
    .evaluate((link) => {
      link.textContent = "";
    });
  await expect(check()).rejects.toThrow("the navigation 1440-light");
});
