import { describe, expect, it } from "vitest";
import { whoami } from "../../supabase/functions/_domain/identity/contract.ts";
import { get } from "./answers.ts";
import { endTest, openConsole } from "./console.ts";
import { people } from "./fixtures/people.ts";

describe("a component test", () => {
  it("fails when the page makes a request without an answer", async () => {
    await openConsole("/health");
    await expect(endTest()).rejects.toThrow("No answer for GET /api/portfolio-health");
  });

  it("fails when an answer breaks its contract", async () => {
    const viewer = { ...people.lead, role: "owner" as "lead" };
    await openConsole("/portfolio", {
      answers: [get(whoami, { viewer, project_ids: [], unread_account_notices: 0, timer: null })],
    });
    await expect(endTest()).rejects.toThrow("GET /api/whoami: ");
  });

  it("fails when a script on the page throws", async () => {
    const page = await openConsole("/portfolio");
    const pageError = page.waitForEvent("pageerror");
    await page.evaluate(() => {
      queueMicrotask(() => {
        throw new Error("Broken");
      });
    });
    await pageError;
    await expect(endTest()).rejects.toThrow("Broken");
  });

  it("begins without the rows, storage and cookies of the previous test", async () => {
    const page = await openConsole("/portfolio?q=reader");
    await page.evaluate(() => localStorage.setItem("left", "1"));
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    await openConsole("/portfolio", { as: people.admin });
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem("left"))).toBeNull();
    await page.getByRole("button", { name: `Your account, ${people.admin.name}` }).waitFor();
  });
});
