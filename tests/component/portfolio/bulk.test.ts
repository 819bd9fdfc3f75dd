import { expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { portfolioActions } from "../../../supabase/functions/_domain/portfolio/action-contract.ts";
import { portfolioOptions } from "../../../supabase/functions/_domain/portfolio/options-contract.ts";
import { get, post } from "../answers.ts";
import {
  expectAccessible,
  focused,
  inEveryLookOfState,
  openConsole,
  screenshot,
} from "../console.ts";
import { people } from "../fixtures/people.ts";
import { projects } from "../fixtures/projects.ts";

const options = {
  clients: [],
  accounts: [],
  people: [
    {
      ...{ id: people.admin.id, name: people.admin.name, email: people.admin.email },
      ...{ role: "admin" as const, is_employee: true },
    },
  ],
  service_lines: [],
  left_out: { clients: 0, accounts: 0, people: 0, service_lines: 0 },
};
const at = "2026-11-18T09:00:00+00:00";

/** The service saves projects, except those of these codes. */
function saving(refused: (string | null)[] = []) {
  const sent: unknown[] = [];
  const answer = post(portfolioActions, ({ body }) => {
    if (body.type !== "project_update") throw new Error(`Not a project: ${body.type}`);
    const project = projects.find(({ id }) => id === body.project_id);
    if (!project) throw new Error("No such project");
    sent.push([project.code, body.version, body.changes]);
    if (refused.includes(project.code)) {
      throw new AppError(409, "version_conflict", "The project was changed in the meantime");
    }
    const { id, account_id, code, name, summary, status, lead_id } = project;
    const { starts_on, due_on, budget_hours, budget_amount } = project;
    return {
      type: body.type,
      project: {
        ...{ id, account_id, code, name, summary, status, lead_id, starts_on, due_on },
        ...{ budget_hours, budget_amount, created_at: at, updated_at: at, archived_at: null },
        version: body.version + 1,
      },
    };
  });
  return { sent, answers: [answer, get(portfolioOptions, options)] };
}

it("a lead selects projects by keyboard, previews their changes, makes them and undoes them", async () => {
  const [crm, seo] = ["CRM migration", "SEO retainer"].map((name) =>
    projects.find((project) => project.name === name),
  );
  const { sent, answers } = saving();
  const page = await openConsole("/portfolio?group=none", { answers });
  await page.getByRole("link", { name: "CRM migration" }).focus();
  await page.keyboard.press("x");
  await page.getByRole("link", { name: "SEO retainer" }).focus();
  await page.keyboard.press("x");
  await page.getByText("2 projects selected").waitFor();
  await page.getByRole("button", { name: "Edit projects" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit 2 projects" });
  await dialog.getByRole("button", { name: "Preview changes" }).click();
  await dialog.getByText("Choose at least one change.").waitFor();
  await dialog.getByLabel("Status").selectOption("on_hold");
  await dialog.getByRole("combobox", { name: "Lead" }).click();
  await page.getByRole("option", { name: people.admin.name }).click();
  await dialog.getByLabel("Due", { exact: true }).selectOption("set");
  await dialog.getByLabel("Due day").fill("2027-03-31");
  await expectAccessible(page, "bulk edit of projects");
  await dialog.getByRole("button", { name: "Preview changes" }).click();
  await expect.poll(() => focused(page)).toBe("2 projects change");
  const [first, second] = await dialog.getByRole("listitem").allTextContents();
  expect(first).toContain("Status: Active →  becomes On hold");
  expect(first).toContain("31 Mar 2027");
  expect(first).toContain(`Lead: ${crm?.lead_name} →  becomes ${people.admin.name}`);
  // It is on hold already.
  expect(second).not.toContain("Status");
  expect(sent).toEqual([]);
  await inEveryLookOfState(page, async (look) => {
    await expectAccessible(page, `bulk preview of projects ${look}`);
    await screenshot(page, `projects-bulk-preview-${look}`);
  });
  await dialog.getByRole("button", { name: "Change 2 projects" }).click();
  await page.getByText("2 projects changed.").waitFor();
  await dialog.waitFor({ state: "detached" });
  expect(sent).toEqual([
    [
      crm?.code,
      crm?.version,
      { status: "on_hold", lead_id: people.admin.id, due_on: "2027-03-31" },
    ],
    [seo?.code, seo?.version, { lead_id: people.admin.id, due_on: "2027-03-31" }],
  ]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone.").waitFor();
  expect(sent.slice(2)).toEqual([
    [
      crm?.code,
      (crm?.version ?? 0) + 1,
      { status: "active", lead_id: crm?.lead_id, due_on: crm?.due_on },
    ],
    [seo?.code, (seo?.version ?? 0) + 1, { lead_id: seo?.lead_id, due_on: seo?.due_on }],
  ]);
});

it("on a phone, a refused change is named and the others are made", async () => {
  const [crm] = projects.filter(({ name }) => name === "CRM migration");
  const { sent, answers } = saving([crm?.code ?? null]);
  const page = await openConsole("/portfolio", { width: 390, answers });
  await page.getByRole("checkbox", { name: "Select CRM migration" }).check();
  await page.getByRole("checkbox", { name: "Select Reader app" }).check();
  await expectAccessible(page, "selected projects on a phone");
  await screenshot(page, "projects-selected-390");
  await page.getByRole("button", { name: "Edit projects" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit 2 projects" });
  await dialog.getByLabel("Archive").selectOption("archive");
  await dialog.getByRole("button", { name: "Preview changes" }).click();
  await dialog.getByRole("button", { name: "Change 2 projects" }).click();
  await dialog.getByRole("heading", { name: "1 project changed, 1 can't be changed" }).waitFor();
  await dialog.getByText("Not changed: The project was changed in the meantime.").waitFor();
  expect(sent).toHaveLength(2);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  expect(await page.getByText("selected").count()).toBe(0);
});

it("a member selects no projects", async () => {
  const page = await openConsole("/portfolio?group=none", { as: people.member });
  await page.getByRole("link", { name: "CRM migration" }).waitFor();
  expect(await page.getByRole("checkbox", { name: /^Select/ }).count()).toBe(0);
});
