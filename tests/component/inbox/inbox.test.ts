import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { inbox } from "../../../supabase/functions/_domain/approvals/contract.ts";
import { portfolio } from "../../../supabase/functions/_domain/portfolio/contract.ts";
import { type Answer, get } from "../answers.ts";
import {
  expectAccessible,
  focusedText,
  inEveryLookOfSample,
  openConsole,
  screenshot,
  waitUntilLoaded,
} from "../console.ts";
import { type Card, card, editByAdmin, inboxWith, withoutDecision } from "../fixtures/cards.ts";
import { idOf, people } from "../fixtures/people.ts";
import { emptyInbox } from "../fixtures/shell.ts";

const cardOf = (page: Page) => page.getByRole("complementary", { name: "Card" });
const rowsOf = (page: Page) =>
  page.getByRole("region", { name: "Waiting for your decision" }).getByRole("article");

describe("who may not decide", () => {
  it("a member sees the cards of their projects and no button", async () => {
    const visibleCard = withoutDecision(card(1, "Visible to members"), "role_not_allowed");
    const { answers, decisions } = inboxWith([visibleCard]);
    const page = await openConsole(`/inbox/${visibleCard.approval.id}`, {
      as: people.member,
      answers,
    });
    await cardOf(page).getByText("Only admins and leads can decide cards.").waitFor();
    for (const name of ["Approve", "Approve and execute", "Edit", "Reject"]) {
      expect(await page.getByRole("button", { name }).count()).toBe(0);
    }
    expect(await page.getByRole("checkbox").count()).toBe(0);
    for (const key of ["a", "x", "e", "r", "u", " "]) await page.keyboard.press(key);
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(decisions).toEqual([]);
    await expectAccessible(page, "member's card");
    await screenshot(page, "inbox-member");
    await openConsole(`/inbox/${idOf(10, 2)}`, { as: people.member, answers });
    await cardOf(page).getByText("There is no such card").waitFor();
  });

  // Cards have no answer here: a request would fail the test.
  it("a client has no inbox", async () => {
    const page = await openConsole("/inbox", {
      as: people.client,
      answers: [get(portfolio, { shape: "client", projects: [] })],
    });
    await page.getByRole("heading", { level: 1, name: "Your projects" }).waitFor();
    expect(await page.getByText("Waiting for a decision").count()).toBe(0);
  });

  it("a lead who is not a prompt owner reads why they can't decide a prompt card", async () => {
    const rule = withoutDecision(
      card(1, "", {
        kind: "prompt_update",
        kind_title: "Rule",
        group: "prompt",
        title: "Learn a rule",
        payload: { rule: "Answer in two sentences." },
        project: null,
      }),
      "prompt_owner_only",
    );
    const page = await openConsole(`/inbox/${rule.approval.id}`, inboxWith([rule]));
    await cardOf(page)
      .getByText(/Only a prompt owner can decide/)
      .waitFor();
    expect(await cardOf(page).getByRole("button", { name: "Approve" }).count()).toBe(0);
    await screenshot(page, "inbox-prompt-owner");
  });
});

describe("the badge", () => {
  it.each([
    ["a lead who does not own the prompt", people.lead, 2],
    ["an admin who does", people.admin, 3],
    ["a member", people.member, 0],
  ])("counts for %s the cards that the list shows as theirs to decide", async (_who, as, count) => {
    const tasks = [card(1, "First"), card(2, "Second")];
    const rule = card(3, "", { kind: "prompt_update", kind_title: "Rule", title: "Learn a rule" });
    const unknownCard = card(4, "Nobody knows", { status: "unknown" });
    const refusal = as === people.member ? "role_not_allowed" : "prompt_owner_only";
    const visible = (item: Card) => (as === people.member ? withoutDecision(item, refusal) : item);
    const cards = [
      ...tasks.map(visible),
      as === people.admin ? rule : withoutDecision(rule, refusal),
      visible(unknownCard),
    ];
    const page = await openConsole("/inbox", { as, answers: inboxWith(cards).answers });
    const inboxLink = page.getByRole("navigation", { name: "Main" }).getByRole("link", {
      name: /^Inbox/,
    });
    const badge = count > 0 ? `Inbox${count} waiting for your decision` : "Inbox";
    await expect.poll(() => inboxLink.textContent()).toBe(badge);
    expect(await rowsOf(page).count()).toBe(count);
    const otherCards = page.getByRole("region", {
      name: as === people.member ? "Waiting for a decision" : "Waiting for another person",
    });
    expect(await otherCards.getByRole("article").count()).toBe(3 - count);
    await screenshot(page, `inbox-badge-${as.role}`);
  });
});

