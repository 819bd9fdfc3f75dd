import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { whoami } from "../../../supabase/functions/_domain/identity/contract.ts";
import { settings } from "../../../supabase/functions/_domain/identity/settings-contract.ts";
import { get, post } from "../answers.ts";
import { expectAccessible, inEveryLook, openConsole, screenshot } from "../console.ts";
import { people } from "../fixtures/people.ts";
import { shop, shopAnswers } from "../fixtures/project-page.ts";
import { defaultSettings } from "../fixtures/settings.ts";

const address = "/settings/organization";
const hours = (from: number, to: number, each: number) =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, i) => [from + i, { hours: each }]));

/** The service with these settings, which saves what it is sent unless it refuses. */
function saving(
  refuse: (body: { version: number; [name: string]: unknown }) => AppError | undefined = () =>
    undefined,
) {
  let current = { ...defaultSettings, working_hours: hours(1, 5, 8), version: 3 };
  const sent: unknown[] = [];
  const answers = [
    get(settings, () => ({ settings: current })),
    post(settings, ({ body }) => {
      sent.push(body);
      const refusal = refuse(body);
      if (refusal) throw refusal;
      const { version, confirms_currency: _, ...changes } = body;
      current = { ...current, ...changes, version: version + 1 } as typeof current;
      return { settings: current };
    }),
  ];
  return { answers, sent, saved: () => current };
}

describe("the organization's settings", () => {
  it("are saved by an admin and come back by an undo, accessibly in every look", async () => {
    const { answers, sent } = saving();
    const page = await openConsole(address, { as: people.admin, answers });
    const save = page.getByRole("button", { name: "Save organization" });
    expect(await save.isDisabled()).toBe(true);
    await page.getByLabel("Name").fill("Northlight Works");
    await page.getByLabel("First day of the week").selectOption("Sunday");
    await page.getByLabel("Friday").fill("6,5");
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `organization ${look}`);
      await screenshot(page, `settings-organization-${look}`);
    });
    await save.click();
    await page.getByText("Organization saved.").waitFor();
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("z");
    await page.getByText("Undone.").waitFor();
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe(defaultSettings.name);
    expect(sent).toEqual([
      {
        name: "Northlight Works",
        week_starts_on: 7,
        working_hours: { ...hours(1, 4, 8), 5: { hours: 6.5 } },
        version: 3,
      },
      {
        ...{ name: defaultSettings.name, week_starts_on: 1 },
        ...{ working_hours: hours(1, 5, 8), version: 4 },
      },
    ]);
  });

  it("shows an error at its field and sends nothing", async () => {
    const { answers, sent } = saving();
    const page = await openConsole(address, { as: people.admin, answers });
    await page.getByLabel("Name").fill(" ");
    await page.getByLabel("Monday").fill("many");
    await page.getByRole("button", { name: "Save organization" }).click();
    await page.getByText("Enter some text").waitFor();
    await page.getByText("Enter hours from 0 to 24, such as 7.5").waitFor();
    expect(sent).toEqual([]);
    await page.getByRole("button", { name: "Discard changes" }).click();
    expect(await page.getByLabel("Name").inputValue()).toBe(defaultSettings.name);
  });

  it("that another admin changed in the meantime are settled field by field", async () => {
    const theirs = {
      ...defaultSettings,
      working_hours: hours(1, 5, 8),
      name: "Theirs",
      version: 4,
    };
    const { answers, sent } = saving(({ version }) =>
      version === 3
        ? new AppError(409, "version_conflict", "Changed since", {
            version: 4,
            current: theirs,
            changes: [
              {
                version: 4,
                at: "2026-11-20T09:00:00+00:00",
                by: { id: people.lead.id, name: "Ines Carvalho" },
                fields: { name: { from: defaultSettings.name, to: "Theirs" } },
              },
            ],
          })
        : undefined,
    );
    const page = await openConsole(address, { as: people.admin, answers });
    await page.getByLabel("Name").fill("Mine");
    await page.getByRole("button", { name: "Save organization" }).click();
    const dialog = page.getByRole("dialog", { name: "Organization" });
    await dialog.getByText("Another person changed this while you were editing").waitFor();
    await dialog.getByText("Ines Carvalho").waitFor();
    await expectAccessible(page, "conflict of settings");
    await screenshot(page, "settings-conflict");
    await dialog.getByRole("radio", { name: /Mine/ }).click();
    await dialog.getByRole("button", { name: "Save these choices" }).click();
    await page.getByText("Organization saved.").waitFor();
    expect(sent.at(-1)).toEqual({ name: "Mine", version: 4 });
  });

  it("change the currency only after a confirmation where amounts exist", async () => {
    const { answers, sent } = saving((body) =>
      body["confirms_currency"]
        ? undefined
        : new AppError(409, "currency_in_use", "Projects have amounts"),
    );
    const page = await openConsole(address, { as: people.admin, answers });
    await page.getByRole("combobox", { name: "Currency" }).fill("CHF");
    await page.getByRole("option", { name: "CHF" }).click();
    await page.getByRole("button", { name: "Save organization" }).click();
    const question = page.getByRole("dialog", { name: "Change the currency to CHF?" });
    await question.getByRole("button", { name: "Change currency" }).click();
    await page.getByText("Organization saved.").waitFor();
    expect(sent.at(-1)).toEqual({ currency: "CHF", version: 3, confirms_currency: true });
  });

  it("a new currency is that of every amount, without a reload", async () => {
    const { answers, saved } = saving();
    const { organization } = people.admin;
    const page = await openConsole(address, {
      as: people.admin,
      answers: [
        get(whoami, () => ({
          viewer: {
            ...people.admin,
            organization: { ...organization, currency: saved().currency },
          },
          project_ids: [],
          unread_account_notices: 0,
          timer: null,
        })),
        ...answers,
        ...shopAnswers().answers,
      ],
    });
    await page.getByRole("combobox", { name: "Currency" }).fill("CHF");
    await page.getByRole("option", { name: "CHF" }).click();
    await page.getByRole("button", { name: "Save organization" }).click();
    await page.getByText("Organization saved.").waitFor();
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Portfolio" })
      .click();
    await page.getByRole("link", { name: shop?.name ?? "", exact: true }).click();
    await page.getByRole("tab", { name: "Details" }).click();
    await page.getByText(/^CHF\s[\d,.]+$/).waitFor();
  });

  it("are read by leads, and closed to members", async () => {
    const { answers } = saving();
    const page = await openConsole(address, { answers });
    await page.getByText("Only admins change these settings.").waitFor();
    expect(await page.getByRole("textbox").count()).toBe(0);
    for (const name of ["People", "Organization", "Approvals", "Integrations"]) {
      await page
        .getByRole("navigation", { name: "Settings" })
        .getByRole("link", { name, exact: true })
        .waitFor();
    }
    await openConsole(address, { as: people.member });
    await page
      .getByRole("heading", { level: 1, name: "This page is for admins and leads" })
      .waitFor();
  });
});
