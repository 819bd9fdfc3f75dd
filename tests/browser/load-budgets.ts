/** The budgets of every page, and the visits that check them. No figure depends on the machine's speed. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { pageOfProjects, projectsAfter } from "../support/many-projects.ts";
import { as, widths } from "./console.ts";
import { consolePages } from "./console-pages.ts";
import { openLoadMeter, type PageLoad } from "./page-loads.ts";

const BUDGET = { requests: 8, scripts: 15, kilobytes: 300, shift: 0.05, overflow: 0 };

/** The pages that open after a sign-in. Their scripts are not cached yet, so these have a budget. */
const FIRST_PAGES = ["/my-work", "/portal"];

/** No budget depends on the speed of a load, so a second attempt would prove nothing. */
const noRetry = { retry: 0 };

/** The budgets that a page exceeds, in words. */
function excessesOf(name: string, load: PageLoad): string[] {
  const { requests, scripts, kilobytes, shift, overflow, problems } = load;
  const excesses = problems.map((problem) => `${name}: ${problem}`);
  if (requests.length > BUDGET.requests) {
    excesses.push(`${name}: ${requests.length} requests: ${requests.join(", ")}`);
  }
  if (shift > BUDGET.shift) excesses.push(`${name}: shifts by ${shift}`);
  if (overflow > BUDGET.overflow) excesses.push(`${name}: ${overflow} px beyond the window`);
  if (FIRST_PAGES.includes(name)) {
    if (scripts.length > BUDGET.scripts) excesses.push(`${name}: ${scripts.length} scripts`);
    if (kilobytes > BUDGET.kilobytes) excesses.push(`${name}: ${kilobytes} KB of scripts`);
  }
  return excesses;
}

function lineOf(name: string, { requests, scripts, kilobytes, shift }: PageLoad): string {
  return [
    name.padEnd(36),
    `${requests.length} requests`.padEnd(13),
    `${scripts.length} scripts`.padEnd(12),
    `${Math.round(kilobytes)} KB`.padEnd(8),
    `shift ${shift.toFixed(3)}`,
  ].join("");
}

type Width = (typeof widths)[number];

const OF_PROJECTS = /^\/(accounts|clients|portfolio|projects|tasks)\b/;

/** Tests that visit every page about clients, projects and tasks at this width. */
export function testLoadsOfProjects(width: Width): void {
  it("every page about projects loads within its budgets", noRetry, async () => {
    await visitAll(width, (name) => OF_PROJECTS.test(name));
  });
}

/** Tests that visit every other page at this width. */
export function testOtherLoads(width: Width): void {
  it("every other page of a lead loads within its budgets", noRetry, async () => {
    await visitAll(width, (name) => !OF_PROJECTS.test(name));
  });

  it("the portal of a client loads within its budgets", noRetry, () =>
    visitAsClient(width, ["/portal", "/account"]),
  );
}

/** Tests that visit every page as this person, at both widths. */
export function testLoadsOf(person: "admin" | "member"): void {
  it.each(widths)(
    `every page of the ${person} loads within its budgets at %i px`,
    noRetry,
    (width) => visitAll(width, () => true, person),
  );
}

/** The pages that shift most and have the most requests and scripts. */
const HEAVIEST = [
  "/my-work",
  "/projects/$projectId?view=documents",
  "/documents/$documentId",
  "/inbox/$approvalId",
];

/** Tests that visit the heaviest pages: those of a lead on a desktop, and the portal of a client on a phone. */
export function testHeaviestLoads(): void {
  it("the heaviest pages of a lead load within their budgets", noRetry, async () => {
    await visitAll(1440, (name) => HEAVIEST.includes(name));
  });

  it("the portal of a client loads within its budgets on a phone", noRetry, () =>
    visitAsClient(390, ["/portal"]),
  );
}

/** A test that every page of a lead makes few requests in an organization with 5,000 projects. */
export function testRequestsWithManyProjects(): void {
  it("every page of a lead makes few requests with 5,000 projects", noRetry, async () => {
    const pages = await consolePages();
    await as("lead", { width: 1440 }, async (page) => {
      await answerManyProjects(page);
      const load = await openLoadMeter(page);
      const loads: [string, PageLoad][] = [];
      for (const [name, address] of pages) loads.push([name, await load(address)]);
      const lines = loads.map(([name, { requests }]) => `${name.padEnd(48)}${requests.length}`);
      console.log(lines.join("\n"));
      const excesses = loads.filter(([, { requests }]) => requests.length > BUDGET.requests);
      expect(
        // A read that failed is repeated, so the problems explain its requests.
        excesses.map(([name, { requests, problems }]) =>
          [name, ...requests, ...problems].join(", "),
        ),
      ).toEqual([]);
    });
  });
}

/** Answers requests for all projects page by page. Requests for one project, client or account reach the stack. */
async function answerManyProjects(page: Page): Promise<void> {
  await page.route("**/rest/v1/project_summaries*", (route) => {
    const address = route.request().url();
    if (/[?&](id|client_id|account_id)=/.test(address)) return route.continue();
    return route.fulfill({ json: pageOfProjects(address) });
  });
  await page.route("**/rest/v1/rpc/list_project_summaries", (route) =>
    route.fulfill({ json: projectsAfter(route.request().postDataJSON()) }),
  );
}

async function visitAsClient(width: Width, names: string[]): Promise<void> {
  await as("client", { width }, async (page) => {
    const load = await openLoadMeter(page);
    const excesses: string[] = [];
    for (const name of names) {
      const figures = await load(name);
      console.log(`${width} px, client: ${lineOf(name, figures)}`);
      excesses.push(...excessesOf(name, figures));
    }
    expect(excesses).toEqual([]);
  });
}

async function visitAll(
  width: Width,
  isVisited: (name: string) => boolean,
  person: "admin" | "lead" | "member" = "lead",
): Promise<void> {
  const pages = (await consolePages()).filter(([name]) => isVisited(name));
  expect(pages).not.toEqual([]);
  await as(person, { width }, async (page) => {
    const load = await openLoadMeter(page);
    const excesses: string[] = [];
    const lines: string[] = [];
    for (const [name, address] of pages) {
      const figures = await load(address);
      lines.push(lineOf(name, figures));
      excesses.push(...excessesOf(name, figures));
    }
    console.log(`${width} px, ${person}\n${lines.join("\n")}`);
    expect(excesses).toEqual([]);
  });
}
