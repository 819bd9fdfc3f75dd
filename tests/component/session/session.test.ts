import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { whoami } from "../../../supabase/functions/_domain/identity/contract.ts";
import { config } from "../../../supabase/functions/_domain/platform/contract.ts";
import { portfolioActions } from "../../../supabase/functions/_domain/portfolio/action-contract.ts";
import { errors } from "../../../supabase/functions/_http/errors.ts";
import { type Answer, at, get, post, rows } from "../answers.ts";
import {
  expectAccessible,
  inEveryLook,
  inEveryLookOfState,
  openConsole,
  openFreshPage,
  screenshot,
  waitUntilLoaded,
} from "../console.ts";
import { idOf, people, signInAnswer } from "../fixtures/people.ts";

const answersToSignIn: Answer[] = [
  at("POST", "/auth/v1/token", () => Response.json(signInAnswer(people.lead))),
  get(whoami, { viewer: people.lead, project_ids: [], unread_account_notices: 0, timer: null }),
  rows("portfolio_import_runs", []),
  rows("import_mappings", []),
];
const answerToSignOut = at("POST", "/auth/v1/logout", () => new Response(null, { status: 204 }));

async function signIn(page: Page, password = "countersign-demo"): Promise<void> {
  await page.getByLabel("Email").fill(people.lead.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

const isFocused = (element: Element) => element === document.activeElement;

describe("signing in", () => {
  it("names empty fields, accessibly in every look", async () => {
    const page = await openConsole("/portfolio", { as: null });
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Enter your email address").waitFor();
    await page.getByText("Enter your password").waitFor();
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `sign-in ${look}`);
      await screenshot(page, `sign-in-${look}`);
    });
  });

  it("a refused password has its reason, and the field takes the focus", async () => {
    const refusal = at("POST", "/auth/v1/token", () =>
      Response.json({ code: "invalid_credentials", message: "…" }, { status: 400 }),
    );
    const page = await openConsole("/portfolio", { as: null, answers: [refusal] });
    await signIn(page, "not-the-password");
    await page.getByRole("alert").getByText("The email or password is wrong.").waitFor();
    expect(await page.getByLabel("Password", { exact: true }).evaluate(isFocused)).toBe(true);
    await screenshot(page, "sign-in-wrong-password");
  });

  it("reports a missing connection, and works once it is back", async () => {
    const page = await openConsole("/portfolio", { as: null, answers: answersToSignIn });
    await page.context().setOffline(true);
    await signIn(page);
    await page.getByText("The service cannot be reached.").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Portfolio" }).waitFor();
  });

  it("signing in opens the requested page", async () => {
    const page = await openConsole("/import", { as: null, answers: answersToSignIn });
    await signIn(page);
    await page.getByRole("heading", { level: 1, name: "Import" }).waitFor();
  });
});

describe("leaving", () => {
  it("a session that the service no longer accepts leads to signing in, not to an error", async () => {
    const expiredToken = at("GET", "/rest/v1/project_summaries", () =>
      Response.json(
        { code: "PGRST301", message: "JWT expired", details: null, hint: null },
        { status: 401 },
      ),
    );
    const page = await openConsole("/portfolio", {
      as: people.member,
      answers: [expiredToken, answerToSignOut],
    });
    await page.getByText("Your session ended.").waitFor();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  it("a session that ends under an open form keeps the text, and saving continues", async () => {
    const savedNames: string[] = [];
    let isOver = true;
    const clientCreate = post(portfolioActions, ({ body }) => {
      if (isOver) throw new AppError(401, "invalid_token", "…");
      if (body.type !== "client_create") throw new Error(body.type);
      savedNames.push(body.name);
      return {
        type: "client_create" as const,
        client: {
          id: idOf(2, 9),
          name: body.name,
          website: null,
          note: null,
          created_at: "2026-11-20T09:00:00+00:00",
          updated_at: "2026-11-20T09:00:00+00:00",
          archived_at: null,
          version: 1,
        },
      };
    });
    const page = await openConsole("/clients", {
      answers: [clientCreate, ...answersToSignIn, answerToSignOut],
    });
    await page.getByRole("button", { name: "New client" }).click();
    const form = page.getByRole("dialog", { name: "New client" });
    await form.getByLabel("Name").fill("Typed before the end");
    await form.getByRole("button", { name: "Create client" }).click();
    await page.getByText("Your session ended.").waitFor();
    await waitUntilLoaded(page);
    await expectAccessible(page, "signing in again");
    await screenshot(page, "sign-in-again");
    isOver = false;
    await signIn(page);
    await page.getByText("Your session ended.").waitFor({ state: "detached" });
    expect(await form.getByLabel("Name").inputValue()).toBe("Typed before the end");
    await form.getByRole("button", { name: "Create client" }).click();
    await page.getByText("Typed before the end is now a client.").waitFor();
    expect(savedNames).toEqual(["Typed before the end"]);
  });

  it("an outsider sees that they lack a membership and can sign out", async () => {
    const noMembership = get(whoami, () => {
      throw new AppError(403, "no_membership", "You are not a member of an organization");
    });
    const page = await openConsole("/portfolio", { answers: [noMembership, answerToSignOut] });
    await page.getByRole("heading", { level: 1, name: "You are not a member yet" }).waitFor();
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `no membership ${look}`);
      await screenshot(page, `portfolio-outsider-${look}`);
    });
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain("auth-token");
  });
});

describe("the console without a configured service", () => {
  it("reports that there is no identity provider", async () => {
    // A page reads the configuration once.
    await openFreshPage();
    const missingConfig = get(config, () => {
      throw errors.identityProviderNotConfigured();
    });
    const page = await openConsole("/portfolio", { as: null, answers: [missingConfig] });
    await page.getByRole("heading", { level: 1, name: "The service is not configured" }).waitFor();
  });
});
