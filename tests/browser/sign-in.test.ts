import { describe, expect, it } from "vitest";
import { demoId, people } from "../support/personas.ts";
import {
  as,
  expectAccessible,
  focused,
  inEveryLook,
  newPage,
  screenshot,
  settled,
  signIn,
  visit,
} from "./console.ts";

describe("signing in", () => {
  it("a member signs in by keyboard alone", async () => {
    const page = await newPage();
    await page.goto("/");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.keyboard.type(people.member.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type("countersign-demo");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Portfolio" }).waitFor();
    expect(await focused(page)).toBe("Portfolio");
    await page.close();
  });

  it("a wrong password and an unknown address get the same sentence", async () => {
    const page = await newPage();
    await page.goto("/");
    await signIn(page, people.lead.email, "not-the-password");
    const known = await page.getByRole("alert").textContent();
    expect(known).toBe("Email or password is wrong.");
    await screenshot(page, "sign-in-wrong-password");
    await signIn(page, "nobody@demo.test");
    await page.getByRole("button", { name: "Sign in" }).isEnabled();
    expect(await page.getByRole("alert").textContent()).toBe(known);
    await page.close();
  });

  it("names empty fields, accessibly in every look", async () => {
    const page = await newPage();
    await visit(page, "/", "Sign in");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Enter your email address").waitFor();
    await page.getByText("Enter your password").waitFor();
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `sign-in ${look}`);
      await screenshot(page, `sign-in-${look}`);
    });
    await page.close();
  });

  it("without a connection it says so, and works when it is back", async () => {
    const page = await newPage();
    await page.goto("/");
    await page.getByLabel("Email").waitFor();
    await page.context().setOffline(true);
    await signIn(page, people.lead.email);
    await page.getByText("The service cannot be reached.").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Portfolio" }).waitFor();
    await page.close();
  });

  it("signing in opens the address that was asked for", async () => {
    const page = await newPage();
    await page.goto("/import");
    await signIn(page, people.lead.email);
    await page.getByRole("heading", { level: 1, name: "Import" }).waitFor();
    await page.close();
  });
});

describe("leaving", () => {
  it("after signing out nothing of the portfolio is left, and the next person sees their own", async () => {
    const page = await newPage();
    await page.goto("/");
    await signIn(page, people.lead.email);
    // Both organizations have a project of this name: only its address tells whose it is.
    const shop = page.locator(`a[href="/projects/${demoId(4, 1, 1)}"]`);
    await shop.waitFor();
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.getByText("Web shop relaunch").count()).toBe(0);
    await signIn(page, people.other_admin.email);
    await page.locator("tfoot").waitFor();
    expect(await shop.count()).toBe(0);
    await page.close();
  });

  it("a session that the service no longer takes leads to signing in, not to an error", async () => {
    await as("member", {}, async (page) => {
      await page.route("**/rest/v1/project_summaries*", (route) =>
        route.fulfill({
          status: 401,
          json: { code: "PGRST301", message: "JWT expired", details: null, hint: null },
        }),
      );
      await page.goto("/");
      await page.getByText("Your session ended.").waitFor();
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
    });
  });

  it("a session that ends under an open form keeps what was typed, and saving goes on", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/", "Portfolio");
      await page.getByRole("button", { name: "New client" }).click();
      const form = page.getByRole("dialog", { name: "New client" });
      await form.getByLabel("Name").fill("Typed before the end");
      await page.route("**/api/portfolio-actions", (route) =>
        route.fulfill({
          status: 401,
          json: { statusCode: 401, code: "invalid_token", message: "…" },
        }),
      );
      await form.getByRole("button", { name: "Create client" }).click();
      await page.getByText("Your session ended.").waitFor();
      await settled(page);
      await expectAccessible(page, "signing in again");
      await screenshot(page, "sign-in-again");
      await page.unroute("**/api/portfolio-actions");
      await signIn(page, people.lead.email);
      await page.getByText("Your session ended.").waitFor({ state: "detached" });
      expect(await form.getByLabel("Name").inputValue()).toBe("Typed before the end");
      await form.getByRole("button", { name: "Create client" }).click();
      await page.getByText("Typed before the end is a client now.").waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("textbox", { name: "Search or jump to" }).fill("before the end");
      await page.getByRole("dialog").getByText("Typed before the end").click();
      await page.getByRole("heading", { level: 1, name: "Typed before the end" }).waitFor();
      await page.getByText("No accounts yet.").waitFor();
    });
  });
});

describe("a console that cannot serve", () => {
  it("names a service without identity provider", async () => {
    const page = await newPage();
    await page.route("**/api/config", (route) =>
      route.fulfill({
        status: 503,
        json: { statusCode: 503, code: "identity_provider_not_configured", message: "…" },
      }),
    );
    await visit(page, "/", "The service is not configured");
    await page.close();
  });

  it("offers another try when the portfolio cannot be read", async () => {
    await as("lead", {}, async (page) => {
      let fails = true;
      await page.route("**/rest/v1/project_summaries*", (route) =>
        fails
          ? route.fulfill({ status: 500, json: { code: "XX000", message: "…" } })
          : route.continue(),
      );
      await page.goto("/");
      await page.getByText("The service failed to answer").waitFor();
      fails = false;
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("link", { name: "SEO retainer" }).waitFor();
    });
  });
});
