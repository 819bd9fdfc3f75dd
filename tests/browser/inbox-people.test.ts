/** The inbox for who may not decide, for two who decide at once, by keyboard, on a phone; and its history. */
import { describe, expect, it } from "vitest";
import { people } from "../support/personas.ts";
import {
  as,
  expectAccessible,
  focused,
  inEveryLook,
  screenshot,
  settled,
  visit,
} from "./console.ts";
import {
  cardOf,
  decide,
  propose,
  proposeTask,
  rowsOf,
  stateOf,
  visitInbox,
} from "./inbox-cards.ts";
import { ownProject, sql } from "./own-project.ts";

describe("who may not decide", () => {
  it("a member sees the cards of their projects and no button", async () => {
    const project = await ownProject("Inbox: member", ["member"]);
    const theirs = await proposeTask(project, "Visible to members");
    const foreign = await ownProject("Inbox: not the member's");
    const hidden = await proposeTask(foreign, "Hidden from members");
    await as("member", {}, async (page) => {
      await visitInbox(page, project, theirs.id);
      await cardOf(page).getByText("Admins and leads decide about proposals.").waitFor();
      for (const name of ["Approve", "Approve and execute", "Edit", "Reject"]) {
        expect(await page.getByRole("button", { name }).count()).toBe(0);
      }
      expect(await page.getByRole("checkbox").count()).toBe(0);
      for (const key of ["a", "x", "e", "r", "z", " "]) await page.keyboard.press(key);
      expect(await page.getByRole("dialog").count()).toBe(0);
      expect((await stateOf(theirs.id)).status).toBe("pending");
      await expectAccessible(page, "member's card");
      await screenshot(page, "inbox-member");
      await visit(page, `/inbox/${hidden.id}`, "Inbox");
      await cardOf(page).getByText("There is no such card").waitFor();
      expect(await page.getByText("Hidden from members").count()).toBe(0);
    });
  });

  it("a client has no inbox", async () => {
    await as("client", {}, async (page) => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await page.goto("/inbox");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await settled(page);
      expect(await page.getByText("Waiting for a decision").count()).toBe(0);
      expect(asked.filter((path) => /inbox$|approvals/.test(path) && path !== "/inbox")).toEqual(
        [],
      );
    });
  });

  it("a lead who is no prompt owner reads why", async () => {
    const rule = await propose({
      kind: "prompt_update",
      project: null,
      payload: { rule: "Answer in two sentences." },
    });
    const [{ is_prompt_owner } = { is_prompt_owner: false }] = await sql<
      { is_prompt_owner: boolean }[]
    >`select is_prompt_owner from public.people where id = ${people.lead.personId ?? ""}`;
    expect(is_prompt_owner).toBe(false);
    await as("lead", {}, async (page) => {
      await visit(page, `/inbox/${rule.id}`, "Inbox");
      await cardOf(page)
        .getByText(/Only a prompt owner decides/)
        .waitFor();
      expect(await cardOf(page).getByRole("button", { name: "Approve" }).count()).toBe(0);
      await screenshot(page, "inbox-prompt-owner");
    });
    await decide("admin", { action: "reject", id: rule.id, reason: "Only a test." });
  });
});

