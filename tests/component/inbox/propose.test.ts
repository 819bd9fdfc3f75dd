import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { inbox } from "../../../supabase/functions/_domain/approvals/contract.ts";
import { demoOutcome } from "../../../supabase/functions/_domain/demo/outcome.ts";
import { outcome } from "../../../supabase/functions/_domain/estimates/contract.ts";
import { search } from "../../../supabase/functions/_domain/knowledge/search-contract.ts";
import { get, post, rows } from "../answers.ts";
import { expectAccessible, inEveryLookOfState, openConsole, screenshot } from "../console.ts";
import { card, inboxWith, kind } from "../fixtures/cards.ts";
import { idOf, people } from "../fixtures/people.ts";
import { type Action, choose, dialogOf, project, proposalService } from "./proposals.ts";

describe("a proposal", () => {
  it("needs a project and the fields of its kind, keeps the fields that two kinds share, and opens its card", async () => {
    const { requests, answers } = proposalService();
    const page = await openConsole("/inbox", { answers });
    await page.getByRole("button", { name: "Propose a card" }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole("button", { name: "Propose card" }).click();
    await dialog.getByText("Choose a project").waitFor();
    await dialog.getByText("Enter the title", { exact: true }).waitFor();
    expect(requests).toEqual([]);

    await dialog.getByLabel("Title").fill("A second language");
    await choose(page, "Kind", "Scope risk");
    expect(await dialog.getByLabel("Title").inputValue()).toBe("A second language");
    await choose(page, "Project", project?.name ?? "");
    await dialog.getByLabel("Risk").fill("The client wants French.");
    await choose(page, "Severity", "Medium");
    await dialog.getByRole("button", { name: "Propose card" }).click();
    await page
      .getByRole("heading", { level: 2, name: "Create task “A second language”" })
      .waitFor();
    expect(requests).toEqual([
      {
        action: "propose",
        kind: "scope_flag",
        project_id: project?.id,
        payload: {
          title: "A second language",
          description: "The client wants French.",
          severity: "medium",
        },
        citations: [],
      },
    ]);
  });

  it("shows the service's refusals beside the fields", async () => {
    const fields = [{ field: "payload.title", message: "The title has a line break" }];
    const { answers } = proposalService(
      () => new AppError(400, "invalid_payload", "The payload does not fit", { fields }),
    );
    const page = await openConsole("/inbox", { answers });
    await page.getByRole("button", { name: "Propose a card" }).click();
    await dialogOf(page).getByLabel("Title").fill("Broken");
    await choose(page, "Project", project?.name ?? "");
    await dialogOf(page).getByRole("button", { name: "Propose card" }).click();
    await dialogOf(page).getByText("The title has a line break").waitFor();
    expect(await dialogOf(page).getByLabel("Title").inputValue()).toBe("Broken");
  });

  it("quotes passages of the project, numbered, and begins with the sections that its kind needs", async () => {
    const { requests, answers } = proposalService();
    const passage = {
      chunk_id: idOf(20, 1),
      source_id: idOf(21, 1),
      source_kind: "meeting" as const,
      project_id: project?.id ?? "",
      title: "Kickoff",
      snippet: "… goes live in May …",
      highlights: [],
      location: {},
      occurred_at: null,
      rank: 1,
    };
    const answer = post(search, { results: [passage], mode: "lexical", partial: false });
    const texts = rows("passages", [
      { id: passage.chunk_id, content: "The shop goes live in May." },
    ]);
    const page = await openConsole("/inbox", { answers: [answer, texts, ...answers] });
    await page.getByRole("button", { name: "Propose a card" }).click();
    const dialog = dialogOf(page);
    await choose(page, "Kind", "Client readout");
    await choose(page, "Project", project?.name ?? "");
    await dialog.getByLabel("Title").fill("May readout");
    const headings = dialog.getByLabel("Heading");
    expect(
      await headings.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ).toEqual(["Summary", "Next steps"]);
    await dialog.getByLabel("Search passages to quote").fill("live");
    await dialog.getByRole("button", { name: "Quote Kickoff" }).click();
    expect(await dialog.getByLabel("[1] Kickoff").inputValue()).toBe("The shop goes live in May.");
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `propose ${look}`);
      await screenshot(page, `propose-${look}`);
    });
    await dialog.getByRole("button", { name: "Propose card" }).click();
    await expect.poll(() => requests.length).toBe(1);
    expect(requests[0]).toMatchObject({
      payload: {
        sections: [
          { heading: "Summary", body: "" },
          { heading: "Next steps", body: "" },
        ],
      },
      citations: [
        {
          role: "evidence",
          source_id: passage.source_id,
          chunk_id: passage.chunk_id,
          quote: "The shop goes live in May.",
        },
      ],
    });
  });

  it("for a statement of work shows a range of hours, and for its estimate fills in the hours", async () => {
    const questions: object[] = [];
    const estimating = get(outcome, ({ query }) => {
      questions.push(query);
      return demoOutcome(new Date("2026-03-02T08:00:00Z"), { query: query.query });
    });
    const { requests, answers } = proposalService();
    const kinds = rows("approval_kinds", [
      kind("sow_draft", "portal", { is_deliverable: true, required_sections: ["Scope", "Price"] }),
      kind("sow_estimate", "record"),
      kind("task_create", "external"),
    ]);
    const page = await openConsole("/inbox", {
      as: people.member,
      answers: [estimating, kinds, ...answers],
    });
    await page.getByRole("button", { name: "Propose a card" }).click();
    const dialog = dialogOf(page);
    const estimate = dialog.getByRole("button", { name: "Estimate from finished work" });
    const range = dialog.getByRole("heading", { name: "3.5 to 31 hours" });
    expect(await estimate.count(), "buttons on the form of a task").toBe(0);
    await choose(page, "Kind", "Statement of work");
    await choose(page, "Project", project?.name ?? "");
    await estimate.click();
    await dialog.getByText("Enter a title first.", { exact: false }).waitFor();
    await dialog.getByLabel("Title").fill("Shop, phase two");
    // Typing requests nothing, or the service would be asked for each letter.
    const text = dialog.getByRole("textbox", { name: "Text" }).first();
    await text.pressSequentially("A second language");
    await estimate.click();
    await range.waitFor();
    expect(await dialog.getByRole("button", { name: /^Use/ }).count()).toBe(0);
    await inEveryLookOfState(page, async (look) => {
      await range.scrollIntoViewIfNeeded();
      await expectAccessible(page, `estimate in a statement of work ${look}`);
      await screenshot(page, `propose-estimate-${look}`);
    });
    await choose(page, "Kind", "Estimate");
    await range.waitFor({ state: "detached" });
    await dialog.getByLabel("Notes").fill("French only");
    await estimate.click();
    await dialog.getByRole("button", { name: "Use 14 h as the estimate" }).press("Enter");
    expect(await dialog.getByRole("textbox", { name: "Hours" }).inputValue()).toBe("14");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => requests.length).toBe(1);
    expect(requests[0]).toMatchObject({ payload: { hours: 14, notes: "French only" } });
    expect(questions).toEqual([
      { query: "Shop, phase two\nA second language", project_id: project?.id },
      { query: "Shop, phase two\nFrench only", project_id: project?.id },
    ]);
  });

  it("by a member for the prompt has no project, and names who can open it", async () => {
    const { requests, answers } = proposalService(undefined, { project: null });
    const page = await openConsole("/inbox", { as: people.member, answers });
    await page.getByRole("button", { name: "Propose a card" }).click();
    await choose(page, "Kind", "Prompt rule");
    expect(await dialogOf(page).getByRole("combobox", { name: "Project" }).count()).toBe(0);
    await dialogOf(page).getByLabel("Rule").fill("Be brief.");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Only admins and leads can open it").waitFor();
    expect(requests[0]).toMatchObject({ kind: "prompt_update", project_id: null });
  });
});