describe("a lead decides", () => {
  it("a card about removals lists the rows, offers no edit and asks for a typed word", async () => {
    const removal = card(1, "", {
      kind: "sync_removal",
      kind_title: "Remove synced records",
      group: "sync",
      stakes: "high",
      title: "Remove 130 tasks synced from ClickUp",
      payload: { rows: "130 tasks synced from ClickUp", fingerprint: "f".repeat(64) },
      project: null,
      is_restricted: true,
      proposer: { type: "background", person: null, agent_session_id: null },
    });
    const before = [
      "Draw the plan · Website",
      "Ada Example, 1.5 h on 2026-10-26 · Website",
      ...Array.from({ length: 98 }, (_, index) => `Task ${index + 1}`),
      "… and 30 more",
    ].join("\n");
    removal.diff = [{ field: "rows", label: "Records", before, after: null }];
    removal.allowed_actions = ["approve", "approve_and_execute", "reject"];
    removal.effect = { is_read_by_members: false, payload_without_quotes: null };
    const { answers } = inboxWith([removal]);
    const page = await openConsole(`/inbox/${removal.approval.id}`, { answers });
    await cardOf(page).getByText("Draw the plan · Website").waitFor();
    await cardOf(page).getByText("Ada Example, 1.5 h on 26 Oct 2026 · Website").waitFor();
    await cardOf(page).getByText("… and 30 more").waitFor();
    expect(await cardOf(page).getByText("Task 9", { exact: true }).isVisible()).toBe(false);
    await cardOf(page).getByText("Show 90 more").click();
    await cardOf(page).getByText("Task 98").waitFor();
    expect(await cardOf(page).getByText("After", { exact: true }).count()).toBe(0);
    await cardOf(page).getByText("Removes exactly these records here.", { exact: false }).waitFor();
    expect(await cardOf(page).getByRole("button", { name: /^Edit/ }).count()).toBe(0);
    await page.keyboard.press("a");
    const dialog = page.getByRole("dialog", { name: "Approve" });
    await dialog.getByLabel("Type APPROVE to confirm").waitFor();
    await page.keyboard.press("Escape");
    await expectAccessible(page, "removals");
    await screenshot(page, "inbox-removals");
  });

  it("high stakes ask for a typed word, in every way to approve", async () => {
    const change = card(1, "", {
      kind: "scope_change",
      kind_title: "Scope change",
      group: "record",
      stakes: "high",
      title: "Change the scope: Second language",
      payload: {
        title: "Second language",
        description: "The site is also in French.",
        hours_change: 40,
        amount_change: -500,
      },
    });
    const { answers, decisions } = inboxWith([change]);
    const page = await openConsole(`/inbox/${change.approval.id}`, { answers });
    await cardOf(page).getByText("High stakes").waitFor();
    await cardOf(page).getByText("+40 h", { exact: true }).waitFor();
    await page.keyboard.press("a");
    const dialog = page.getByRole("dialog", { name: "Approve" });
    await dialog.getByLabel("Type APPROVE to confirm").fill("appro");
    await page.keyboard.press("Enter");
    await dialog.getByText("Type the word APPROVE").waitFor();
    expect(decisions).toEqual([]);
    await screenshot(page, "inbox-typed-confirmation");
    await expectAccessible(page, "typed confirmation");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await focusedText(page)).toContain("Approve");
    await page.keyboard.press("a");
    await dialog.getByLabel("Type APPROVE to confirm").fill("APPROVE");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => decisions)
      .toMatchObject([{ action: "approve", id: change.approval.id, version: 1 }]);
  });
});

describe("several cards", () => {
  it("are approved together, except the one that another person edited meanwhile", async () => {
    const cards = [card(1, "First"), card(2, "Second"), card(3, "Third")];
    const [, secondCard] = cards;
    if (!secondCard) throw new Error("The test has no second card");
    const page = await openConsole("/inbox", inboxWith(cards));
    for (const box of await page.getByRole("checkbox", { name: /^Select: / }).all()) {
      await box.check();
    }
    editByAdmin(secondCard, { title: "Second, and more" });
    await page.getByRole("button", { name: "Approve 3 cards" }).click();
    const dialog = page.getByRole("dialog", { name: "Approve 3 cards" });
    await dialog.getByRole("button", { name: "Approve 3 cards" }).click();
    await expect.poll(() => focusedText(page)).toBe("2 cards approved, 1 not");
    const outcomes = await dialog.getByRole("listitem").allTextContents();
    expect(outcomes).toEqual([
      expect.stringMatching(/First.*Approved$/),
      expect.stringMatching(/Second.*Not approved: The card was edited since you opened it/),
      expect.stringMatching(/Third.*Approved$/),
    ]);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    await expect.poll(() => focusedText(page)).toContain("Second");
    expect(cards.map(({ approval }) => approval.status)).toEqual([
      "approved",
      "pending",
      "approved",
    ]);
  });
});

