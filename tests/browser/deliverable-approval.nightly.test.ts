/**
 * A deliverable that a client approves. tests/component/client/portal.test.ts proves the approval and its record;
 * supabase/tests/portal proves what is stored.
 */
import { expect, it } from "vitest";
import { makeOrganization } from "../support/own-organization.ts";
import { expectAccessible, newPage, screenshot, visit } from "./console.ts";

it("a client approves a deliverable on a phone, and the agency sees the decision", async () => {
  const organization = await makeOrganization();
  const { lead, client } = organization.people;
  const proposed = await lead.ask("/rest/v1/rpc/propose_approval", {
    body: {
      kind: "deliverable_release",
      project_id: organization.alphaId,
      payload: { title: "Wireframes", note: "The pages of the shop." },
    },
  });
  const { id } = proposed.json as { id: string };
  const approved = await lead.ask("/api/approvals", {
    body: { action: "approve_and_execute", id, version: 1 },
  });
  expect(approved.text).toContain("executed");

  const portal = await newPage({ width: 390 }, client.email);
  await portal.goto("/portal");
  const deliverable = portal.getByRole("listitem", { name: "Wireframes" });
  await deliverable.getByRole("button", { name: "Approve deliverable" }).click();
  const dialog = portal.getByRole("dialog");
  await dialog.getByLabel("Comment (optional)").fill("Good work.");
  await expectAccessible(portal, "the approval of a deliverable");
  await screenshot(portal, "portal-approval");
  await dialog.getByRole("button", { name: "Approve deliverable" }).click();
  await deliverable.getByText(/^Approved by client.*: Good work\.$/).waitFor();
  expect(await deliverable.getByRole("button", { name: "Approve deliverable" }).count()).toBe(0);
  const saved = portal.waitForEvent("download");
  await deliverable.getByRole("button", { name: "Download approval record" }).click();
  expect((await saved).suggestedFilename()).toBe("Wireframes.txt");
  await portal.close();

  const page = await newPage({}, lead.email);
  await visit(page, `/clients/${organization.clientId}/portal`, /.+/);
  await page.getByText(/^Approved by client.*: Good work\.$/).waitFor();
  await page.close();
});