describe("two leads at once", () => {
  it("who decides second reads who decided first, and keeps the reason they typed", async () => {
    const project = await ownProject("Inbox: two leads");
    const card = await proposeTask(project, "Only once");
    await as("lead", {}, async (page) => {
      await visitInbox(page, project, card.id);
      await page.keyboard.press("r");
      const dialog = page.getByRole("dialog", { name: "Reject" });
      await dialog.getByLabel("Reason").fill("I doubt it.");
      await decide("admin", { action: "approve", id: card.id });
      await dialog.getByRole("button", { name: "Reject" }).last().click();
      const refusal = cardOf(page).getByRole("alert").filter({ hasText: "approved this" });
      await refusal.getByText(/Your reason was: I doubt it\./).waitFor();
      await expect.poll(() => focused(page)).toContain("approved this");
      await cardOf(page).getByRole("button", { name: "Execute" }).waitFor();
      await screenshot(page, "inbox-decided-meanwhile");
      await expectAccessible(page, "decided meanwhile");
      expect((await stateOf(card.id)).status).toBe("approved");
    });
  });

  it("who approves what was edited meanwhile sees what changed and approves nothing", async () => {
    const project = await ownProject("Inbox: edited meanwhile");
    const card = await proposeTask(project, "Call the client", { estimate_hours: 1 });
    await as("lead", {}, async (page) => {
      await visitInbox(page, project, card.id);
      await decide("admin", {
        action: "edit",
        id: card.id,
        payload: { title: "Call the client twice", estimate_hours: 2 },
      });
      await page.keyboard.press("a");
      const refusal = cardOf(page).getByRole("alert").filter({ hasText: "edited this" });
      await refusal.getByText(/Call the client$/).waitFor();
      await refusal.getByText(/2 h$/).waitFor();
      expect(await stateOf(card.id)).toMatchObject({ status: "pending", version: 2 });
      await screenshot(page, "inbox-edited-meanwhile");
      // What was read is approved.
      await page.keyboard.press("a");
      await expect.poll(async () => (await stateOf(card.id)).status).toBe("approved");
    });
  });

  it("two who edit at once choose field by field, and nothing typed is lost", async () => {
    const project = await ownProject("Inbox: two editors");
    const card = await proposeTask(project, "Draft", { estimate_hours: 1 });
    await as("lead", {}, async (page) => {
      await visitInbox(page, project, card.id);
      await page.keyboard.press("e");
      const form = page.getByRole("dialog", { name: "Edit" });
      await form.getByLabel("Title").fill("Draft by the lead");
      await decide("admin", {
        action: "edit",
        id: card.id,
        payload: { title: "Draft by the admin", estimate_hours: 8 },
      });
      await form.getByRole("button", { name: "Save as a new version" }).click();
      await form.getByText("Somebody changed this while you were editing").waitFor();
      await form.getByText("Draft by the admin").waitFor();
      await expectAccessible(page, "edit conflict");
      await screenshot(page, "inbox-edit-conflict");
      await form.getByRole("button", { name: "Save these choices" }).click();
      await form.waitFor({ state: "detached" });
      expect(await stateOf(card.id)).toMatchObject({
        version: 3,
        payload: { title: "Draft by the lead", estimate_hours: 8 },
      });
    });
  });
});

describe("by keyboard alone", () => {
  it("cards are found, read, selected, rejected, approved and executed", async () => {
    const project = await ownProject("Inbox: keyboard");
    const cards = [];
    for (const name of ["Alpha", "Beta", "Gamma", "Delta"]) {
      cards.push(await proposeTask(project, `Task ${name}`));
    }
    const [alpha, beta, gamma, delta] = cards.map(({ id }) => id) as [
      string,
      string,
      string,
      string,
    ];
    const opened = (name: string) => expect.poll(() => focused(page_())).toContain(`Task ${name}`);
    let page_: () => import("playwright-core").Page;
    await as("lead", {}, async (page) => {
      page_ = () => page;
      await visit(page, "/", "Portfolio");
      await page.keyboard.press("g");
      await page.keyboard.press("n");
      await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
      await visitInbox(page, project);
      // Without a card open the list alone moves.
      for (const [key, name] of [
        ["j", "Alpha"],
        ["j", "Beta"],
        ["k", "Alpha"],
      ] as const) {
        await page.keyboard.press(key);
        expect(await focused(page)).toContain(`Task ${name}`);
      }
      await page.keyboard.press("Enter");
      await cardOf(page)
        .getByRole("heading", { level: 2, name: /Task Alpha/ })
        .waitFor();
      await page.keyboard.press("r");
      await page.getByRole("dialog", { name: "Reject" }).getByLabel("Reason").waitFor();
      await page.keyboard.type("ajkxerz are letters here.");
      await page.keyboard.press("Control+Enter");
      await opened("Beta");
      expect((await stateOf(alpha)).reason).toBe("ajkxerz are letters here.");
      await page.keyboard.press("x");
      await opened("Gamma");
      await expect.poll(async () => (await stateOf(beta)).status).toBe("executed");
      await page.getByText(/^Executed: /).waitFor();
      // The others together.
      await page.keyboard.press("Escape");
      await cardOf(page).waitFor({ state: "detached" });
      await expect.poll(() => focused(page)).toContain("Task Gamma");
      await page.keyboard.press("Shift+J");
      await page.keyboard.press("Space");
      await page.getByText("2 cards selected").waitFor();
      await page.keyboard.press("a");
      await page.getByRole("dialog", { name: "Approve 2 cards" }).waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").getByText("2 cards approved").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      expect((await stateOf(gamma)).status).toBe("approved");
      expect((await stateOf(delta)).status).toBe("approved");
      await page.getByText("Nothing that fits these filters waits").waitFor();
      expect(await focused(page)).not.toBe("");
      await screenshot(page, "inbox-empty");
    });
  });

  it("? shows the keys, and the palette leads to both pages", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/inbox", "Inbox");
      await page.keyboard.press("?");
      await page
        .getByRole("dialog", { name: "Keyboard shortcuts" })
        .getByText("Approve and execute, or execute")
        .waitFor();
      await screenshot(page, "inbox-keys");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      await page.locator(':focus[placeholder="Search or jump to…"]').waitFor();
      await page.keyboard.type("approvals");
      await page.locator("[data-selected]").getByText("Approvals", { exact: true }).waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "Approvals" }).waitFor();
    });
  });
});

