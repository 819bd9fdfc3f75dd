import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { account as accountRoute } from "../../../supabase/functions/_domain/identity/account-contract.ts";
import { whoami } from "../../../supabase/functions/_domain/identity/contract.ts";
import { type Answer, at, get, rpc } from "../answers.ts";
import {
  expectAccessible,
  inEveryLook,
  inEveryLookOfState,
  openConsole,
  screenshot,
} from "../console.ts";
import { idOf, people, signInAnswer } from "../fixtures/people.ts";
import {
  accountAnswers,
  change,
  noFactors,
  notices,
  own,
  refuse,
  userOf,
  userUpdate,
} from "./account-page.ts";

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("the account page", () => {
  it("is reached from the person menu, accessible in every look", async () => {
    const { answers } = accountAnswers({ ...own, requires_second_factor: true, notices });
    const page = await openConsole("/", { answers });
    await page.getByRole("button", { name: `Your account, ${people.lead.name}` }).click();
    await page.getByRole("menuitem", { name: "Your account" }).click();
    await page.getByRole("heading", { level: 1, name: "Your account" }).waitFor();
    await page.getByText("Ada Example created a password link for your account").waitFor();
    await page.getByText("Your organization requires a second factor").waitFor();
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `account ${look}`);
      await screenshot(page, `account-${look}`);
    });
  });

  it("shows times in a chosen zone, until that is undone", async () => {
    const account = { ...own, notices };
    const page = await openConsole("/account", { answers: accountAnswers(account).answers });
    const zone = page.getByRole("combobox", { name: "Show times in" });
    expect(await zone.inputValue()).toBe("This device's time zone (Europe/Berlin)");
    await zone.fill("Kiritimati");
    await page.getByRole("option", { name: "Pacific/Kiritimati" }).click();
    await page.getByText("Times are shown in Pacific/Kiritimati.").waitFor();
    expect(await page.evaluate(() => localStorage.getItem("countersign-time-zone"))).toBe(
      "Pacific/Kiritimati",
    );
    await page.getByRole("button", { name: "Undo" }).click();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("countersign-time-zone")))
      .toBeNull();
    expect(await zone.inputValue()).toBe("This device's time zone (Europe/Berlin)");
  });

  it("saves a name, and undoes it", async () => {
    const { answers, requests } = accountAnswers();
    const page = await openConsole("/account", { answers });
    await page.getByLabel("Name", { exact: true }).fill("Lena Another");
    await page.getByRole("button", { name: "Save name" }).click();
    await page.getByText("Your name is now Lena Another.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    expect(requests).toEqual([
      { action: "rename", name: "Lena Another", version: 4 },
      { action: "rename", name: own.name, version: 5 },
    ]);
  });

  it("sends a picture as a square without its metadata, and removes it", async () => {
    const { answers, requests } = accountAnswers();
    const page = await openConsole("/account", { answers });
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose picture" }).click();
    await (await chooser).setFiles({ name: "me.png", mimeType: "image/png", buffer: PIXEL });
    await page.getByText("Your picture has been saved.").waitFor();
    const { content } = requests[0] as { content: string };
    expect(Buffer.from(content, "base64").subarray(0, 4).toString("latin1")).toBe("RIFF");
    await page.getByRole("button", { name: "Remove picture" }).click();
    await page.getByText("Your picture has been removed.").waitFor();
    expect(requests[1]).toEqual({ action: "set_picture", content: null });
  });

  it("refuses a file that is not a picture before it is sent", async () => {
    const { answers, requests } = accountAnswers();
    const page = await openConsole("/account", { answers });
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose picture" }).click();
    const page2 = { name: "me.png", mimeType: "image/png", buffer: Buffer.from("<html>") };
    await (await chooser).setFiles(page2);
    await page.getByRole("alert").getByText("Choose a PNG, JPEG or WebP file.").waitFor();
    expect(requests).toEqual([]);
  });
});

