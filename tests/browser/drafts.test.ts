/** A weekly update from its evidence to the client: drafted, blocked, corrected, approved, published and read. */
import { beforeEach, expect, it } from "vitest";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { expectAccessible, newPage, screenshot, settled, visit } from "./console.ts";
import { cardOf } from "./inbox-cards.ts";

let organization: OwnOrganization;

beforeEach(async () => {
  organization = await makeOrganization();
});

it("an update is blocked for a number without a source until a person corrects it, and the client reads it", async () => {
  const { lead, client } = organization.people;
  await owner`
    update public.tasks set status = 'done', completed_on = '2026-03-04'
    where project_id = ${organization.alphaId}`;
  const page = await newPage({}, lead.email);
  await visit(page, "/drafts", "Drafts");
  await page.getByRole("combobox", { name: "Project" }).fill("alpha");
  await page.getByRole("option", { name: "alpha" }).click();
  await page.getByLabel("From", { exact: true }).fill("2026-03-02");
  await page.getByLabel("To", { exact: true }).fill("2026-03-08");
  await page.getByRole("button", { name: "Write draft" }).click();
  const card = cardOf(page);
  await card.getByRole("heading", { level: 2, name: /Publish the update/ }).waitFor();
  await settled(page);
  expect(await card.getByText("Not ready for approval").count()).toBe(0);
  await card
    .getByText(/ALPHA task was finished on 4 March 2026/)
    .first()
    .waitFor();

  const edit = async (change: (text: string) => string) => {
    await card.getByRole("button", { name: /^Edit/ }).click();
    const dialog = page.getByRole("dialog");
    const body = dialog.getByLabel("Update", { exact: false }).first();
    await body.fill(change(await body.inputValue()));
    await dialog.getByRole("button", { name: "Save as a new version" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await edit((text) => `${text}\n\nWe saved 300 hours.`);
  await card.getByText("Not ready for approval").waitFor();
  await card.getByText(/300 has no source in the sentence/).waitFor();
  await expectAccessible(page, "a blocked draft");
  await screenshot(page, "draft-blocked");
  await edit((text) => text.replace("We saved 300 hours.", "We are on time."));
  await card.getByText("Not ready for approval").waitFor({ state: "detached" });

  await card.getByRole("button", { name: /^Approve and execute/ }).click();
  await expect
    .poll(
      async () => {
        const [row] = await owner`
          select count(*)::int as count from public.weekly_updates where project_id = ${organization.alphaId}`;
        return row?.["count"];
      },
      { timeout: 20_000 },
    )
    .toBe(1);

  const portal = await newPage({ width: 390 }, client.email);
  await portal.goto("/portal");
  await portal.getByText(/We are on time/).waitFor();
  expect(await portal.getByText("[1]").count()).toBe(0);
  await settled(portal);
  await screenshot(portal, "draft-in-portal");
  await portal.close();

  const [published] = await owner<{ id: string }[]>`
    select approval_id as id from public.weekly_updates where project_id = ${organization.alphaId}`;
  await visit(page, `/approvals/${published?.id}`, /.+/);
  await page.getByRole("heading", { name: "Evidence pack" }).waitFor();
  await page.getByText("First read by client", { exact: false }).waitFor();
  await page.close();
});
