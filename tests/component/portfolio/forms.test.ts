import { describe, expect, it } from "vitest";
import type { z } from "zod";
import {
  portfolioActions,
  type StatusUpdateAction,
} from "../../../supabase/functions/_domain/portfolio/action-contract.ts";
import { post } from "../answers.ts";
import { focusedText, openConsole } from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { shop } from "../fixtures/project-page.ts";
import { changedByAdmin, openClassification } from "./classification.ts";
import { answers, expectAccessibleForm, menu, name, openForm, press } from "./project-forms.ts";

describe("every form", () => {
  it("that posts a status is accessible in every look", () =>
    expectAccessibleForm("post-status", "/portfolio?q=shop", menu("Post status")));

  it("closes with unsaved text only after a confirmation", async () => {
    const { page, dialog } = await openForm("/portfolio?q=shop", menu("Edit project"));
    const form = page.getByRole("dialog", { name: "Edit project" });
    await form.getByLabel("Summary").fill("Half a thought");
    const question = page.getByRole("dialog", { name: "Discard your changes?" });
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Keep editing" }).click();
    expect(await form.getByLabel("Summary").inputValue()).toBe("Half a thought");
    await form.getByRole("button", { name: "Cancel" }).click();
    await question.getByRole("button", { name: "Discard changes" }).click();
    await dialog.first().waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
      `Actions for ${name}`,
    );
  });
});

describe("a project's form", () => {
  // A change has no answer here: sending one would fail the test.
  it("shows an error at its field and sends nothing", async () => {
    const { dialog } = await openForm("/portfolio?q=shop", menu("Edit project"));
    const hours = dialog.getByLabel("Budget in hours");
    await hours.fill("1,5");
    await dialog.getByRole("button", { name: "Save project" }).click();
    const fault = dialog.getByText("Write hours as a number such as 1250 or 1250.50");
    await fault.waitFor();
    expect(await hours.getAttribute("aria-invalid")).toBe("true");
    const descriptionIds = (await hours.getAttribute("aria-describedby"))?.split(" ");
    expect(descriptionIds).toContain(await fault.getAttribute("id"));
  });
});

it("a project that another person changed meanwhile is merged field by field, and no text is lost", async () => {
  const requests: unknown[] = [];
  const conflict = post(portfolioActions, ({ body }) => {
    if (body.type !== "project_update") throw new Error(`Not a project: ${body.type}`);
    requests.push([body.version, body.changes]);
    throw changedByAdmin(
      { ...shop, name: "Shop B", budget_hours: 99 },
      { name: { from: name, to: "Shop B" }, budget_hours: { from: 620, to: 99 } },
    );
  });
  const page = await openConsole("/portfolio?q=shop", { answers: [conflict, ...answers] });
  await menu("Edit project")(page);
  const dialog = page.getByRole("dialog", { name: "Edit project" });
  await dialog.getByLabel("Name").fill("Shop A");
  await dialog.getByLabel("Summary").fill("Only I wrote this.");
  await dialog.getByRole("button", { name: "Save project" }).click();
  const explanation = "Another person changed this while you were editing";
  await expect.poll(() => focusedText(page)).toBe(explanation);
  const side = (group: string | RegExp) =>
    dialog.getByRole("radiogroup", { name: group }).getByRole("radio", { checked: true });
  expect(await side(/^Name.*Changed by both/).textContent()).toContain("Shop A");
  expect(await side("Summary").textContent()).toContain("Only I wrote this.");
  expect(await side("Budget in hours").textContent()).toContain("99 h");
  await dialog.getByRole("radio", { name: "Shop B" }).click();
  await dialog.getByRole("button", { name: "Save these choices" }).click();
  await expect
    .poll(() => requests)
    .toEqual([
      [1, { name: "Shop A", summary: "Only I wrote this." }],
      [2, { summary: "Only I wrote this." }],
    ]);
});

it("the undo of a classification keeps what another person classified since", async () => {
  const { page, requests, classify, take } = await openClassification();
  await classify("Medium risk");
  take();
  await page.keyboard.press("z");
  const refusal = page.getByRole("alert").filter({ hasText: "Not undone" });
  await refusal.getByText("Someone else made a later change. Their version was kept.").waitFor();
  expect(requests).toEqual([
    [1, "medium"],
    [2, "high"],
  ]);
});