describe("an absence", () => {
  it("names a colleague and its days, and is undone", async () => {
    const { answers, requests } = accountAnswers();
    const page = await openConsole("/account", { answers });
    const section = page.getByRole("region", { name: "Out of office" });
    await section.getByRole("button", { name: "Save absence" }).click();
    await section.getByText("Choose a colleague").waitFor();
    await section.getByText("Enter the last day").waitFor();
    await section.getByLabel("Colleague").fill(people.admin.name);
    await page.getByRole("option", { name: people.admin.name }).click();
    await section.getByLabel("First day").fill("2026-12-21");
    await section.getByLabel("Last day").fill("2026-12-18");
    await section.getByRole("button", { name: "Save absence" }).click();
    await section.getByText("The last day is before the first day").waitFor();
    await section.getByLabel("Last day").fill("2026-12-31");
    await section.getByRole("button", { name: "Save absence" }).click();
    await section.getByRole("button", { name: "End absence" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect
      .poll(() => requests)
      .toEqual([
        {
          action: "delegate",
          delegate_id: people.admin.id,
          first_on: "2026-12-21",
          last_on: "2026-12-31",
        },
        { action: "end_delegation" },
      ]);
    await expect.poll(() => section.getByRole("button", { name: "End absence" }).count()).toBe(0);
  });

  it("is missing for a member, who decides no cards", async () => {
    const page = await openConsole("/account", {
      as: people.member,
      answers: accountAnswers().answers,
    });
    await page.getByRole("heading", { name: "Password" }).first().waitFor();
    expect(await page.getByText("Out of office").count()).toBe(0);
  });

  it("reads the colleagues again when their list is opened after it could not be loaded", async () => {
    let isDown = true;
    const list: Answer = (request) =>
      isDown && request.url.includes("/people?") && request.url.includes("role=in.")
        ? Promise.resolve(Response.json({}, { status: 503 }))
        : undefined;
    const page = await openConsole("/account", { answers: [list, ...accountAnswers().answers] });
    const field = page.getByRole("combobox", { name: "Colleague" });
    await field.click();
    await page.getByText("The list couldn't be loaded. Close and open it to try again.").waitFor();
    isDown = false;
    await field.press("Escape");
    await field.click();
    await page.getByRole("option", { name: people.admin.name }).waitFor();
  });
});

describe("changing the password", () => {
  it("shows the rules before a person types, and missing values at their fields", async () => {
    const page = await change([], "", "short", "different");
    await page.getByText("At least 12 characters. A sentence").waitFor();
    await page.getByText("A password needs at least 12 characters").waitFor();
    await page.getByText("The two passwords differ.").waitFor();
    await page.getByLabel("New password", { exact: true }).fill("a long enough password");
    await page
      .getByLabel("Repeat the new password", { exact: true })
      .fill("a long enough password");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Enter your current password").waitFor();
  });

  it("a wrong current password names the next step", () =>
    refuse("current_password_mismatch", 400, "Your current password is wrong. Enter it again."));

  it("empties the fields after the change", async () => {
    const page = await change(
      [userUpdate(() => Response.json(userOf([])))],
      "the present one",
      "a long enough password",
    );
    await page.getByText("Your password has been changed.").waitFor();
    expect(await page.getByLabel("Current password", { exact: true }).inputValue()).toBe("");
  });
});

describe("sessions", () => {
  it("all end together after a confirmation", async () => {
    const scopes: (string | null)[] = [];
    const leaving = at("POST", "/auth/v1/logout", (request) => {
      scopes.push(new URL(request.url).searchParams.get("scope"));
      return new Response(null, { status: 204 });
    });
    const page = await openConsole("/account", {
      answers: [leaving, ...accountAnswers().answers],
    });
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByText("You will have to sign in again on this device too.").waitFor();
    await page.getByRole("button", { name: "Sign out on all devices" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    expect(scopes).toEqual(["global"]);
  });
});

describe("the second factor", () => {
  const FACTOR = idOf(12, 1);
  const enrolling: Answer[] = [
    at("POST", "/auth/v1/factors", () =>
      Response.json({
        id: FACTOR,
        type: "totp",
        friendly_name: "",
        totp: {
          qr_code:
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/></svg>',
          secret: "ABCDEFGHIJKLMNOP",
          uri: "otpauth://totp/Countersign:lena",
        },
      }),
    ),
    at("POST", `/auth/v1/factors/${FACTOR}/challenge`, () =>
      Response.json({ id: idOf(13, 1), type: "totp", expires_at: 4_000_000_000 }),
    ),
  ];
  const verifying = (answer: (code: string) => Response) =>
    at("POST", `/auth/v1/factors/${FACTOR}/verify`, async (request) =>
      answer(((await request.json()) as { code: string }).code),
    );

  it("is set up with a QR code or a key, and turned on by its first code", async () => {
    const codes: string[] = [];
    const verify = verifying((code) => {
      codes.push(code);
      return codes.length === 1
        ? Response.json(
            { code: 422, error_code: "mfa_verification_failed", msg: "…" },
            { status: 422 },
          )
        : Response.json(signInAnswer(people.lead));
    });
    const page = await openConsole("/account", {
      answers: [verify, ...enrolling, ...accountAnswers().answers],
    });
    await page.getByRole("button", { name: "Set up second factor" }).click();
    await page.getByText("ABCD EFGH IJKL MNOP").waitFor();
    await page.getByRole("img", { name: /QR code/ }).waitFor();
    await expectAccessible(page, "second factor");
    await inEveryLookOfState(page, (look) => screenshot(page, `second-factor-${look}`));
    await page.getByRole("button", { name: "Turn on second factor" }).click();
    await page.getByText("Enter the six digits").waitFor();
    await page.getByLabel("Code").fill("000000");
    await page.getByLabel("Code").press("Enter");
    await page
      .getByRole("alert")
      .getByText("The code is wrong or has already been used.")
      .waitFor();
    const isFocused = (element: Element) => element === document.activeElement;
    expect(await page.getByLabel("Code").evaluate(isFocused)).toBe(true);
    await page.getByLabel("Code").fill("123 456");
    await page.getByLabel("Code").press("Enter");
    await page.getByText("Your second factor is on.").waitFor();
    expect(codes).toEqual(["000000", "123456"]);
  });
});

describe("a notice", () => {
  it("is above every page until it is read", async () => {
    const unreadViewer = get(whoami, {
      viewer: people.lead,
      project_ids: [],
      unread_account_notices: 1,
      timer: null,
    });
    const { answers, requests } = accountAnswers({ ...own, notices });
    const page = await openConsole("/", { answers: [unreadViewer, ...answers] });
    await page.getByText("Your sign-in was changed").waitFor();
    await screenshot(page, "account-notice");
    await page.getByRole("button", { name: "See the change" }).click();
    await page.getByRole("heading", { name: "Changes to your sign-in" }).waitFor();
    await expect.poll(() => requests).toEqual([{ action: "read_notices", until: notices[0]?.at }]);
  });
});

describe("a picture", () => {
  it("is read once, and only where it exists", async () => {
    const viewer = { ...people.lead, picture_hash: "hash" };
    const ownViewer = get(whoami, {
      viewer,
      project_ids: [],
      unread_account_notices: 0,
      timer: null,
    });
    const picture = { media_type: "image/png", hash: "hash", content: PIXEL.toString("base64") };
    const reading = rpc("get_person_profile", { picture, has_second_factor: null, projects: [] });
    const page = await openConsole("/account", {
      answers: [ownViewer, reading, ...accountAnswers({ ...own, picture_hash: "hash" }).answers],
    });
    const source = page.locator("header img").first();
    await expect.poll(() => source.getAttribute("src")).toMatch(/^data:image\/png;base64,/);
  });
});

it("an account that cannot be read shows an error and a retry", async () => {
  let isDown = true;
  const flaky = get(accountRoute, () => {
    if (isDown) throw new AppError(503, "database_unavailable", "…");
    return { account: own };
  });
  const page = await openConsole("/account", { answers: [flaky, noFactors] });
  await page.getByRole("alert").getByText("The service failed to respond").waitFor();
  isDown = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Profile" }).waitFor();
});
