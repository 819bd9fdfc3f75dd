import { describe, expect, it } from "vitest";
import type { z } from "zod";
import {
  authoringProfiles,
  deliverableDrafts,
  updatesDraft,
} from "../../../supabase/functions/_domain/drafts/contract.ts";
import { get, post } from "../answers.ts";
import { expectAccessible, openConsole } from "../console.ts";
import { card, inboxWith } from "../fixtures/cards.ts";
import { idOf, people } from "../fixtures/people.ts";
import { projects } from "../fixtures/projects.ts";
import { profile } from "./authoring-profile.ts";

const projectId = projects[0]?.id ?? "";

const unsourcedFigure = {
  code: "figure_unsourced",
  message: "“300” has no source: cite a source, or mark it",
  section: "Update",
  sentence: "We spent 300 hours.",
};

const pack = {
  id: idOf(40, 1),
  project_id: projectId,
  from_on: "2026-11-16",
  to_on: "2026-11-22",
  is_restricted: false,
  created_at: "2026-11-22T09:00:00+00:00",
  created_by: null,
  items: [
    {
      number: 1,
      group: "decided" as const,
      kind: "passage" as const,
      query: "passages",
      title: "Weekly call",
      text: "We agreed on twelve pages.",
      source_id: idOf(41, 1),
      passage_id: idOf(42, 1),
    },
    {
      number: 2,
      group: "hours" as const,
      kind: "figure" as const,
      query: "hours_in_period",
      title: "Hours",
      text: "We recorded 12 hours in this period.",
      is_internal: true,
    },
  ],
};

const file = {
  format: "pdf" as const,
  file_name: "Update",
  includes_revision_history: false,
  profile: null,
};

const draftCard = () => ({
  ...card(1, "", {
    kind: "weekly_update",
    kind_title: "Weekly update",
    group: "portal",
    title: "Publish the update of the week",
    payload: { week_of: "2026-11-16", headline: "On time", body: "We spent 300 hours." },
  }),
  draft_pack_id: pack.id,
  readiness: [unsourcedFigure],
});

const trail = (more: Partial<z.input<typeof deliverableDrafts.get.response>> = {}) =>
  get(deliverableDrafts, {
    approval: draftCard().approval,
    project: { id: projectId, name: "Shop", client: "Harbour", agency: "North" },
    pack,
    item_numbers: [1, 2],
    model: null,
    export: file,
    statements: [],
    publication: null,
    events: [],
    versions: [],
    ...more,
  });

describe("Drafts", () => {
  it("drafts an update of a project and a period, and opens its card", async () => {
    const draft = draftCard();
    const requests: object[] = [];
    const drafting = post(updatesDraft, ({ body }) => {
      requests.push(body);
      return {
        approval: draft.approval,
        readiness: [unsourcedFigure],
        pack,
        model: null,
        export: file,
      };
    });
    const { answers } = inboxWith([draft]);
    const profiles = get(authoringProfiles, { profiles: [] });
    const page = await openConsole("/drafts", {
      as: people.lead,
      answers: [drafting, profiles, trail(), ...answers],
    });
    await page.getByRole("button", { name: "Write draft" }).click();
    await page.getByText("Choose a project").waitFor();
    await expectAccessible(page, "an incomplete draft");
    await page.getByRole("combobox", { name: "Project" }).fill(projects[0]?.name ?? "");
    await page.getByRole("option").first().click();
    await page.getByLabel("From", { exact: true }).fill("2026-11-16");
    await page.getByLabel("To", { exact: true }).fill("2026-11-22");
    await page.getByRole("button", { name: "Write draft" }).click();
    await page
      .getByText("Some sentences need a source before you can approve it", { exact: false })
      .waitFor();
    expect(requests).toEqual([
      { project_id: projectId, kind: "weekly", from_on: "2026-11-16", to_on: "2026-11-22" },
    ]);
    expect(new URL(page.url()).pathname).toBe(`/inbox/${draft.approval.id}`);
  });

  it("a member can't open the page", async () => {
    const page = await openConsole("/drafts", { as: people.member, answers: [] });
    await page.getByRole("heading", { level: 1, name: /admins and leads/i }).waitFor();
  });
});