describe("an account", () => {
  it("is renamed from its page, and undo restores its name", async () => {
    const account = { id: shop?.account_id ?? "", client_id: shop?.client_id ?? "", version: 1 };
    const requests: unknown[] = [];
    const accountUpdate = post(portfolioActions, ({ body }) => {
      if (body.type !== "account_update") throw new Error(`Not an account: ${body.type}`);
      requests.push([body.version, body.changes]);
      return {
        type: body.type,
        account: {
          ...account,
          name: body.changes.name,
          version: body.version + 1,
          created_at: "2026-11-22T09:00:00+00:00",
          updated_at: "2026-11-22T09:00:00+00:00",
          archived_at: null,
        },
      };
    });
    const page = await openConsole(`/accounts/${account.id}`, {
      answers: [accountUpdate, ...answers],
    });
    await press("Rename account")(page);
    const form = page.getByRole("dialog", { name: "Rename account" });
    const before = await form.getByLabel("Name").inputValue();
    await form.getByLabel("Name").fill(" ");
    await form.getByRole("button", { name: "Rename account" }).click();
    await form.getByText("Enter a name").waitFor();
    await form.getByLabel("Name").fill("Harbour store");
    await form.getByRole("button", { name: "Rename account" }).click();
    await page.getByText("Account renamed.").waitFor();
    await page.keyboard.press("z");
    await page.getByText("Undone.").waitFor();
    expect(requests).toEqual([
      [1, { name: "Harbour store" }],
      [2, { name: before }],
    ]);
  });
});

describe("a status", () => {
  it("is written by keyboard: Tab leaves the chosen health for the summary, where a space is a space", async () => {
    const requests: z.output<typeof StatusUpdateAction>[] = [];
    const statusUpdate = post(portfolioActions, ({ body }) => {
      if (body.type !== "status_update") throw new Error(`Not a status: ${body.type}`);
      requests.push(body);
      const { type, ...words } = body;
      return {
        type,
        status_update: {
          ...words,
          id: idOf(9, 2),
          author_id: people.lead.id,
          risks: null,
          next_steps: null,
          created_at: "2026-11-22T09:00:00+00:00",
          version: 1,
          corrected_at: null,
        },
      };
    });
    const page = await openConsole("/portfolio", { answers: [statusUpdate, ...answers] });
    await menu("Post status")(page);
    const dialog = page.getByRole("dialog", { name: "Post status" });
    await expect.poll(() => focusedText(page)).toBe("On track");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    const checkedRadio = dialog.getByRole("radio", { checked: true });
    expect(await checkedRadio.textContent()).toBe("At risk");
    await page.keyboard.press("Tab");
    await page.keyboard.type("A late supplier");
    expect(await dialog.getByLabel("Summary").inputValue()).toBe("A late supplier");
    expect(await checkedRadio.textContent()).toBe("At risk");
    await page.keyboard.press("Shift+Tab");
    expect(await focusedText(page)).toBe("At risk");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Status posted.").waitFor();
    expect(requests).toMatchObject([
      { health: "at_risk", summary: "A late supplier", risks: null },
    ]);
  });

  it("is posted from the project's page, and from the palette about a project that is chosen there", async () => {
    const page = await openConsole(`/projects/${shop?.id}`, { as: people.member, answers });
    await page.getByRole("button", { name: "Post status" }).click();
    await page.getByRole("dialog").getByRole("radio", { name: "On track" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.locator(':focus[placeholder="Search or jump to…"]').waitFor();
    await page.keyboard.type("post status");
    await page.locator("[data-selected]").getByText("Post status…").waitFor();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Post status" });
    await dialog.getByRole("button", { name: "Post status" }).click();
    for (const fault of [
      "Choose a project",
      "Choose On track, At risk or Off track",
      "Enter a summary",
    ]) {
      await dialog.getByText(fault).first().waitFor();
    }
    await dialog.getByRole("combobox", { name: "Project" }).fill("reader");
    await page.getByRole("option", { name: "Reader app" }).click();
    expect(await dialog.getByRole("combobox", { name: "Project" }).inputValue()).toBe("Reader app");
  });
});
