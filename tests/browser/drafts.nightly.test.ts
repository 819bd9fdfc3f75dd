/**
 * A weekly update, from its evidence to the first reading by the client; tests/component/drafts proves the page, and pgTAP of
 * drafts its rules.
 */
import { expect, it } from "vitest";
import { owner } from "../support/database.ts";
import { northlight, people } from "../support/personas.ts";
import {
  expectAccessible,
  inEveryLook,
  newPage,
  screenshot,
  visit,
  waitUntilLoaded,
} from "./console.ts";
import { cardOf } from "./inbox-cards.ts";
import { clientAccount, ownProject } from "./own-project.ts";

const componentTest = "tests/component/drafts/drafts.test.ts";

it("an update is blocked by a number without a source until a person corrects it, and the client reads it", async () => {
  const project = await ownProject("Summer catalog", [], clientAccount);
  const projectFields = { organization_id: northlight, project_id: project.id };
  const [task] = await owner<{ id: string }[]>`
    insert into public.tasks ${owner({ ...projectFields, external_key: "T-1", title: "Catalog cover", status: "done", completed_on: "2026-03-04" })}
    returning id`;
  await owner`
    insert into public.time_entries ${owner({ ...projectFields, task_id: task?.id ?? null, person_id: people.lead.personId, spent_on: "2026-03-02", hours: 2.5 })}`;
  const page = await newPage({}, people.lead.email);
  await visit(page, "/drafts", "Drafts");
  await page.getByRole("combobox", { name: "Project" }).fill(project.name);
  await page.getByRole("option", { name: project.name }).click();
  await page.getByLabel("From", { exact: true }).fill("2026-03-02");
  await page.getByLabel("To", { exact: true }).fill("2026-03-08");
  await page.getByRole("button", { name: "Write draft" }).click();
  const card = cardOf(page);
  await card.getByRole("heading", { level: 2, name: /Publish the update/ }).waitFor();
  await waitUntilLoaded(page);
  expect(await card.getByText("Not ready for approval").count()).toBe(0);
  await card
    .getByText(/Catalog cover was finished on 4 March 2026/)
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
  await card.getByText(/“300” has no source: cite a source/).waitFor();
  await expectAccessible(page, "a blocked draft", { checkedIn: componentTest });
  await screenshot(page, "draft-blocked");
  await edit((text) => text.replace("We saved 300 hours.", "The catalog is on time."));
  await card.getByText("Not ready for approval").waitFor({ state: "detached" });

  await card.getByRole("button", { name: /^Approve and execute/ }).click();
  await expect
    .poll(
      async () => {
        const [row] = await owner`
          select count(*)::int as count from public.weekly_updates where project_id = ${project.id}`;
        return row?.["count"];
      },
      { timeout: 20_000 },
    )
    .toBe(1);

  const portal = await newPage({ width: 390 }, people.client.email);
  await portal.goto("/portal");
  await portal.getByText(/The catalog is on time/).waitFor();
  expect(await portal.getByText("[1]").count()).toBe(0);
  await waitUntilLoaded(portal);
  await screenshot(portal, "draft-in-portal");
  await portal.close();

  const [publication] = await owner<{ id: string }[]>`
    select approval_id as id from public.weekly_updates where project_id = ${project.id}`;
  await visit(page, `/approvals/${publication?.id}`, /.+/);
  const trail = (name: string) => page.getByRole("region", { name });
  await trail("Evidence pack")
    .getByText(/\d+ items/)
    .click();
  await trail("Evidence pack")
    .getByText(/We recorded .+ in this period/)
    .waitFor();
  await trail("Versions").getByLabel("Compare version").selectOption("2");
  await trail("Versions").getByText(/300/).first().waitFor();
  await trail("History")
    .getByText(/^Approved/)
    .waitFor();
  await trail("Publication").getByText("First read by Carla Wennemar", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Download PDF" }).waitFor();
  await inEveryLook(page, async (look) => {
    await expectAccessible(page, `the trail of an update ${look}`, { checkedIn: componentTest });
    await screenshot(page, `draft-trail-${look}`);
  });
  await page.close();
});