describe("the order and filters of the inbox", () => {
  it("are in the URL and reach the service", async () => {
    const queries: object[] = [];
    const { answers } = inboxWith([card(1, "First")]);
    const recording = get(inbox, ({ query }) => {
      const { limit, ...rest } = query;
      if (limit > 1) queries.push(rest);
      return {
        cards: [],
        counts: { pending: 1, approved: 0, executing: 0, failed: 0, unknown: 0, decidable: 1 },
        next_cursor: null,
      };
    });
    const page = await openConsole("/inbox", { answers: [recording, ...answers] });
    await expect.poll(() => queries.at(-1)).toEqual({ sort: "stakes" });
    await page.getByLabel("Sort").selectOption("Due first");
    await expect.poll(() => queries.at(-1)).toEqual({ sort: "due" });
    await page.getByLabel("Search cards").fill("refund");
    await expect.poll(() => queries.at(-1)).toEqual({ sort: "due", q: "refund" });
    await page.getByLabel("Assigned to me").click();
    await expect
      .poll(() => queries.at(-1))
      .toEqual({ sort: "due", q: "refund", assigned_to_me: "true" });
    await page.getByText("No waiting cards match these filters").waitFor();
    expect(page.url()).toContain("mine=true");
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await expect.poll(() => queries.at(-1)).toEqual({ sort: "due" });
  });
});

