import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { clientPortal } from "../../../supabase/functions/_domain/portal/contract.ts";
import { portfolioOptions } from "../../../supabase/functions/_domain/portfolio/options-contract.ts";
import { get, post } from "../answers.ts";
import {
  expectAccessible,
  focusedText,
  inEveryLookOfState,
  openConsole,
  screenshot,
  waitUntilLoaded,
} from "../console.ts";
import { card, editByAdmin, inboxWith } from "../fixtures/cards.ts";
import { idOf, people } from "../fixtures/people.ts";
import { cardOf, expectPortalNamed, notReady } from "./open-card.ts";

describe("a card that releases something for a client", () => {
  it("says that approval publishes it in the client's portal: weekly_update", () =>
    expectPortalNamed("weekly_update"));
});

describe("a card shows", () => {
  it("the proposed changes of an event, against its current state", async () => {
    const update = card(1, "", {
      kind: "calendar_event_update",
      kind_title: "Calendar event",
      title: "Move “Kick-off”",
      payload: {
        event_id: idOf(11, 1),
        starts_at: "2026-12-02T09:00:00Z",
        ends_at: "2026-12-02T10:00:00Z",
      },
    });
    update.diff = [
      {
        field: "starts_at",
        label: "Starts",
        before: "2026-12-01T09:00:00Z",
        after: "2026-12-02T09:00:00Z",
      },
      {
        field: "ends_at",
        label: "Ends",
        before: "2026-12-01T10:00:00Z",
        after: "2026-12-02T10:00:00Z",
      },
    ];
    const page = await openConsole(`/inbox/${update.approval.id}`, inboxWith([update]));
    const changes = cardOf(page).getByRole("region", { name: "Proposed changes" });
    // This browser is in Berlin.
    for (const time of [/Tue, 1 Dec 2026, 10:00/, /Wed, 2 Dec 2026, 10:00/]) {
      await changes.locator("time").getByText(time).first().waitFor();
    }
    await screenshot(page, "inbox-diff");
    update.freshness.target_changed = true;
    // The payload of a cancellation has no times, but its card shows those of the event.
    const cancel = card(2, "", {
      kind: "calendar_event_cancel",
      kind_title: "Calendar event",
      payload: { event_id: idOf(11, 1) },
    });
    cancel.diff = [
      { field: "starts_at", label: "Starts", before: "2026-12-01T09:00:00Z", after: null },
    ];
    await openConsole(`/inbox/${update.approval.id}`, inboxWith([update, cancel]));
    await cardOf(page).getByText("No: the target has changed since this was written").waitFor();
    await openConsole(`/inbox/${cancel.approval.id}`, inboxWith([update, cancel]));
    await changes
      .locator("time")
      .getByText(/Tue, 1 Dec 2026, 10:00/)
      .waitFor();
  });

  it("times in the zone that its title names, with the reader's time beside them", async () => {
    const create = card(1, "", {
      kind: "calendar_event_create",
      kind_title: "Calendar event",
      title: "Create event “Kick-off” on Tue, 1 Dec 2026, 04:00 (America/New_York)",
      payload: {
        summary: "Kick-off",
        starts_at: "2026-12-01T09:00:00Z",
        ends_at: "2026-12-01T10:00:00Z",
        time_zone: "America/New_York",
      },
    });
    create.diff = [
      { field: "starts_at", label: "Starts", before: null, after: "2026-12-01T09:00:00Z" },
    ];
    const page = await openConsole(`/inbox/${create.approval.id}`, inboxWith([create]));
    await cardOf(page)
      .locator("time")
      .getByText("Tue, 1 Dec 2026, 04:00 (America/New_York) · 10:00 your time")
      .first()
      .waitFor();
  });
});

describe("a draft that is not ready", () => {
  it("gives the reason, cannot be approved by any key, and is accessible in every look", async () => {
    const draft = notReady();
    const { answers, decisions } = inboxWith([draft]);
    const page = await openConsole(`/inbox/${draft.approval.id}`, { answers });
    const reasons = cardOf(page).getByRole("alert").filter({ hasText: "Not ready for approval" });
    await reasons.getByText("contains a placeholder").waitFor();
    for (const key of ["x", "a"]) await page.keyboard.press(key);
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(decisions).toEqual([]);
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `not ready ${look}`);
      await screenshot(page, `inbox-not-ready-${look}`);
    });
  });

  it("keeps an open form when the window becomes narrow and wide again", async () => {
    const draft = notReady();
    const page = await openConsole(`/inbox/${draft.approval.id}`, inboxWith([draft]));
    await cardOf(page).getByText("Not ready for approval").waitFor();
    await page.keyboard.press("e");
    const text = page.getByRole("dialog", { name: "Edit card" }).getByLabel("Text").first();
    await text.fill("Half a thought");
    for (const width of [800, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await waitUntilLoaded(page);
      expect(await text.inputValue()).toBe("Half a thought");
      // The click reaches the field: nothing covers it.
      await text.click();
    }
  });
});

