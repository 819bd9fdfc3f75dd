import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { clientPortal } from "../../../supabase/functions/_domain/portal/contract.ts";
import { portfolioActions } from "../../../supabase/functions/_domain/portfolio/action-contract.ts";
import { type Answer, post, type Row, rows } from "../answers.ts";
import {
  expectAccessible,
  inEveryLook,
  inEveryLookOfState,
  openConsole,
  screenshot,
} from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { personSummaries } from "../fixtures/person-summaries.ts";
import { projectPageAnswers, shop } from "../fixtures/project-page.ts";
import { savedCsv } from "../saved-csv.ts";

const PAST = "2026-01-01";
const FUTURE = "2099-01-01";

/** Stores what is set, as the database does. */
function rateService() {
  const requests: object[] = [];
  const storedRates = {
    person: [
      { person_id: people.member.id, valid_from: FUTURE, cost_per_hour: 70 },
      { person_id: people.member.id, valid_from: PAST, cost_per_hour: 55 },
    ] as Row<"person_rates">[],
    project: [] as Row<"project_rates">[],
  };
  const acting = post(portfolioActions, ({ body }) => {
    requests.push(body);
    const rate = { id: idOf(50, 1), version: 1 };
    if (body.type === "person_rate") {
      const { type, cost_per_hour, ...key } = body;
      storedRates.person = storedRates.person.filter(
        ({ valid_from }) => valid_from !== key.valid_from,
      );
      if (cost_per_hour === null) return { type, rate: null };
      storedRates.person.unshift({ ...key, cost_per_hour });
      return { type, rate: { ...rate, ...key, cost_per_hour } };
    }
    if (body.type !== "project_rate") throw new Error(body.type);
    const { type, revenue_per_hour, cost_per_hour = null, ...key } = body;
    storedRates.project = storedRates.project.filter(
      ({ valid_from }) => valid_from !== key.valid_from,
    );
    if (revenue_per_hour === null) return { type, rate: null };
    storedRates.project.unshift({ ...key, revenue_per_hour, cost_per_hour });
    return { type, rate: { ...rate, ...key, revenue_per_hour, cost_per_hour } };
  });
  const answers: Answer[] = [
    acting,
    rows("person_rates", () => storedRates.person),
    rows("project_rates", () => storedRates.project),
    personSummaries(Object.values(people).map(({ organization: _, ...person }) => person)),
  ];
  return { requests, answers };
}

/** The latest notice is the first. */
const undo = (page: Page, notice: string) =>
  page
    .getByRole("status")
    .filter({ hasText: new RegExp(`^${notice}Undo$`) })
    .getByRole("button", { name: "Undo" })
    .first()
    .click();

describe("Rates of people", () => {
  it("show the rate of today and the history, and a lead sets, removes and restores one", async () => {
    const { requests, answers } = rateService();
    const page = await openConsole("/settings/rates", { as: people.lead, answers });
    const person = page.getByRole("region", { name: people.member.name });
    await person.getByText(/55.*since 1 Jan/).waitFor();
    expect(await page.getByRole("region", { name: people.client.name }).count()).toBe(0);
    const lead = page.getByRole("region", { name: people.lead.name });
    await lead.getByText("No rate", { exact: true }).waitFor();
    await lead.getByRole("button", { name: /^Edit rates/ }).click();
    await lead.getByText("No rate yet.").waitFor();
    expect(await lead.getByText("No rate").count()).toBe(1);
    await lead.getByRole("button", { name: /^Edit rates/ }).click();
    await person.getByRole("button", { name: /^Edit rates/ }).click();
    const history = person.getByRole("table");
    await history.getByText("Planned").waitFor();
    await history.getByText("Current").waitFor();
    expect((await savedCsv(page)).text).toBe(
      `\uFEFFValid from,Cost per hour (EUR)\r\n${FUTURE},70\r\n${PAST},55\r\n`,
    );
    await person.getByRole("button", { name: "Save rate" }).click();
    await person.getByText("Enter an amount").waitFor();
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `rates ${look}`);
      await screenshot(page, `rates-${look}`);
    });
    await person.getByLabel("Valid from").fill("2026-06-01");
    await person.getByLabel(/^Cost per hour/).fill("60.50");
    await person.getByRole("button", { name: "Save rate" }).click();
    await page.getByText(`Rate of ${people.member.name} saved.`).waitFor();
    await person.getByText(/60\.5.*since 1 Jun/).waitFor();
    await undo(page, `Rate of ${people.member.name} saved.`);
    await person.getByText(/55.*since 1 Jan/).waitFor();
    await person.getByRole("button", { name: "Remove the rate from 1 Jan 2026" }).click();
    await person.getByText("No rate", { exact: true }).waitFor();
    await undo(page, `Rate of ${people.member.name} removed.`);
    await person.getByText(/55.*since 1 Jan/).waitFor();
    const base = { type: "person_rate", person_id: people.member.id };
    expect(requests).toEqual([
      { ...base, valid_from: "2026-06-01", cost_per_hour: 60.5 },
      { ...base, valid_from: "2026-06-01", cost_per_hour: null },
      { ...base, valid_from: PAST, cost_per_hour: null },
      { ...base, valid_from: PAST, cost_per_hour: 55 },
    ]);
  });

  it("are open only to admins and leads", async () => {
    const page = await openConsole("/settings/rates", { as: people.member });
    await page.getByRole("heading", { level: 1, name: /admins and leads/i }).waitFor();
  });
});

