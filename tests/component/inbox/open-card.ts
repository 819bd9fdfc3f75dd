/** An open card of the inbox. */
import type { Page } from "playwright-core";
import { openConsole } from "../console.ts";
import { card, inboxWith } from "../fixtures/cards.ts";

export const cardOf = (page: Page) => page.getByRole("complementary", { name: "Card" });

export async function expectPortalNamed(
  kind: "weekly_update" | "client_readout" | "deliverable_release",
): Promise<void> {
  const release = card(1, "", {
    kind,
    kind_title: "Release",
    group: "portal",
    title: "Release something",
    payload: { title: "Week 47" },
  });
  const page = await openConsole(`/inbox/${release.approval.id}`, inboxWith([release]));
  await cardOf(page)
    .getByText(/Publishes this in the client's portal/)
    .waitFor();
}