describe("an assignment", () => {
  it("opens with a key, shows a refusal beside the person, and can be undone", async () => {
    const firstCard = card(1, "First");
    const requests: Action[] = [];
    const { answers } = inboxWith([firstCard]);
    const take = post(inbox, ({ body }) => {
      requests.push(body);
      if (body.action !== "assign") throw new Error("Only assignments are expected");
      if (requests.length === 1) {
        throw new AppError(400, "assignee_may_not_decide", "Ada wrote this card");
      }
      const { person_id } = body;
      firstCard.approval.assigned_to = person_id
        ? { id: person_id, name: people.admin.name, delegate: null }
        : null;
      return { approval: firstCard.approval };
    });
    const page = await openConsole(`/inbox/${firstCard.approval.id}`, {
      answers: [take, ...answers],
    });
    await page.getByRole("button", { name: "Assign" }).waitFor();
    await page.keyboard.press("i");
    const dialog = page.getByRole("dialog", { name: "Assign card" });
    await dialog.getByRole("combobox", { name: "Person" }).fill(people.admin.name);
    await page.getByRole("option", { name: people.admin.name }).click();
    await dialog.getByRole("button", { name: "Assign card" }).click();
    await dialog.getByText("Ada wrote this card.").waitFor();
    await expectAccessible(page, "assign");
    await dialog.getByRole("button", { name: "Assign card" }).click();
    await page
      .getByRole("complementary", { name: "Card" })
      .getByText(`Assigned to ${people.admin.name}`)
      .waitFor();
    await screenshot(page, "inbox-assigned");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect
      .poll(() => requests.at(-1))
      .toEqual({
        action: "assign",
        id: firstCard.approval.id,
        person_id: null,
        current_person_id: people.admin.id,
      });
  });

  it("to an absent person names that person to the delegate, and the delegate to that person", async () => {
    const { id, name } = people.lead;
    const firstCard = card(1, "First", {
      assigned_to: { id: people.admin.id, name: "Ada", delegate: { id, name } },
    });
    const page = await openConsole("/inbox", inboxWith([firstCard]));
    await page.getByText("For Ada, who is out of office").waitFor();
    const other = await openConsole("/inbox", { as: people.admin, ...inboxWith([firstCard]) });
    await other.getByText(`Assigned to you, out of office: ${name} decides`).waitFor();
  });

  it("is not offered to a member", async () => {
    const firstCard = card(1, "First");
    const page = await openConsole(`/inbox/${firstCard.approval.id}`, {
      as: people.member,
      ...inboxWith([firstCard]),
    });
    await page.getByRole("complementary", { name: "Card" }).getByText("First").first().waitFor();
    expect(await page.getByRole("button", { name: "Assign" }).count()).toBe(0);
    await page.keyboard.press("i");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });
});
