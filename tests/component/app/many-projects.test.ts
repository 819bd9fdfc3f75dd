/**
 * With 5,000 projects, a page still makes at most 8 requests. page-loads-of-many-projects.nightly.test.ts visits every page,
 * and portfolio.nightly.test.ts scrolls through all projects.
 */
import { expect, it } from "vitest";
import { estimateCases } from "../../../supabase/functions/_domain/estimates/contract.ts";
import { search } from "../../../supabase/functions/_domain/knowledge/search-contract.ts";
import { portfolioOptions } from "../../../supabase/functions/_domain/portfolio/options-contract.ts";
import { pageOfProjects, projectsAfter } from "../../support/many-projects.ts";
import { type Answer, get, post, rows, rpc } from "../answers.ts";
import { openConsole } from "../console.ts";
import { launch } from "../email/email-page.ts";
import { inboxWith } from "../fixtures/cards.ts";
import { documentRow } from "../fixtures/documents.ts";
import { emailService } from "../fixtures/emails.ts";
import { health } from "../fixtures/health.ts";
import { people } from "../fixtures/people.ts";
import { projects } from "../fixtures/projects.ts";
import { overBudget } from "../health/health-page.ts";
import { samples, searchResponse, sourcesOf } from "../knowledge/search-page.ts";
import { ines, answers as listOfPeople } from "../people/people-list.ts";

const MAX_REQUESTS = 8;

const [shop] = projects;
const client = shop?.client_id ?? "";

/** Whether a request reads a page of all projects, and not those of one client or account. */
function isList(address: string): boolean {
  return (
    address.includes("/rpc/list_project_summaries") ||
    (address.includes("/project_summaries?") && !/[?&](id|client_id|account_id)=/.test(address))
  );
}

/** Opens a page of an organization with 5,000 projects, whose service records the requests. */
async function requestsOnOpen(address: string, answers: Answer[] = []) {
  const requests: string[] = [];
  const recorder: Answer = (request) => {
    const { pathname, search } = new URL(request.url);
    if (!pathname.startsWith("/assets/")) requests.push(`${request.method} ${pathname}${search}`);
    return undefined;
  };
  const list: Answer = (request) =>
    request.method === "GET" && isList(request.url)
      ? Promise.resolve(Response.json(pageOfProjects(request.url)))
      : undefined;
  const following = rpc("list_project_summaries", (args: Record<string, unknown>) =>
    projectsAfter(args as { after_id: string }),
  );
  const page = await openConsole(address, {
    as: people.admin,
    answers: [recorder, list, following, ...answers],
  });
  return { page, requests };
}

it.each([
  ["/portfolio?group=none", "Total: 5,000 projects", []],
  ["/clients", /^Total:/, []],
] as [string, string | RegExp, Answer[]][])(
  "%s, which sums up all of them, makes few requests",
  async (address, text, answers) => {
    const { page, requests } = await requestsOnOpen(address, answers);
    await page.getByText(text).first().waitFor();
    await expect.poll(() => requests.filter(isList).length).toBe(3);
    expect(requests.length, requests.join(", ")).toBeLessThanOrEqual(MAX_REQUESTS);
  },
);

/** None of the requests reads the list of all projects. */
function expectFewRequests(requests: string[]): void {
  expect(requests.filter(isList)).toEqual([]);
  expect(requests.length, requests.join(", ")).toBeLessThanOrEqual(MAX_REQUESTS);
}

const noOptions = get(portfolioOptions, {
  clients: [],
  accounts: [],
  people: [],
  service_lines: [],
  left_out: { clients: 0, accounts: 0, people: 0, service_lines: 0 },
});

it.each([
  ["/documents", projects[5]?.name ?? "", [rows("document_summaries", [documentRow(1)])]],
  [
    "/search?q=quillfeather",
    shop?.name ?? "",
    [post(search, searchResponse([samples])), ...sourcesOf(samples)],
  ],
  [`/health?open=${overBudget}`, "How to settle it", [health]],
  [`/email?open=${launch}`, "Suggested projects", emailService().answers],
  [
    `/ask?project=${shop?.id}`,
    "Ask about",
    [rows("chat_sessions", []), rows("chat_messages", []), noOptions],
  ],
  [`/inbox?project=${shop?.id}`, "Inbox", inboxWith([]).answers],
  [`/clients/${client}`, /^\d+ projects?$/, [rows("contacts", [])]],
  ["/settings/people", "Ines Carvalho", listOfPeople],
] as [string, string | RegExp, Answer[]][])(
  "%s, which names some of them, does not read the list of all",
  async (address, text, answers) => {
    const { page, requests } = await requestsOnOpen(address, answers);
    await page.getByText(text).or(page.getByLabel(text)).first().waitFor();
    expectFewRequests(requests);
  },
);

it("a field reads the list when it is first focused, and names its choice before", async () => {
  const { page, requests } = await requestsOnOpen(`/estimates?project=${shop?.id}`, [
    get(estimateCases, { total: 0, cases: [], calibration: [] }),
  ]);
  const field = page.getByRole("combobox", { name: "Project" });
  await expect.poll(() => field.inputValue()).toBe(shop?.name);
  expectFewRequests(requests);
  await field.fill("Project 04999");
  await page.getByRole("option", { name: "Project 04999" }).waitFor();
  expect(requests.filter(isList)).toHaveLength(3);
});

it("the page of a person reads the list when the field that adds a project is opened", async () => {
  const { page, requests } = await requestsOnOpen(`/settings/people/${ines}`, listOfPeople);
  await page.getByLabel(`Remove from ${shop?.name}`).waitFor();
  expectFewRequests(requests);
  const field = page.getByRole("combobox", { name: "Add to a project" });
  await field.click();
  await field.fill("Project 04999");
  await page.getByRole("option", { name: "Project 04999" }).waitFor();
  expect(requests.filter(isList)).toHaveLength(3);
});