describe("Rates and dates of a project", () => {
  const address = `/projects/${shop?.id}?view=rates`;

  it("a lead sets a rate, and releases dates to the client", async () => {
    const { requests, answers } = rateService();
    const releases: object[] = [];
    const events: Row<"audit_events">[] = [];
    const releasing = post(clientPortal, ({ body }) => {
      if (body.action !== "release_dates") throw new Error(body.action);
      releases.push(body);
      const { action, project_id, starts_on, due_on } = body;
      events.unshift({
        id: idOf(51, events.length + 1),
        occurred_at: "2026-11-20T09:00:00+00:00",
        actor_person_id: people.lead.id,
        after: { starts_on, due_on },
      });
      return { action, project_id, starts_on, due_on };
    });
    const page = await openConsole(address, {
      as: people.lead,
      answers: [
        rows("project_summaries", shop ? [shop] : []),
        rows("audit_events", () => events),
        releasing,
        ...answers,
        ...projectPageAnswers,
      ],
    });
    await page.getByText("No rate yet.", { exact: false }).waitFor();
    await page.getByLabel("Valid from").fill(PAST);
    await page.getByLabel(/^Revenue per hour/).fill("120");
    await page.getByRole("button", { name: "Save rate" }).click();
    await page.getByRole("table").getByText("Current").waitFor();
    expect(requests).toEqual([
      {
        type: "project_rate",
        project_id: shop?.id,
        valid_from: PAST,
        revenue_per_hour: 120,
        cost_per_hour: null,
      },
    ]);
    await page.getByLabel("Start date for the client").fill("2026-03-02");
    await page.getByLabel("Due date for the client").fill("2026-03-01");
    await page.getByText("Enter a due date that isn't before the start").waitFor();
    await page.getByLabel("Due date for the client").fill("2026-06-30");
    await page.getByRole("button", { name: "Release these dates" }).click();
    const history = page.getByRole("list", { name: "Released dates" });
    await history.getByText("Released: start 2 Mar 2026, due 30 Jun 2026").waitFor();
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `project rates ${look}`);
      await screenshot(page, `project-rates-${look}`);
    });
    await undo(page, "Dates released.");
    await history.getByText("Withdrew the dates").waitFor();
    expect(releases).toMatchObject([
      { starts_on: "2026-03-02", due_on: "2026-06-30" },
      { starts_on: null, due_on: null },
    ]);
  });

  it("a member has no such tab", async () => {
    const page = await openConsole(address, {
      as: people.member,
      answers: [rows("project_summaries", shop ? [shop] : []), ...projectPageAnswers],
    });
    await page.getByRole("tab", { name: "Details" }).waitFor();
    expect(await page.getByRole("tab", { name: "Rates and dates" }).count()).toBe(0);
  });
});
