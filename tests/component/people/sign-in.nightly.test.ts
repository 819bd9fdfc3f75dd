/** Help with signing in; tests/hostile/password-link.test.ts and second-factor.test.ts prove what it does. */
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { settings } from "../../../supabase/functions/_domain/identity/settings-contract.ts";
import { at, get, post, rpc } from "../answers.ts";
import {
  expectAccessible,
  inEveryLook,
  inEveryLookOfState,
  openConsole,
  screenshot,
} from "../console.ts";
import { people, signInAnswer } from "../fixtures/people.ts";
import { defaultSettings } from "../fixtures/settings.ts";
import { organization } from "./organization.ts";

const list = "/settings/people";
/** A PNG of one pixel. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("helping a person to sign in", () => {
  it("an admin creates a password link after a confirmation, and copies it once", async () => {
    const { answers, requests } = organization();
    const page = await openConsole(`${list}/${people.lead.id}`, { as: people.admin, answers });
    await page.getByRole("button", { name: "Create password link" }).click();
    await page.getByText("They see that you created the link").waitFor();
    await page.getByRole("button", { name: "Create password link" }).click();
    const link = page.getByLabel("Password link");
    expect(await link.inputValue()).toMatch(/\/password#token=2{64}&email=lena%40demo\.test$/);
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `password link of a person ${look}`);
      await screenshot(page, `person-password-link-${look}`);
    });
    expect(requests).toContainEqual({ action: "create_password_link", person_id: people.lead.id });
  });

  it("an admin removes a second factor after a confirmation", async () => {
    const { answers, requests } = organization();
    const page = await openConsole(`${list}/${people.lead.id}`, { as: people.admin, answers });
    await page.getByText("Second factor: on").waitFor();
    await page.getByRole("button", { name: "Remove second factor" }).click();
    await page.getByRole("button", { name: "Remove second factor" }).click();
    await page.getByText(`The second factor of ${people.lead.name} is off.`).waitFor();
    await page.getByText("Second factor: off").waitFor();
    expect(requests).toContainEqual({ action: "remove_second_factor", person_id: people.lead.id });
  });

  it("an admin has no such section for their own entry, and a lead has none for anyone", async () => {
    const { answers } = organization();
    const page = await openConsole(`${list}/${people.admin.id}`, { as: people.admin, answers });
    await page.getByRole("heading", { name: "History" }).waitFor();
    expect(await page.getByRole("heading", { name: "Sign-in" }).count()).toBe(0);
    await openConsole(`${list}/${people.admin.id}`, { as: people.lead, answers });
    await page.getByRole("heading", { name: "History" }).waitFor();
    expect(await page.getByRole("heading", { name: "Sign-in" }).count()).toBe(0);
  });
});

it("a lead sees the picture that a person chose", async () => {
  const { answers } = organization();
  const picture = { media_type: "image/png", hash: "hash", content: PIXEL };
  const reading = rpc("get_person_profile", { picture, has_second_factor: null, projects: [] });
  const page = await openConsole(`${list}/${people.member.id}`, { answers: [reading, ...answers] });
  const image = page.locator(`img[src="data:image/png;base64,${PIXEL}"]`);
  await image.waitFor({ state: "attached" });
});

describe("the rule about second factors", () => {
  it("asks an admin without one to set it up in place, and then continues", async () => {
    const { answers } = organization();
    const requests: object[] = [];
    let storedSettings = defaultSettings;
    const setting = post(settings, ({ body }) => {
      requests.push(body);
      if (requests.length === 1) {
        const details = { has_second_factor: false };
        throw new AppError(403, "second_factor_required", "…", details);
      }
      const { version: _, confirms_currency: __, ...rest } = body;
      storedSettings = { ...defaultSettings, ...rest, version: 1 };
      return { settings: storedSettings };
    });
    const reading = get(settings, () => ({ settings: storedSettings }));
    const enrolling = at("POST", "/auth/v1/factors", () =>
      Response.json({
        id: people.admin.id,
        type: "totp",
        friendly_name: "",
        totp: { qr_code: "<svg/>", secret: "ABCDEFGH", uri: "otpauth://totp/a" },
      }),
    );
    const challenge = at("POST", `/auth/v1/factors/${people.admin.id}/challenge`, () =>
      Response.json({ id: people.lead.id, type: "totp", expires_at: 4_000_000_000 }),
    );
    const sessionAnswer = signInAnswer(people.admin);
    const user = at("GET", "/auth/v1/user", () =>
      Response.json({ ...sessionAnswer.user, factors: [] }),
    );
    const verify = at("POST", `/auth/v1/factors/${people.admin.id}/verify`, () =>
      Response.json(sessionAnswer),
    );
    const page = await openConsole("/settings/approvals", {
      as: people.admin,
      answers: [setting, reading, enrolling, challenge, user, verify, ...answers],
    });
    const rule = page.getByRole("switch", { name: "Require a second factor for high stakes" });
    await rule.click();
    const dialog = page.getByRole("dialog", { name: "Set up a second factor" });
    await dialog.getByText("ABCD EFGH").waitFor();
    await inEveryLook(page, (look) => screenshot(page, `second-factor-prompt-${look}`));
    await dialog.getByLabel("Code").fill("123456");
    await dialog.getByRole("button", { name: "Turn on second factor" }).click();
    await page.getByText("Cards with high stakes now need a second factor.").waitFor();
    await expect.poll(() => rule.isChecked()).toBe(true);
    expect(requests).toEqual(Array(2).fill({ requires_second_factor: "high_stakes", version: 0 }));
  });

  it("stays the same when the admin closes the dialog", async () => {
    const { answers } = organization();
    const refusing = post(settings, () => {
      throw new AppError(403, "second_factor_required", "This needs a second factor", {
        has_second_factor: true,
      });
    });
    const off = get(settings, {
      settings: defaultSettings,
    });
    const page = await openConsole("/settings/approvals", {
      as: people.admin,
      answers: [refusing, off, ...answers],
    });
    const rule = page.getByRole("switch", { name: "Require a second factor for high stakes" });
    await rule.click();
    await page.getByRole("dialog", { name: "Enter your code" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("alert").getByText("This needs a second factor").waitFor();
    expect(await rule.isChecked()).toBe(false);
  });
});
