/**
 * Compares two functions with the queries that a careful developer would write by hand: a calendar week with all of
 * its events, and the availability of all employees for four weeks. The answers must be equal.
 */
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { scratchOn } from "../scripts/db/scratch.ts";
import { removePostgresData, startPostgres } from "../scripts/stack/postgres/postgres.ts";
import { datasetViewers, loadDataset } from "./dataset.ts";
import { type Comparison, connect, race } from "./measure.ts";
import { MAX_RATIO, MIN_EXTRA_MS } from "./scope.ts";

export interface CalendarResult extends Comparison {
  name: string;
  ratio: number;
  isWithinLimit: boolean;
}

const MONDAY = "2027-03-01 00:00Z";
const NEXT_MONDAY = "2027-03-08 00:00Z";
const FOUR_WEEKS_LATER = "2027-03-29 00:00Z";
const BUDGET_MS = 15_000;

export async function benchCalendar(size: {
  events: number;
  people: number;
}): Promise<CalendarResult[]> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "countersign-bench-"));
  const server = await startPostgres({ dataDir });
  try {
    const { url } = await scratchOn(server.url).create("migrated");
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    await loadDataset(sql, { projects: [100], tasks: 1000 });
    const admin = (await datasetViewers(sql, 1)).find(({ label }) => label === "admin");
    if (!admin) throw new Error("The dataset has no admin.");
    await addCalendars(sql, admin.organizationId, size);
    const byHand = { role: "service_role", claims: { role: "service_role" } };
    const asAdmin = {
      role: "authenticated",
      claims: { sub: admin.userId, role: "authenticated" },
    };
    const calendar = `select public.get_calendar('${MONDAY}', '${NEXT_MONDAY}', page_size => 5000) as answer`;
    const availability = `select public.get_availability('${MONDAY}', '${FOUR_WEEKS_LATER}') as answer`;
    const connections = await connect(url);
    const { rows } = await connections.product.run({ ...asAdmin, query: availability });
    const [{ answer }] = rows as [{ answer: { people: { working_hours: object }[] } }];
    // All employees have the same working hours, which the hand-written query contains as a constant.
    const workingHours = answer.people[0]?.working_hours ?? [];
    const lanes = [
      {
        product: { ...asAdmin, query: calendar },
        byHand: { ...byHand, query: calendarByHand(admin.organizationId) },
      },
      {
        product: { ...asAdmin, query: availability },
        byHand: {
          ...byHand,
          query: availabilityByHand(admin.organizationId, workingHours),
        },
      },
    ];
    const names = [
      `a week of ${size.events} events`,
      `availability of ${size.people} people, 4 weeks`,
    ];
    const comparisons = await race(connections, lanes, BUDGET_MS);
    await connections.end();
    await sql.end();
    return comparisons.map((comparison, index) => {
      const ratio = comparison.product.p50 / comparison.byHand.p50;
      const isNoise = comparison.product.p50 - comparison.byHand.p50 <= MIN_EXTRA_MS;
      return {
        ...comparison,
        name: names[index] ?? "",
        ratio,
        isWithinLimit: ratio <= MAX_RATIO || isNoise,
      };
    });
  } finally {
    await server.stop();
    await removePostgresData(dataDir);
  }
}

/** Replaces the employees with new ones who are busy for five hours a day, and adds events with five attendees each. */
async function addCalendars(
  sql: postgres.Sql,
  organization: string,
  { events, people }: { events: number; people: number },
): Promise<void> {
  await sql`update public.people set is_employee = false where organization_id = ${organization}`;
  await sql`
    insert into public.people (organization_id, email, name, role, is_employee)
    select organizations.id, format('calendar%s@%s', number, email_domain), 'Calendar ' || number, 'member', true
    from public.organizations, generate_series(1, ${people}) as number
    where organizations.id = ${organization}`;
  await sql`
    insert into public.busy_calendars (
      organization_id, provider, external_id, person_id, window_starts_at, window_ends_at, synced_at)
    select organization_id, 'google_calendar', email, id, '2027-02-28', '2027-04-28', '2027-03-01 08:00Z'
    from public.people where organization_id = ${organization} and is_employee`;
  await sql`
    insert into public.busy_blocks (organization_id, calendar_id, starts_at, ends_at)
    select organization_id, id, day + make_interval(hours => 7 + 2 * block), day + make_interval(hours => 8 + 2 * block)
    from public.busy_calendars, generate_series('2027-03-01'::timestamptz, '2027-04-27', interval '1 day') as day,
      generate_series(0, 4) as block
    where organization_id = ${organization}`;
  await sql`
    insert into public.calendar_events (
      organization_id, provider, external_id, calendar_id, project_id, match_reason, summary, starts_at, ends_at, time_zone,
      attendees, organizer_email, uid)
    select ${organization}, 'google_calendar', number::text, 'team@agency.test',
      case when number % 5 > 0 then projects.ids[1 + number % cardinality(projects.ids)] end,
      case when number % 5 > 0 then 'The title names it' end, 'Event ' || number,
      ${MONDAY}::timestamptz + (number % ${events}) * interval '6 days' / ${events},
      ${MONDAY}::timestamptz + (number % ${events}) * interval '6 days' / ${events} + interval '1 hour',
      'Europe/Berlin', people.emails[1 + number % 10: 5 + number % 10], people.emails[1], 'uid' || number
    from generate_series(1, ${events} * 3) as number,
      (select array_agg(id) as ids from public.projects where organization_id = ${organization}) as projects,
      (select array_agg(email) as emails from public.people where organization_id = ${organization} and is_employee)
        as people`;
  // Moves two thirds of the events out of the week that is read.
  await sql`
    update public.calendar_events
    set starts_at = starts_at + (external_id::integer % 3 - 1) * interval '8 days',
        ends_at = ends_at + (external_id::integer % 3 - 1) * interval '8 days'
    where organization_id = ${organization} and calendar_id = 'team@agency.test'`;
  await sql`vacuum analyze`;
}

