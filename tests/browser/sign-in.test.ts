import { describe, expect, it } from "vitest";
import { demoId, people } from "../support/personas.ts";
import { focusedText, newPage, signIn } from "./console.ts";

describe("signing in", () => {
  it("a member signs in by keyboard alone", async () => {
    const page = await newPage();
    await page.goto("/");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.keyboard.type(people.member.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type("countersign-demo");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "My work" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/my-work");
    expect(await focusedText(page)).toBe("My work");
    await page.close();
  });
});

describe("signing out", () => {
  it("removes the portfolio from the window, and the next person sees only their own", async () => {
    const page = await newPage();
    await page.goto("/portfolio");
    await signIn(page, people.lead.email);
    // Both organizations have a project of this name; only the address tells the two apart.
    const shop = page.locator(`a[href="/projects/${demoId(4, 1, 1)}"]`);
    await shop.waitFor();
    await page.getByRole("button", { name: /^Your account/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.getByText("Web shop relaunch").count()).toBe(0);
    await signIn(page, people.other_admin.email);
    await page.locator("tfoot").waitFor();
    expect(await shop.count()).toBe(0);
    await page.close();
  });
});
