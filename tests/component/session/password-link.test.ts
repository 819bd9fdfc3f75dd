import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { password as passwordRoute } from "../../../supabase/functions/_domain/identity/account-contract.ts";
import { whoami } from "../../../supabase/functions/_domain/identity/contract.ts";
import { config } from "../../../supabase/functions/_domain/platform/contract.ts";
import { type Answer, at, get, post, rows } from "../answers.ts";
import {
  expectAccessible,
  inEveryLook,
  inEveryLookOfState,
  openConsole,
  openFreshPage,
  screenshot,
} from "../console.ts";
import { idOf, people, signInAnswer } from "../fixtures/people.ts";

const TOKEN = "0".repeat(64);
const link = `/password#${new URLSearchParams({ token: TOKEN, email: "lena@demo.test" })}`;
const FACTOR = idOf(12, 1);
const factors = [{ id: FACTOR, factor_type: "totp", status: "verified", friendly_name: "" }];
const withFactor = {
  ...signInAnswer(people.lead),
  user: { ...signInAnswer(people.lead).user, factors },
};

/** The answer to a correct code: a session with both factors. */
function answerAfterCode() {
  const claims = {
    sub: people.lead.user_id,
    exp: 4_000_000_000,
    role: "authenticated",
    aal: "aal2",
  };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const access_token = `${part({ alg: "ES256", typ: "JWT" })}.${part(claims)}.c2ln`;
  return { ...withFactor, access_token };
}

describe("signing in with a second factor", () => {
  const answers = (verify: () => Response): Answer[] => [
    at("POST", "/auth/v1/token", () => Response.json(withFactor)),
    at("GET", "/auth/v1/user", () => Response.json(withFactor.user)),
    at("POST", `/auth/v1/factors/${FACTOR}/challenge`, () =>
      Response.json({ id: idOf(13, 1), type: "totp", expires_at: 4_000_000_000 }),
    ),
    at("POST", `/auth/v1/factors/${FACTOR}/verify`, verify),
    at("POST", "/auth/v1/logout", () => new Response(null, { status: 204 })),
    get(whoami, { viewer: people.lead, project_ids: [], unread_account_notices: 0, timer: null }),
    rows("portfolio_import_runs", []),
    rows("import_mappings", []),
  ];
  const open = async (verify: () => Response) => {
    const page = await openConsole("/import", { as: null, answers: answers(verify) });
    await page.getByLabel("Email").fill("lena@demo.test");
    await page.getByLabel("Password", { exact: true }).fill("countersign-demo");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Enter your code" }).waitFor();
    return page;
  };

  it("asks for the code, then opens the requested page", async () => {
    const page = await open(() => Response.json(answerAfterCode()));
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `code ${look}`);
      await screenshot(page, `sign-in-code-${look}`);
    });
    await page.getByLabel("Code").fill("123456");
    await page.getByRole("button", { name: "Finish signing in" }).click();
    await page.getByRole("heading", { level: 1, name: "Import" }).waitFor();
  });

  it("explains when codes were guessed too often, and lets another person sign in", async () => {
    const page = await open(() =>
      Response.json(
        { code: 429, error_code: "over_request_rate_limit", msg: "…" },
        { status: 429 },
      ),
    );
    await page.getByLabel("Code").fill("123456");
    await page.getByRole("button", { name: "Finish signing in" }).click();
    await page.getByRole("alert").getByText("Too many attempts. Wait five minutes").waitFor();
    await page.getByRole("button", { name: "Use another account" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  });
});

describe("a forgotten password", () => {
  it("refers to an admin where Auth sends no emails", async () => {
    const page = await openConsole("/", { as: null });
    await page.getByRole("button", { name: "Forgot your password?" }).click();
    await page.getByText("Ask an admin of your organization for a password link.").waitFor();
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `forgotten ${look}`);
      await screenshot(page, `forgotten-password-${look}`);
    });
    await page.getByRole("button", { name: "Back to sign-in" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  });

  it("sends an email where Auth sends emails, with an answer that does not reveal whether there is an account", async () => {
    const requests: unknown[] = [];
    const recovering = at("POST", "/auth/v1/recover", async (request) => {
      const { email } = (await request.json()) as { email: string };
      requests.push([
        email,
        new URL(request.url).searchParams.get("redirect_to")?.endsWith("/password"),
      ]);
      return Response.json({});
    });
    const configAnswer = at("GET", "/api/config", (request) =>
      Response.json(
        config.get.response.parse({
          supabase_url: new URL(request.url).origin,
          supabase_anon_key: "publishable",
          password_recovery: "email",
        }),
      ),
    );
    // The console reads its configuration once.
    await openFreshPage();
    const page = await openConsole("/", { as: null, answers: [configAnswer, recovering] });
    await page.getByRole("button", { name: "Forgot your password?" }).click();
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByText("Enter your email address").waitFor();
    await page.getByLabel("Email").fill("nobody@elsewhere.test");
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByText("If there is an account with this address").waitFor();
    expect(requests).toEqual([["nobody@elsewhere.test", true]]);
  });
});

describe("a password link", () => {
  const fill = async (page: Awaited<ReturnType<typeof openConsole>>, password: string) => {
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByLabel("Repeat the new password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Set password" }).click();
  };

  it("opens a page that shows the email address and hides the token", async () => {
    const page = await openConsole(link, { as: null });
    await page.getByRole("heading", { level: 1, name: "Choose a password" }).waitFor();
    expect(new URL(page.url()).hash).toBe("");
    expect(await page.getByLabel("Email").inputValue()).toBe("lena@demo.test");
    await fill(page, "short");
    await page.getByText("A password needs at least 12 characters").waitFor();
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `password link ${look}`);
      await screenshot(page, `password-link-${look}`);
    });
  });

  it("sets the password and signs in", async () => {
    const requests: object[] = [];
    const setting = post(passwordRoute, ({ body }) => {
      requests.push(body);
      return { email: "lena@demo.test" };
    });
    const signingIn = at("POST", "/auth/v1/token", () => Response.json(signInAnswer(people.lead)));
    const page = await openConsole(link, { as: null, answers: [setting, signingIn] });
    const departure = page.waitForURL((url) => url.pathname === "/");
    await fill(page, "a long enough password");
    await departure;
    expect(requests).toEqual([{ token: TOKEN, password: "a long enough password" }]);
  });

  it("that is no longer valid shows a final error with the next step", async () => {
    const refusing = post(passwordRoute, () => {
      throw new AppError(404, "link_not_valid", "This link was used. Ask an admin for a new one");
    });
    const page = await openConsole(link, { as: null, answers: [refusing] });
    await fill(page, "a long enough password");
    await page.getByRole("heading", { level: 1, name: "This link is not valid" }).waitFor();
    await page.getByText("Ask an admin for a new one").waitFor();
  });

  it("without its token is reported as incomplete", async () => {
    const page = await openConsole("/password", { as: null });
    await page.getByRole("heading", { level: 1, name: "This link is not complete" }).waitFor();
  });
});