describe("the history", () => {
  it("lists what was decided, by filters in the address, and shows who, when and on what", async () => {
    const project = await ownProject("Inbox: history");
    const rejected = await proposeTask(project, "No, thank you");
    await decide("lead", { action: "reject", id: rejected.id, reason: "Not needed any more." });
    const approved = await proposeTask(project, "Yes, please");
    await decide("admin", { action: "approve", id: approved.id });
    await as("lead", {}, async (page) => {
      await visit(page, `/approvals?project=${project.id}`, "Approvals");
      await settled(page);
      const rows = page.getByRole("article");
      expect(await rows.count()).toBe(2);
      await page.getByLabel("Status").selectOption("rejected");
      await page.waitForURL(/status=rejected/);
      await settled(page);
      await expect.poll(() => rows.count()).toBe(1);
      await page.reload();
      await rows.getByRole("link", { name: /No, thank you/ }).click();
      await cardOf(page)
        .getByText(/Rejected by Jonas Albrink/)
        .first()
        .waitFor();
      await cardOf(page).getByText("Not needed any more.").first().waitFor();
      const history = cardOf(page).getByRole("region", { name: "History" });
      await history.getByText("Proposed").waitFor();
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `history ${look}`);
        await screenshot(page, `approvals-${look}`);
      });
      await visit(page, `/approvals/${approved.id}?project=${project.id}`, "Approvals");
      await history.getByText("What was shown").click();
      await history.getByText("Yes, please").waitFor();
      await screenshot(page, "approvals-shown");
    });
  });

  it("reads on by pages", async () => {
    const project = await ownProject("Inbox: pages");
    const titles = Array.from({ length: 55 }, (_, place) => `Task ${place}`);
    for (const title of titles) await proposeTask(project, title);
    await as("lead", {}, async (page) => {
      await visit(page, `/approvals?project=${project.id}`, "Approvals");
      await settled(page);
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expect.poll(() => page.getByRole("article").count()).toBe(55);
    });
  });
});

describe("in every look", () => {
  it("the list is accessible, and the rail says how many wait", async () => {
    const project = await ownProject("Inbox: looks");
    await proposeTask(project, "Something");
    await as("lead", {}, async (page) => {
      const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
        select count(*)::int from public.approvals
        where status in ('pending', 'unknown')
          and organization_id = ${people.lead.organizationId ?? ""}`;
      await visit(page, "/inbox", "Inbox");
      await page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link", { name: `Inbox ${count} waiting` })
        .waitFor();
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `inbox ${look}`);
        await screenshot(page, `inbox-${look}`);
      });
    });
  });

  it("a phone opens a card over the list, decides, and returns to the list", async () => {
    const project = await ownProject("Inbox: phone");
    const first = await proposeTask(project, "On a phone");
    const second = await proposeTask(project, "Another one");
    await as("lead", { width: 390 }, async (page) => {
      await visitInbox(page, project);
      await rowsOf(page)
        .getByRole("link", { name: /On a phone/ })
        .click();
      const card = page.getByRole("dialog", { name: "Card" });
      await card.getByRole("heading", { level: 2, name: /On a phone/ }).waitFor();
      await settled(page);
      await screenshot(page, "inbox-phone");
      await card.getByRole("button", { name: "Approve", exact: true }).click();
      await card.getByRole("heading", { level: 2, name: /Another one/ }).waitFor();
      expect((await stateOf(first.id)).status).toBe("approved");
      await card.getByRole("button", { name: "Reject" }).click();
      const dialog = page.getByRole("dialog", { name: "Reject" });
      await dialog.getByLabel("Reason").waitFor();
      // Escape leaves the dialog, not the card under it.
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await card.getByRole("heading", { level: 2, name: /Another one/ }).waitFor();
      await page.getByRole("button", { name: "Close the card" }).click();
      await card.waitFor({ state: "detached" });
      expect(await page.evaluate(() => document.activeElement?.id)).toBe(`card-${second.id}`);
    });
  });

  it("an inbox that cannot be read says what was not lost, and offers another try", async () => {
    await as("lead", {}, async (page) => {
      let fails = true;
      await page.route("**/api/inbox?*", (route) =>
        fails
          ? route.fulfill({ status: 500, json: { code: "internal_error", message: "…" } })
          : route.continue(),
      );
      await page.goto("/inbox");
      await page.getByText("The service failed to answer").waitFor();
      fails = false;
      await page.getByRole("button", { name: "Try again" }).click();
      await page
        .getByText(/Waiting for a decision|Nothing waits for you/)
        .first()
        .waitFor();
    });
  });
});
