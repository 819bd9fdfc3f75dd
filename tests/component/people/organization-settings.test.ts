import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { whoami } from "../../../supabase/functions/_domain/identity/contract.ts";
import { get } from "../answers.ts";
import { expectAccessible, inEveryLook, openConsole, screenshot } from "../console.ts";
import { people } from "../fixtures/people.ts";
import { shop, shopAnswers } from "../fixtures/project-page.ts";
import { defaultSettings } from "../fixtures/settings.ts";
import { address, hours, settingsService } from "./settings-form.ts";

describe("the organization's settings", () => {
  it("show errors at their fields, are saved by an admin and restored by undo, accessibly in every look", async () => {
    const { answers, requests } = settingsService();
    const page = await openConsole(address, { as: people.admin, answers });
    const save = page.getByRole("button", { name: "Save organization" });
    expect(await save.isDisabled()).toBe(true);
    await page.getByLabel("Name").fill(" ");
    await page.getByLabel("Monday").fill("many");
    await save.click();
    await page.getByText("Enter a name").waitFor();
    await page.getByText("Enter hours from 0 to 24, such as 7.5").waitFor();
    expect(requests).toEqual([]);
    await page.getByRole("button", { name: "Discard changes" }).click();
    expect(await page.getByLabel("Name").inputValue()).toBe(defaultSettings.name);
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
    expect(requests).toEqual([
      {
        name: "Northlight Works",
        week_starts_on: 7,
        working_hours: { ...hours(1, 4, 8), 5: { hours: 6.5 } },
        version: 3,
      },
      {
        name: defaultSettings.name,
        week_starts_on: 1,
        working_hours: hours(1, 5, 8),
        version: 4,
      },
    ]);
  });

  it("change the currency only after a confirmation where amounts exist, and then in every amount without a reload", async () => {
    const { answers, requests, saved } = settingsService((body) =>
      body["confirms_currency"]
        ? undefined
        : new AppError(409, "currency_in_use", "Projects have amounts"),
    );
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
    const question = page.getByRole("dialog", { name: "Change the currency to CHF?" });
    await question.getByRole("button", { name: "Change currency" }).click();
    await page.getByText("Organization saved.").waitFor();
    expect(requests.at(-1)).toEqual({ currency: "CHF", version: 3, confirms_currency: true });
    await question.waitFor({ state: "detached" });
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Portfolio" })
      .click();
    await page.getByRole("link", { name: shop?.name ?? "", exact: true }).click();
    await page.getByRole("tab", { name: "Details" }).click();
    await page.getByText(/^CHF\s[\d,.]+$/).waitFor();
  });

  it("are read-only for leads, and closed to members", async () => {
    const { answers } = settingsService();
    const page = await openConsole(address, { answers });
    await page.getByText("Only admins can change these settings.").waitFor();
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
