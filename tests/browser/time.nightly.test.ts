/**
 * The hours of a week: logged on a phone, corrected and locked by a lead. tests/service/work.test.ts proves the same
 * against the database, tests/component/time/week.test.ts proves the phone and the lock, and
 * tests/component/time/lead.test.ts proves a correction by a lead.
 */
import type { Page } from "playwright-core";
import { beforeEach, expect, it } from "vitest";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { expectAccessible, newPage, screenshot, waitUntilLoaded } from "./console.ts";

const names = { lead: "Leo Marchetti", member: "Mina Okafor" };
/** A separate week, far from the day of the run: Monday 11 to Sunday 17 January 2027. */
const week = "2027-01-11";

let organization: OwnOrganization;

beforeEach(async () => {
  organization = await makeOrganization();
  for (const role of ["lead", "member"] as const) {
    await owner`
      update public.people set name = ${names[role]} where id = ${organization.people[role].id}`;
  }
  await owner`
    update public.projects set name = initcap(code) || ' relaunch'
    where organization_id = ${organization.id}`;
});

async function withPage(
  role: keyof typeof names,
  width: 1440 | 390,
  address: string,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await newPage({ width }, organization.people[role].email);
  try {
    await page.goto(address);
    await page.getByRole("heading", { level: 1, name: "Hours" }).waitFor();
    await waitUntilLoaded(page);
    await run(page);
  } finally {
    await page.close();
  }
}

const storedHours = () => owner<{ hours: number; note: string | null; version: number }[]>`
  select hours::float as hours, note, version from public.time_entries
  where person_id = ${organization.people.member.id} and spent_on between ${week} and '2027-01-17'`;

it("a member logs hours on a phone, a lead corrects and locks them, and the member sees why they can't be changed", async () => {
  await withPage("member", 390, `/time?week=${week}`, async (memberPage) => {
    await memberPage.getByRole("tab", { name: /^Tuesday 12 January/ }).click();
    await memberPage.getByRole("button", { name: "Log hours" }).click();
    const form = memberPage.getByRole("dialog", { name: /^Log hours/ });
    await form.getByRole("combobox", { name: "Project" }).click();
    await memberPage.getByRole("option", { name: "Alpha relaunch" }).click();
    await form.getByLabel("Hours").fill("3:30");
    await form.getByLabel("Note").fill("Wireframes");
    await form.getByRole("button", { name: "Log hours" }).click();
    await form.waitFor({ state: "detached" });
    const entry = memberPage.getByRole("button", { name: /^Edit Alpha relaunch/ });
    await entry.waitFor();
    expect(await storedHours()).toEqual([{ hours: 3.5, note: "Wireframes", version: 1 }]);
    await waitUntilLoaded(memberPage);
    await screenshot(memberPage, "time-member-390");
    await expectAccessible(memberPage, "the hours on a phone", { everyRule: true });

    const address = `/time?week=${week}&person=${organization.people.member.id}`;
    await withPage("lead", 1440, address, async (page) => {
      await page.getByText(`${names.member} sees each change that you make`).waitFor();
      await page.getByRole("gridcell", { name: /Tuesday 12 January: 3.5 hours/ }).focus();
      await page.keyboard.type("2,5");
      await page.keyboard.press("Enter");
      await page.getByText(/^Saved 2.5 h on Alpha relaunch/).waitFor();
      await page.getByRole("gridcell", { name: /Tuesday 12 January: 2.5 hours/ }).waitFor();
      expect(await storedHours()).toEqual([{ hours: 2.5, note: "Wireframes", version: 2 }]);

      await page.getByText("Team", { exact: true }).click();
      await page.getByRole("button", { name: `Lock the week of ${names.member}` }).click();
      const dialog = page.getByRole("dialog", { name: new RegExp(names.member) });
      await dialog.getByText("1 person below the expected 40 h").waitFor();
      await dialog.getByRole("button", { name: "Lock week" }).click();
      await page.getByRole("button", { name: `Unlock the week of ${names.member}` }).waitFor();
      await waitUntilLoaded(page);
      await screenshot(page, "time-team");
    });

    // This window still shows the week as it was.
    await entry.click();
    const edit = memberPage.getByRole("dialog", { name: /^Edit entry/ });
    await edit.getByLabel("Hours").fill("8");
    await edit.getByRole("button", { name: "Save entry" }).click();
    await memberPage.getByRole("alert").waitFor();
    expect(await storedHours()).toEqual([{ hours: 2.5, note: "Wireframes", version: 2 }]);

    await memberPage.reload();
    await memberPage.getByText(`Locked by ${names.lead}`).waitFor();
    await memberPage.getByText("changed 3.5 h to 2.5 h on Alpha relaunch, 12 Jan 2027").waitFor();
    expect(await memberPage.getByRole("button", { name: "Log hours" }).count()).toBe(0);
    expect(await entry.count()).toBe(0);
    await waitUntilLoaded(memberPage);
    await screenshot(memberPage, "time-member-locked-390");
  });
});
