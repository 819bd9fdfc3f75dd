/** The inbox follows the rules for decisions; tests/component/people proves the form, and pgTAP the rules. */
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { expectAccessible, newPage, screenshot, visit } from "./console.ts";
import { cardOf } from "./inbox-cards.ts";

let organization: OwnOrganization;

beforeEach(async () => {
  organization = await makeOrganization();
});

async function withPage(
  role: "admin" | "lead",
  address: string,
  heading: string,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await newPage({}, organization.people[role].email);
  try {
    await visit(page, address, heading);
    await run(page);
  } finally {
    await page.close();
  }
}

async function forbids(): Promise<boolean> {
  const [row] = await owner<{ forbids: boolean }[]>`
    select forbids_self_approval as forbids from public.organization_settings
    where organization_id = ${organization.id}`;
  return row?.forbids ?? false;
}

const selfApprovalSwitch = (page: Page) =>
  page.getByRole("switch", { name: "Forbid self-approval" });

describe("deciding one's own proposal", () => {
  it("an admin forbids it: from then on the author of a card cannot decide it", async () => {
    const { admin } = organization.people;
    const proposal = await admin.ask("/rest/v1/rpc/propose_approval", {
      body: {
        kind: "task_create",
        project_id: organization.alphaId,
        payload: { title: "Mine to write" },
        citations: [],
        proposer: "person",
      },
    });
    expect(proposal.status).toBe(200);
    const { id } = proposal.json as { id: string };
    const status = async () =>
      (await owner`select status::text from public.approvals where id = ${id}`)[0]?.["status"];

    await withPage("admin", "/settings/approvals", "Settings", async (page) => {
      expect(await selfApprovalSwitch(page).isChecked()).toBe(false);
      await selfApprovalSwitch(page).focus();
      await page.keyboard.press("Space");
      await page.getByText("Self-approval is off: another person decides each proposal.").waitFor();
      expect(await forbids()).toBe(true);
      await expect.poll(() => selfApprovalSwitch(page).isChecked()).toBe(true);
      await expectAccessible(page, "approval settings");
      await screenshot(page, "settings-approvals");

      await visit(page, `/inbox/${id}`, "Inbox");
      await cardOf(page)
        .getByRole("heading", { level: 2, name: /Mine to write/ })
        .waitFor();
      await cardOf(page)
        .getByText(/You proposed or edited this card\./)
        .waitFor();
      expect(await cardOf(page).getByRole("button", { name: "Approve" }).count()).toBe(0);
      await page.keyboard.press("a");
      await page.keyboard.press("x");
      expect(await page.getByRole("dialog").count()).toBe(0);
      expect(await status()).toBe("pending");

      await visit(page, "/settings/approvals", "Settings");
      await selfApprovalSwitch(page).focus();
      await page.keyboard.press("Space");
      await page
        .getByText("Self-approval is on: people may decide cards that they proposed.")
        .waitFor();
      expect(await forbids()).toBe(false);
      await page.getByRole("button", { name: "Undo" }).click();
      await expect.poll(forbids).toBe(true);
    });
  });
});