describe("the card of a draft", () => {
  it("shows each unsourced sentence with its reason, and a person can state it on their own account", async () => {
    const draft = draftCard();
    const { answers, decisions } = inboxWith([draft]);
    const page = await openConsole(`/inbox/${draft.approval.id}`, {
      as: people.lead,
      answers: [trail(), ...answers],
    });
    const blocks = page.getByRole("alert").filter({ hasText: "Not ready for approval" });
    await blocks.getByText("Update: We spent 300 hours.").waitFor();
    await blocks.getByText("“300” has no source: cite a source, or mark it.").waitFor();
    await page.getByText("2 items").click();
    await page.getByRole("link", { name: "Weekly call" }).waitFor();
    await page.getByText("[2] We recorded 12 hours in this period.").waitFor();
    await expectAccessible(page, "a draft that is not ready");
    await blocks.getByRole("button", { name: /Mark as stated by me/ }).click();
    await page.getByText("Marked as stated by you.").waitFor();
    await blocks.waitFor({ state: "detached" });
    expect(decisions).toEqual([
      {
        action: "state_sentence",
        id: draft.approval.id,
        version: 1,
        sentence: "We spent 300 hours.",
        is_stated: true,
      },
    ]);
  });

  it("shows statements and the first reading after publication, and offers the file", async () => {
    const draft = draftCard();
    Object.assign(draft.approval, {
      status: "executed",
      decided_by: { id: people.lead.id, name: people.lead.name },
      decided_at: "2026-11-22T10:00:00+00:00",
    });
    const { answers } = inboxWith([draft]);
    const page = await openConsole(`/inbox/${draft.approval.id}`, {
      as: people.lead,
      width: 390,
      answers: [
        trail({
          approval: draft.approval,
          statements: [
            {
              sentence: "We spent 300 hours.",
              by: { id: people.lead.id, name: people.lead.name },
              stated_at: "2026-11-22T09:30:00+00:00",
            },
          ],
          publication: {
            client: "Harbour",
            published_at: "2026-11-22T10:01:00+00:00",
            first_read_at: "2026-11-22T12:00:00+00:00",
            first_read_by: { id: people.client.id, name: people.client.name },
          },
        }),
        ...answers,
      ],
    });
    await page.getByRole("heading", { name: "Stated by the author" }).waitFor();
    await page.getByText(`First read by ${people.client.name}`, { exact: false }).waitFor();
    await page.getByRole("button", { name: "Download PDF" }).waitFor();
    await expectAccessible(page, "a published draft");
  });
});

describe("Authoring profiles", () => {
  it("a lead changes a profile with the version that they saw", async () => {
    const savedProfiles: object[] = [];
    const saving = post(authoringProfiles, ({ body }) => {
      savedProfiles.push(body);
      return { profile: { ...profile, version: 4 } };
    });
    const page = await openConsole("/settings/profiles", {
      as: people.lead,
      answers: [get(authoringProfiles, { profiles: [profile] }), saving],
    });
    await page.getByRole("button", { name: "Edit Client readout" }).click();
    await page.getByLabel("Key facts").fill("Prices exclude VAT.");
    await expectAccessible(page, "an authoring profile");
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.getByText("Client readout saved.").waitFor();
    expect(savedProfiles).toMatchObject([
      { id: profile.id, version: 3, changes: { standing_facts: ["Prices exclude VAT."] } },
    ]);
  });

  it("a lead can neither add nor delete one", async () => {
    const page = await openConsole("/settings/profiles", {
      as: people.lead,
      answers: [get(authoringProfiles, { profiles: [profile] })],
    });
    await page.getByRole("button", { name: "Edit Client readout" }).waitFor();
    expect(await page.getByRole("button", { name: /^(Add a|Delete)/ }).count()).toBe(0);
  });
});