describe("a card that another person edits meanwhile", () => {
  const noOptions = get(portfolioOptions, {
    clients: [],
    accounts: [],
    people: [],
    service_lines: [],
    left_out: { clients: 0, accounts: 0, people: 0, service_lines: 0 },
  });
  const draft = () => card(1, "Draft", { payload: { title: "Draft", estimate_hours: 1 } });

  it("is decided only after its reader saw the changes, and a typed reason is kept", async () => {
    const draftCard = draft();
    const { answers, decisions } = inboxWith([draftCard]);
    const page = await openConsole(`/inbox/${draftCard.approval.id}`, { answers });
    editByAdmin(draftCard, { title: "Draft", estimate_hours: 2 });
    await page.keyboard.press("a");
    const refusal = cardOf(page).getByRole("alert").filter({ hasText: "You now see version 2." });
    await refusal.getByText(/2 h$/).waitFor();
    await expect.poll(() => focusedText(page)).toContain(`${people.admin.name} edited this`);
    editByAdmin(draftCard, { title: "Draft", estimate_hours: 3 });
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog", { name: "Reject card" });
    await dialog.getByLabel("Reason").fill("Too long.");
    await dialog.getByRole("button", { name: "Reject" }).click();
    await cardOf(page).getByText("You now see version 3.").waitFor();
    await expect.poll(() => focusedText(page)).toContain(`${people.admin.name} edited this`);
    expect(draftCard.approval.status).toBe("pending");
    await page.keyboard.press("r");
    expect(await dialog.getByLabel("Reason").inputValue()).toBe("Too long.");
    await dialog.getByRole("button", { name: "Reject" }).click();
    await expect.poll(() => draftCard.approval.status).toBe("rejected");
    expect(decisions.at(-1)).toMatchObject({ action: "reject", version: 3, reason: "Too long." });
  });

  it("is merged field by field by its second editor, who loses no text", async () => {
    const draftCard = draft();
    const { answers, decisions } = inboxWith([draftCard]);
    const page = await openConsole(`/inbox/${draftCard.approval.id}`, {
      answers: [noOptions, ...answers],
    });
    await page.keyboard.press("e");
    const form = page.getByRole("dialog", { name: "Edit card" });
    await form.getByLabel("Title").fill("Draft by the lead");
    editByAdmin(draftCard, { title: "Draft by the admin", estimate_hours: 8 });
    await form.getByRole("button", { name: "Save as a new version" }).click();
    const explanation = "Another person changed this while you were editing";
    await expect.poll(() => focusedText(page)).toBe(explanation);
    await form.getByText("Draft by the admin").waitFor();
    const checkedRadios = form.getByRole("radio", { checked: true });
    expect(await checkedRadios.first().textContent()).toContain("Draft by the lead");
    await form.getByRole("button", { name: "Save these choices" }).click();
    await form.waitFor({ state: "detached" });
    expect(decisions.at(-1)).toMatchObject({
      action: "edit",
      version: 2,
      payload: { title: "Draft by the lead", estimate_hours: 8 },
    });
  });
});

describe("an unknown result", () => {
  it("is explained, offers no approval, and is accessible in every look", async () => {
    const sentCard = card(1, "Send the invoice", { status: "unknown" });
    sentCard.approval.execution = {
      ...sentCard.approval.execution,
      state: "unknown",
      requested_by: { id: people.lead.id, name: people.lead.name },
      requested_at: "2026-11-20T10:00:00+00:00",
      started_at: "2026-11-20T10:00:01+00:00",
      error: "The connection broke, and it was tried again.",
    };
    sentCard.allowed_actions = ["execute"];
    const page = await openConsole(`/inbox/${sentCard.approval.id}`, inboxWith([sentCard]));
    await cardOf(page).getByText("Result unknown").first().waitFor();
    await cardOf(page)
      .getByText(/Countersign checks again automatically and changes nothing/)
      .waitFor();
    // The reason ends with its own full stop.
    expect(await cardOf(page).textContent()).not.toContain("..");
    await cardOf(page).getByRole("button", { name: "Check now" }).waitFor();
    expect(await cardOf(page).getByRole("button", { name: "Approve" }).count()).toBe(0);
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `unknown ${look}`);
      await screenshot(page, `inbox-unknown-${look}`);
    });
  });
});

it("a client's request lists its files, which open before the decision", async () => {
  const file = { size_bytes: 20_480, is_changed: false, document_id: null };
  const requestCard = {
    ...card(1, "", {
      kind: "client_request",
      kind_title: "Client request",
      group: "record",
      title: "Answer the client's question “Look”",
      payload: { request: "question", text: "Look", respond_by: "2026-11-24" },
    }),
    files: [
      { ...file, id: idOf(19, 1), name: "script.docx" },
      { ...file, id: idOf(19, 2), name: "changed.docx", is_changed: true },
      { ...file, id: idOf(19, 3), name: "accepted.docx", document_id: idOf(19, 3) },
    ],
  };
  const requests: unknown[] = [];
  const portal = post(clientPortal, ({ body }) => {
    requests.push(body);
    throw new AppError(409, "file_changed", "The stored file differs from the one that was sent");
  });
  const page = await openConsole(`/inbox/${requestCard.approval.id}`, {
    answers: [...inboxWith([requestCard]).answers, portal],
  });
  const files = cardOf(page).getByRole("region", { name: "Files from the client (3)" });
  await files.getByText(/Executing the card adds them/).waitFor();
  await files.getByText(/Ask the client for it again/).waitFor();
  expect(await files.getByRole("link").allTextContents()).toEqual(["accepted.docx"]);
  await files.getByRole("button", { name: "Download script.docx" }).press("Enter");
  await files.getByRole("alert").waitFor();
  expect(requests).toEqual([{ action: "open_request_file", file_id: idOf(19, 1) }]);
  await expectAccessible(page, "card of a client's request");
});
