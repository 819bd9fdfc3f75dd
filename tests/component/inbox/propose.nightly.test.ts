/**
 * Proposals of every kind, and an estimate without a range. propose.test.ts proposes a card with the fields of its
 * kind; estimates/estimates.test.ts shows the reason for a missing range.
 */
import { describe, expect, it } from "vitest";
import { demoOutcome } from "../../../supabase/functions/_domain/demo/outcome.ts";
import { outcome } from "../../../supabase/functions/_domain/estimates/contract.ts";
import { get, rows } from "../answers.ts";
import { openConsole } from "../console.ts";
import { kind } from "../fixtures/cards.ts";
import { idOf } from "../fixtures/people.ts";
import { choose, dialogOf, project, proposalService } from "./proposals.ts";

describe("a proposal", () => {
  it("can be any kind of text, estimate or file for clients, or a base prompt", async () => {
    const { requests, answers } = proposalService();
    const sections = (...required_sections: string[]) => ({
      is_deliverable: true,
      required_sections,
    });
    const kinds = rows("approval_kinds", [
      kind("sow_draft", "portal", sections("Scope", "Price")),
      kind("client_readout", "portal", sections("Summary")),
      kind("scope_summary", "portal", sections("In scope", "Out of scope")),
      kind("deliverable_release", "portal", { is_deliverable: true }),
      kind("sow_estimate", "record"),
      kind("prompt_base_update", "prompt"),
      kind("task_create", "external"),
    ]);
    const page = await openConsole("/inbox", {
      answers: [kinds, rows("sources", []), ...answers],
    });
    const fields: [kind: string, fields: Record<string, string>][] = [
      ["Statement of work", { Title: "Shop, phase two" }],
      ["Client readout", { Title: "May readout" }],
      ["Scope summary", { Title: "Scope of the shop" }],
      ["Release a deliverable", { Title: "Wireframes" }],
      ["Estimate", { Title: "Second language", Hours: "40" }],
      ["Base prompt", { "Base prompt": "Answer briefly." }],
    ];
    for (const [index, [name, values]] of fields.entries()) {
      await page.getByRole("button", { name: "Propose a card" }).click();
      await choose(page, "Kind", name);
      if (name !== "Base prompt") await choose(page, "Project", project?.name ?? "");
      for (const [label, value] of Object.entries(values)) {
        await dialogOf(page).getByRole("textbox", { name: label }).fill(value);
      }
      await dialogOf(page).getByRole("button", { name: "Propose card" }).click();
      await expect.poll(() => requests.length).toBe(index + 1);
      await dialogOf(page).waitFor({ state: "detached" });
    }
    const draftOf = (title: string, ...headings: string[]) => ({
      title,
      sections: headings.map((heading) => ({ heading, body: "" })),
    });
    expect(requests.map((one) => one.action === "propose" && [one.kind, one.payload])).toEqual([
      ["sow_draft", draftOf("Shop, phase two", "Scope", "Price")],
      ["client_readout", draftOf("May readout", "Summary")],
      ["scope_summary", draftOf("Scope of the shop", "In scope", "Out of scope")],
      ["deliverable_release", { title: "Wireframes" }],
      ["sow_estimate", { title: "Second language", hours: 40 }],
      ["prompt_base_update", { base: "Answer briefly." }],
    ]);
  });

  it("for an estimate states why there is no range", async () => {
    const few = get(outcome, ({ query }) =>
      demoOutcome(new Date("2026-03-02T08:00:00Z"), { ...query, client_id: idOf(2, 99) }),
    );
    const { answers } = proposalService();
    const kinds = rows("approval_kinds", [
      kind("sow_estimate", "record"),
      kind("task_create", "external"),
    ]);
    const page = await openConsole("/inbox", { width: 390, answers: [few, kinds, ...answers] });
    await page.getByRole("button", { name: "Propose a card" }).click();
    await choose(page, "Kind", "Estimate");
    const dialog = dialogOf(page);
    await dialog.getByLabel("Title").fill("A second language");
    await dialog.getByRole("button", { name: "Estimate from finished work" }).click();
    await dialog.getByRole("heading", { name: "Not enough finished work" }).waitFor();
    await dialog.getByText("An estimate needs 9", { exact: false }).waitFor();
    expect(await dialog.getByRole("button", { name: /^Use/ }).count()).toBe(0);
  });
});
