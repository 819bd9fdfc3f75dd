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

/** A card whose draft has a placeholder. */
export function notReady() {
  const draft = card(1, "", {
    kind: "client_readout",
    kind_title: "Client readout",
    group: "portal",
    title: "Publish the readout “Readout”",
    payload: { title: "Readout", sections: [{ heading: "Summary", body: "TODO" }] },
  });
  draft.readiness = [
    {
      code: "placeholder",
      message: "“Summary” contains a placeholder: TODO.",
      section: "Summary",
    },
  ];
  draft.allowed_actions = ["reject", "edit"];
  return draft;
}