const calendarByHand = (organization: string) => `
  with page_events as (
    select distinct on (coalesce(uid, id::text), starts_at) * from public.calendar_events
    where organization_id = '${organization}' and status <> 'cancelled' and starts_at < '${NEXT_MONDAY}'
      and starts_at > timestamptz '${MONDAY}' - interval '62 days' and ends_at > '${MONDAY}'
    order by coalesce(uid, id::text), starts_at, project_id is null
  ),
  people_by_email as (
    select email, jsonb_build_object('id', id, 'name', name) as person from public.people
    where organization_id = '${organization}' and archived_at is null
  )
  select jsonb_build_object(
    'from', timestamptz '${MONDAY}', 'to', timestamptz '${NEXT_MONDAY}', 'time_zone', organizations.time_zone,
    'week_starts_on', coalesce(settings.week_starts_on, 1),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', page_events.id, 'title', page_events.summary, 'location', page_events.location, 'starts_at', page_events.starts_at,
        'ends_at', page_events.ends_at, 'time_zone', page_events.time_zone, 'is_all_day', page_events.is_all_day, 'status', page_events.status,
        'organizer', case when page_events.organizer_email is not null then
          jsonb_build_object('email', page_events.organizer_email, 'person', organizers.person) end,
        'attendees', (
          select coalesce(jsonb_agg(jsonb_build_object('email', attendees.email, 'person', people_by_email.person)
            order by attendees.position), '[]')
          from unnest(page_events.attendees) with ordinality as attendees (email, position)
          left join people_by_email on people_by_email.email = lower(attendees.email)),
        'project', case when projects.id is not null then
          jsonb_build_object('id', projects.id, 'name', projects.name, 'code', projects.code) end,
        'match', case when projects.id is not null then jsonb_build_object(
          'reason', coalesce(page_events.match_reason, ''), 'is_override', page_events.is_override) end,
        'candidates', '[]'::jsonb, 'series_id', page_events.series_id, 'provider', page_events.provider, 'url', page_events.url,
        'can_change', projects.id is not null and projects.archived_at is null
          and page_events.provider in ('local', 'google_calendar') and not page_events.is_all_day)
        order by page_events.starts_at, page_events.id), '[]')
      from page_events
      left join public.projects on projects.id = page_events.project_id
      left join people_by_email as organizers on organizers.email = lower(page_events.organizer_email)),
    'unmatched_count', (select count(*) from page_events where project_id is null),
    'sources', '[]'::jsonb, 'next_cursor', null) as answer
  from public.organizations
  left join public.organization_settings as settings on settings.organization_id = organizations.id
  where organizations.id = '${organization}'`;

const availabilityByHand = (organization: string, workingHours: object) => `
  select jsonb_build_object(
    'from', timestamptz '${MONDAY}', 'to', timestamptz '${FOUR_WEEKS_LATER}', 'time_zone', organizations.time_zone,
    'people', (
      select jsonb_agg(jsonb_build_object(
        'person', jsonb_build_object('id', people.id, 'name', people.name), 'time_zone', organizations.time_zone,
        'working_hours', '${JSON.stringify(workingHours)}'::jsonb,
        'sync', jsonb_build_object(
          'state', case when calendars.synced_at < now() - interval '150 minutes' then 'stale' else 'fresh' end,
          'synced_at', calendars.synced_at, 'provider', calendars.provider,
          'window_starts_at', calendars.window_starts_at, 'window_ends_at', calendars.window_ends_at),
        'blocks', (
          select jsonb_agg(jsonb_build_object(
            'starts_at', blocks.starts_at, 'ends_at', blocks.ends_at,
            'why', 'Busy, from Google Calendar, synced '
              || to_char(calendars.synced_at at time zone organizations.time_zone, 'FMDD Mon HH24:MI'))
            order by blocks.starts_at, blocks.ends_at)
          from public.busy_blocks as blocks
          where blocks.organization_id = '${organization}' and blocks.calendar_id = calendars.id
            and blocks.starts_at < '${FOUR_WEEKS_LATER}' and blocks.ends_at > '${MONDAY}'))
        order by lower(people.name), people.id)
      from public.people
      join public.busy_calendars as calendars
        on calendars.organization_id = people.organization_id and calendars.person_id = people.id
      where people.organization_id = '${organization}' and people.is_employee),
    'slots', null, 'next_cursor', null) as answer
  from public.organizations where organizations.id = '${organization}'`;
