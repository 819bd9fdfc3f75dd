/** Every page of the console, each at an address that has something to show. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { owner } from "../support/database.ts";
import { demoId, northlight, people } from "../support/personas.ts";

const ROUTES = path.join(import.meta.dirname, "../../web/src/app/routes.tsx");

/** Addresses that only redirect to another page. */
const redirects = ["/", "/settings"];

/** Paths of the router, such as /projects/$projectId. */
async function routerPaths(): Promise<string[]> {
  const source = await readFile(ROUTES, "utf8");
  const routes = [...source.matchAll(/getParentRoute: \(\) => (\w+)Route,\s+path: "([^"]+)"/g)];
  // Without this check, a route in another form would never be visited.
  const count = source.split("createRoute(").length - 1;
  if (count === 0 || routes.length !== count) {
    throw new Error(`The paths of ${routes.length} of ${count} routes are known`);
  }
  const parents: Record<string, string> = {
    root: "",
    people: "/settings/people/",
    ask: "/ask/",
    inbox: "/inbox/",
    approvals: "/approvals/",
  };
  return routes
    .map(([, parent = "", segment = ""]) => {
      const parentPath = parents[parent];
      if (parentPath === undefined) throw new Error(`The path of ${parent}Route is unknown`);
      return parentPath + segment;
    })
    .filter((address) => !redirects.includes(address));
}

/** Values for the parameters of the paths. */
const parameters: Record<string, string> = {
  projectId: demoId(4, 1, 1),
  clientId: demoId(2, 1, 1),
  accountId: demoId(3, 1, 1),
  personId: demoId(5, 1, 3),
  documentId: demoId(11, 1, 4),
  sourceId: demoId(11, 1, 1),
  eventId: demoId(14, 1, 1),
};

/** Views of a page that load different data from the page itself. */
const views = [
  ...["note", "tasks", "hours", "documents", "details", "rates"].map(
    (view) => `/projects/$projectId?view=${view}`,
  ),
  "/portfolio?view=board",
  "/tasks?task=$taskId",
  "/portfolio?group=client",
  "/ask?project=$projectId",
  "/inbox/$approvalId?project=$projectId",
  "/documents/$documentId?passage=$documentPassageId",
  "/sources/$sourceId?passage=$sourcePassageId",
  "/settings/people/$contactId",
];

/**
 * Addresses by the path of their page. Creates the rows that the seeds lack: an import, a conversation, and a contact
 * whose client has no project.
 */
export async function consolePages(): Promise<[name: string, address: string][]> {
  const values = { ...parameters, ...(await madeRows()) };
  return [...(await routerPaths()), ...views].map((name) => [
    name,
    name.replace(/\$(\w+)/g, (_, parameter: string) => {
      const value = values[parameter];
      if (!value) throw new Error(`${name} needs a value for ${parameter}`);
      return value;
    }),
  ]);
}

async function madeRows(): Promise<Record<string, string>> {
  const personId = people.lead.personId;
  const [card] = await owner<{ id: string }[]>`
    select id from public.approvals
    where organization_id = ${northlight} and status = 'pending'
    -- One that members see too.
    order by (not is_restricted and project_id = any (${people.member.projectIds}::uuid[])) desc nulls last, created_at, id
    limit 1`;
  const [task] = await owner<{ id: string }[]>`
    select id from public.tasks where project_id = ${demoId(4, 1, 1)} order by external_key limit 1`;
  const [session] = await owner<{ session_id: string }[]>`
    insert into public.chat_sessions (organization_id, person_id, session_id, title)
    values (${northlight}, ${personId}, ${randomUUID()}, 'Budget of the web shop') returning session_id`;
  const [run] = await owner<{ id: string }[]>`
    insert into public.portfolio_import_runs
      (organization_id, requested_by, mode, status, file_name, file_sha256, parser_version, mapping, error, finished_at)
    values (${northlight}, ${personId}, 'dry_run', 'failed', 'hours.csv', ${"a".repeat(64)}, '1', '{}',
      'The file has no rows', now()) returning id`;
  const name = `No project ${randomUUID()}`;
  const [contact] = await owner<{ id: string }[]>`
    with new_client as (
      insert into public.clients (organization_id, name) values (${northlight}, ${name}) returning id
    )
    insert into public.people (organization_id, name, role, is_employee, client_id)
    select ${northlight}, ${name}, 'client', false, new_client.id from new_client returning id`;
  return {
    approvalId: card?.id ?? "",
    documentPassageId: await lastPassage(parameters["documentId"] ?? ""),
    sourcePassageId: await lastPassage(parameters["sourceId"] ?? ""),
    contactId: contact?.id ?? "",
    taskId: task?.id ?? "",
    sessionId: session?.session_id ?? "",
    runId: run?.id ?? "",
  };
}

async function lastPassage(sourceId: string): Promise<string> {
  const [passage] = await owner<{ id: string }[]>`
    select passages.id from public.passages
    join public.sources on sources.id = passages.source_id and sources.published_version = passages.source_version
    where sources.id = ${sourceId} order by passages.position desc limit 1`;
  return passage?.id ?? "";
}