describe("late responses", () => {
  it("a late response about a decided card does not prevent the next card from opening", async () => {
    const cards = [card(1, "First"), card(2, "Second"), card(3, "Third")];
    const [, second] = cards.map(({ approval }) => approval.id);
    const { answers, decisions } = inboxWith(cards);
    const [readInbox] = answers;
    const secondDecided = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const late: Answer = (request) => {
      const url = new URL(request.url);
      if (url.pathname !== "/api/inbox") return undefined;
      const isSecond = url.searchParams.get("approval_id") === second;
      const isList = !url.searchParams.has("approval_id") && url.searchParams.get("limit") !== "1";
      const ready = isSecond
        ? gate.promise
        : isList && decisions.length === 1
          ? secondDecided.promise
          : Promise.resolve();
      return ready.then(async () => (await readInbox?.(request)) ?? new Response());
    };
    const page = await openConsole(`/inbox/${cards[0]?.approval.id}`, {
      answers: [late, ...answers],
    });
    await page.keyboard.press("a");
    await expect.poll(() => focusedText(page)).toBe("Create task “Second”");
    await page.keyboard.press("a");
    await expect.poll(() => decisions.length).toBe(2);
    secondDecided.resolve();
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    gate.resolve();
    await expect.poll(() => focusedText(page)).toBe("Create task “Third”");
  });
});

describe("the history", () => {
  it("loads further pages on request", async () => {
    const cards = Array.from({ length: 55 }, (_, index) => card(index, `Task ${index}`));
    const page = await openConsole("/approvals", inboxWith(cards));
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(() => page.getByRole("article").count()).toBe(55);
  });
});

describe("in every look", () => {
  it("the list is accessible, and the rail shows how many cards wait", async () => {
    const cards = [card(1, "Something"), card(2, "Something else")];
    const page = await openConsole("/inbox", inboxWith(cards));
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Inbox 2 waiting for your decision" })
      .waitFor();
    await inEveryLookOfSample(page, async (look) => {
      await expectAccessible(page, `inbox ${look}`);
      await screenshot(page, `inbox-${look}`);
    });
  });

  it("a phone opens a card over the list, decides, and returns to the list", async () => {
    const cards = [card(1, "On a phone"), card(2, "Another one")];
    const { answers, decisions } = inboxWith(cards);
    const page = await openConsole("/inbox", { width: 390, answers });
    await rowsOf(page)
      .getByRole("link", { name: /On a phone/ })
      .click();
    const cardDialog = page.getByRole("dialog", { name: "Card" });
    await cardDialog.getByRole("heading", { level: 2, name: /On a phone/ }).waitFor();
    await waitUntilLoaded(page);
    await expectAccessible(page, "a card over the list", { everyRule: true });
    await screenshot(page, "inbox-phone");
    await cardDialog.getByRole("button", { name: "Approve", exact: true }).click();
    await cardDialog.getByRole("heading", { level: 2, name: /Another one/ }).waitFor();
    expect(decisions).toMatchObject([{ action: "approve", id: cards[0]?.approval.id }]);
    await cardDialog.getByRole("button", { name: "Reject" }).click();
    const dialog = page.getByRole("dialog", { name: "Reject card" });
    await dialog.getByLabel("Reason").waitFor();
    // Escape leaves the dialog, not the card under it.
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await cardDialog.getByRole("heading", { level: 2, name: /Another one/ }).waitFor();
    await page.getByRole("button", { name: "Close the card" }).click();
    await cardDialog.waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(
      `card-${cards[1]?.approval.id}`,
    );
  });

  it("an inbox that cannot be read gives the reason, and offers a retry", async () => {
    let fails = true;
    const failing = get(inbox, () => {
      if (fails) throw new AppError(500, "internal_error", "…");
      return emptyInbox;
    });
    const page = await openConsole("/inbox", { answers: [failing, ...inboxWith([]).answers] });
    await page.getByText("The service failed to respond").waitFor();
    fails = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page
      .getByText(/Waiting for your decision|No cards are waiting for you/)
      .first()
      .waitFor();
  });
});
