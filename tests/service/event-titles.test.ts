/**
 * The title of an event is for those who attend it or see its project. Availability shows the same time as busy, and
 * no response on any path names the event to anyone else.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { contracts } from "../../supabase/functions/_domain/contracts.ts";
import { calls, reads } from "../laws/matrix/access-matrix/index.ts";
import { owner } from "../support/database.ts";
import { isNightly } from "../support/depth.ts";
import { type Answer, type Ask, askAs } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";

const CANARY = "zcanaryevent";
const PERIOD = "from=2027-03-01T00:00:00Z&to=2027-03-08T00:00:00Z";
const CALENDAR = `/functions/v1/calendar?${PERIOD}`;
const AVAILABILITY = `/functions/v1/availability?${PERIOD}`;
const ROWS = "/rest/v1/calendar_events?select=*";
/** Each route accepts one of them, and refuses unknown parameters. */
const QUERIES = ["", PERIOD, `q=${CANARY}`, `query=${CANARY}`];
const AT_ONCE = 8;
let own: OwnOrganization;
let other: OwnOrganization;

beforeAll(async () => {
  own = await makeOrganization();
  other = await makeOrganization();
  // The event belongs to the project that the member does not see.
  await owner`
    insert into public.calendar_events (
      organization_id, provider, external_id, calendar_id, project_id, summary, starts_at, ends_at, time_zone, attendees)
    values (
      ${own.id}, 'google_calendar', ${CANARY}, ${`${CANARY}@calendar.example`}, ${own.betaId}, ${`${CANARY} board`},
      '2027-03-02 08:00Z', '2027-03-02 12:00Z', 'UTC', '{}')`;
  const [calendar] = await owner<{ id: string }[]>`
    insert into public.busy_calendars (
      organization_id, provider, external_id, person_id, window_starts_at, window_ends_at, synced_at)
    values (
      ${own.id}, 'google_calendar', 'lead', ${own.people.lead.id}, '2027-03-01', '2027-04-01', now()) returning id`;
  await owner`
    insert into public.busy_blocks (organization_id, calendar_id, starts_at, ends_at)
    values (${own.id}, ${calendar?.id ?? ""}, '2027-03-02 08:00Z', '2027-03-02 12:00Z')`;
});

type Send = (path: string, options?: Ask) => Promise<Answer>;
type Question = [path: string, options?: Ask];

const whereTheTitleIs: Question[] = [
  [CALENDAR],
  [`${CALENDAR}&scope=team`],
  [AVAILABILITY],
  [ROWS],
  ["/rest/v1/rpc/find_rows", { body: { query: CANARY } }],
];

/** Every route, every table of the Data API, and every function that reads. */
function* everyRead(): Generator<Question> {
  for (const { slug, get, post } of contracts) {
    const path = `/functions/v1/${slug}`;
    if (get) for (const query of QUERIES) yield [`${path}?${query}`];
    if (post && ["search", "find"].includes(slug)) yield [path, { body: { query: CANARY } }];
  }
  yield [`${CALENDAR}&scope=team`];
  yield [`${AVAILABILITY}&slot_minutes=30`];
  for (const { name } of reads) yield [`/rest/v1/${name}?select=*&limit=1000`];
  for (const [name, { denied, admitted }] of Object.entries(calls)) {
    if (!/^(?:get|list|search|find|count)_/.test(name)) continue;
    for (const body of [denied, admitted]) yield [`/rest/v1/rpc/${name}`, { body }];
  }
}

/** The paths whose response contains the title, and the number of responses with status 200. */
async function pathsWithTitle(
  send: Send,
  questions: Iterable<Question>,
): Promise<{ paths: string[]; okCount: number }> {
  const paths: string[] = [];
  let okCount = 0;
  const waiting = [...questions];
  const senders = Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [path, options] = next;
      const { status, text } = await send(path, options);
      if (status === 200) okCount += 1;
      // The query itself may be repeated.
      if (text.includes(`${CANARY} board`)) paths.push(path);
    }
  });
  await Promise.all(senders);
  return { paths, okCount };
}

test("a lead of the organization finds the title in the calendar and in the rows, and not in availability", async () => {
  const asLead: Send = (path, options) => own.people.lead.ask(path, options);
  const { paths, okCount } = await pathsWithTitle(asLead, [[CALENDAR], [ROWS], [AVAILABILITY]]);
  expect(okCount).toBe(3);
  expect(paths.sort()).toEqual([CALENDAR, ROWS].sort());
});

describe("no response contains the title", () => {
  test("for a member, who sees the time as busy", async () => {
    const asMember: Send = (path, options) => own.people.member.ask(path, options);
    const { paths, okCount } = await pathsWithTitle(asMember, everyRead());
    expect(paths).toEqual([]);
    expect(okCount).toBeGreaterThan(30);
    const { text } = await own.people.member.ask(
      `/functions/v1/availability?${PERIOD}&person_ids=${own.people.lead.id}`,
    );
    expect(text).toContain("2027-03-02T08:00:00");
  });

  test("for a client, who gets no times either", async () => {
    const asClient: Send = (path, options) => own.people.client.ask(path, options);
    const questions = isNightly ? everyRead() : whereTheTitleIs;
    const { paths, okCount } = await pathsWithTitle(asClient, questions);
    expect(paths).toEqual([]);
    expect(okCount).toBeGreaterThan(0);
    const { status } = await own.people.client.ask(`/functions/v1/availability?${PERIOD}`);
    expect(status).toBe(403);
  });

  // The access matrix asks every route, table and function as these; here they ask where the title is.
  test("for an outsider, another organization and a request without a token", async () => {
    const senders: Send[] = [
      (path, options) => askAs("outsider", path, options),
      (path, options) => askAs("anonymous", path, options),
      (path, options) => other.people.admin.ask(path, options),
    ];
    const searches = await Promise.all(
      senders.map((send) => pathsWithTitle(send, whereTheTitleIs)),
    );
    expect(searches.flatMap(({ paths }) => paths)).toEqual([]);
  });
});
