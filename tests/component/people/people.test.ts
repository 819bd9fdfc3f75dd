import { describe, expect, it } from "vitest";
import { settings } from "../../../supabase/functions/_domain/identity/settings-contract.ts";
import { portfolio } from "../../../supabase/functions/_domain/portfolio/contract.ts";
import { get } from "../answers.ts";
import {
  expectAccessible,
  inEveryLook,
  openConsole,
  screenshot,
  waitUntilLoaded,
} from "../console.ts";
import { people } from "../fixtures/people.ts";
import { defaultSettings } from "../fixtures/settings.ts";
import { answers, list } from "./people-list.ts";

describe("who finds people", () => {
  it("neither a member nor a client contact has settings", async () => {
    const page = await openConsole("/portfolio", { as: people.member });
    expect(await page.getByRole("link", { name: "Settings" }).count()).toBe(0);
    await openConsole(list, { as: people.member });
    await page
      .getByRole("heading", { level: 1, name: "This page is for admins and leads" })
      .waitFor();
    const narrow = get(portfolio, { shape: "client", projects: [] });
    await openConsole(list, { as: people.client, answers: [narrow] });
    await page.getByRole("heading", { level: 1, name: "Your projects" }).waitFor();
  });

  it("a lead sees everyone, and neither invites nor changes them", async () => {
    const page = await openConsole("/portfolio", { answers });
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: people.member.name }).click();
    await page.getByRole("heading", { name: people.member.name }).waitFor();
    await page.getByRole("heading", { name: /^Projects \d/ }).waitFor();
    expect(await page.getByRole("button", { name: "Change role" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Offboard person" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Invite person" }).count()).toBe(0);
    await openConsole(`${list}/invite`, { answers });
    await page.getByText("Only admins can invite people.").waitFor();
  });
});

describe("the list", () => {
  it("the list, a person and the form are accessible in every look", async () => {
    const page = await openConsole(list, { as: people.admin, answers });
    await page.getByText("Invitation expired").nth(1).waitFor();
    await inEveryLook(page, async (look) => {
      // A phone shows cards in place of the table.
      await expectAccessible(page, `people ${look}`, { everyRule: look.startsWith("390") });
      await screenshot(page, `people-${look}`);
    });
    await page.getByRole("link", { name: "Ines Carvalho" }).click();
    await inEveryLook(page, async (look) => {
      await page.getByRole("heading", { name: "Ines Carvalho" }).waitFor();
      await waitUntilLoaded(page);
      await expectAccessible(page, `person ${look}`);
      await screenshot(page, `person-${look}`);
    });
    await openConsole(`${list}/invite`, { as: people.admin, answers });
    await inEveryLook(page, async (look) => {
      await page.getByRole("heading", { name: "Invite a person" }).waitFor();
      await expectAccessible(page, `invite ${look}`);
      await screenshot(page, `invite-${look}`);
    });
  });
});

describe("the rules for deciding approvals", () => {
  it("a lead sees them, and can't change them", async () => {
    const forbidding = get(settings, {
      settings: { ...defaultSettings, forbids_self_approval: true, version: 1 },
    });
    const page = await openConsole("/settings/approvals", { answers: [forbidding, ...answers] });
    await page.getByText("Only admins can change this setting.").first().waitFor();
    const own = page.getByRole("switch", { name: "Forbid self-approval" });
    await expect.poll(() => own.isChecked()).toBe(true);
    expect(await own.isDisabled()).toBe(true);
  });
});
