/** Microsoft Graph calendars: delta rounds with a fixed window, `@removed` as tombstone, syncStateNotFound. */
import type { VendorRequest } from "./contract.ts";
import type { CalendarEvent, Person } from "./records.ts";
import { isCancelledOccurrence } from "./series.ts";
import type { Entry } from "./truth.ts";
import {
  type Call,
  InvalidRequest,
  isoOf,
  isoSecondsOf,
  ok,
  type Reply,
  recognizer,
  type Vendor,
  type World,
} from "./vendor.ts";

export const GRAPH_TOKEN = "graph-simulated-token";
const NAME = "microsoft-graph";
const PAGE = 10;
const MAX_PAGE = 1000;
const MAX_SUBSCRIPTION = 7 * 86_400_000;

interface Round {
  user: string;
  start: number;
  end: number;
  /** The client knows every change up to this one. */
  since: number;
  /** The position in the first listing; null in a round of changes. */
  offset: number | null;
  asOf: number;
}

export function microsoftGraph(
  { truth, tokens, subscriptions, baseUrl }: World,
  isRevoked: () => boolean,
): Vendor {
  const { graphEvents: events, history, clock } = truth;

  events.onChange(({ kind, entry }) => {
    const changeType = kind === "merged" ? "deleted" : kind;
    const user = entry.data.calendarId;
    subscriptions.publish(NAME, (subscription) => {
      if (subscription.resource !== `/users/${user}/events`) return null;
      const value = [
        {
          subscriptionId: subscription.id,
          clientState: subscription.secret,
          changeType,
          resource: `Users/${user}/Events/${entry.id}`,
          resourceData: { id: entry.id, "@odata.type": "#Microsoft.Graph.Event" },
        },
      ];
      return { id: String(entry.sequence), headers: {}, body: JSON.stringify({ value }) };
    });
  });

  function resourceOf({ id, data, createdAt, updatedAt, sequence }: Entry<CalendarEvent>) {
    const emailAddress = ({ name, email }: Person) => ({ emailAddress: { name, address: email } });
    return {
      "@odata.etag": `W/"${sequence}"`,
      id,
      changeKey: String(sequence),
      createdDateTime: isoOf(createdAt),
      lastModifiedDateTime: isoOf(updatedAt),
      iCalUId: `040000008200E00074C5B7101A82E008${id}`,
      subject: data.title,
      bodyPreview: data.description,
      sensitivity: data.visibility === "private" ? "private" : "normal",
      showAs: !data.isBusy ? "free" : data.status === "tentative" ? "tentative" : "busy",
      type: typeOf(data),
      seriesMasterId: data.recurringId,
      isAllDay: data.isAllDay,
      isCancelled: false,
      webLink: `https://outlook.office365.com/owa/?itemid=${id}`,
      location: { displayName: data.location },
      start: timeOf(data.start),
      end: timeOf(data.end),
      organizer: emailAddress(data.organizer),
      attendees: data.attendees.map((person) => ({
        type: "required",
        status: { response: "accepted", time: isoSecondsOf(createdAt) },
        ...emailAddress(person),
      })),
    };
  }

  /** An event as a delta has it: an occurrence lacks the text of its series. */
  function inDelta(entry: Entry<CalendarEvent>) {
    const { id, data, sequence } = entry;
    if (typeOf(data) !== "occurrence") return resourceOf(entry);
    return {
      "@odata.type": "#microsoft.graph.event",
      "@odata.etag": `W/"${sequence}"`,
      id,
      seriesMasterId: data.recurringId,
      type: "occurrence",
      start: timeOf(data.start),
      end: timeOf(data.end),
    };
  }

  function delta(call: Call): Reply {
    const user = call.params["user"] ?? "";
    if (!isUser(user)) return refusals.notFound();
    const round = roundOf(call, user);
    if ("status" in round) return round;
    const [, preferredSize] =
      /odata\.maxpagesize=(\d+)/.exec(call.headers.get("prefer") ?? "") ?? [];
    const size = Math.min(Number(preferredSize ?? PAGE), MAX_PAGE);
    return ok(round.offset === null ? changes(round, size) : whole(round, round.offset, size));
  }

  function whole(round: Round, offset: number, size: number) {
    // In the order of creation, so that an edit or a deletion between two pages shifts nothing.
    const entries = events.all().filter((entry) => wasIn(round.user, entry));
    const value = entries
      .slice(offset, offset + size)
      .filter((entry) => isIn(round.user, entry) && isInWindow(entry, round))
      .map(inDelta);
    return offset + size < entries.length
      ? page(value, round, "nextLink", { ...round, offset: offset + size })
      : page(value, round, "deltaLink", { ...round, offset: null, since: round.asOf });
  }

  function changes(round: Round, size: number) {
    // No delta reports that a single occurrence was cancelled. A client has to notice that a full listing lacks it.
    const changedEntries = events
      .changedAfter(round.since)
      .filter((entry) => wasIn(round.user, entry) && !isCancelledOccurrence(events, entry));
    const slice = changedEntries.slice(0, size);
    const value = slice.map((entry) =>
      isIn(round.user, entry) && isInWindow(entry, round)
        ? inDelta(entry)
        : { id: entry.id, "@removed": { reason: "deleted" } },
    );
    return changedEntries.length > size
      ? page(value, round, "nextLink", { ...round, since: slice.at(-1)?.sequence ?? 0 })
      : page(value, round, "deltaLink", { ...round, since: history.sequence });
  }

  function page(value: unknown[], { user }: Round, link: "nextLink" | "deltaLink", next: Round) {
    const parameter = link === "nextLink" ? "$skiptoken" : "$deltatoken";
    const address = `${baseUrl(NAME)}/users/${encodeURIComponent(user)}/calendarView/delta`;
    return {
      "@odata.context": `${baseUrl(NAME)}/$metadata#Collection(event)`,
      value,
      [`@odata.${link}`]: `${address}?${parameter}=${tokens.make(NAME, "round", next)}`,
    };
  }

  function roundOf({ query }: Call, user: string): Round | Reply {
    const token = query.get("$skiptoken") ?? query.get("$deltatoken");
    if (token !== null) {
      const round = tokens.read<Round>(NAME, "round", token);
      if (round.state === "dead") {
        return error(410, "syncStateNotFound", "The sync state generation is not found.");
      }
      if (round.state === "invalid" || round.value.user !== user) {
        throw new InvalidRequest("The delta token is invalid");
      }
      return round.value;
    }
    const start = Date.parse(query.get("startDateTime") ?? "");
    const end = Date.parse(query.get("endDateTime") ?? "");
    if (!(start < end)) throw new InvalidRequest("startDateTime and endDateTime are needed");
    return { user, start, end, since: 0, offset: 0, asOf: history.sequence };
  }

  const isIn = (user: string, { data, isDeleted }: Entry<CalendarEvent>) =>
    !isDeleted && data.calendarId === user;
  const wasIn = (user: string, { data }: Entry<CalendarEvent>) =>
    data.calendarId === user || data.formerCalendars.includes(user);
  const isInWindow = ({ id, data }: Entry<CalendarEvent>, round: Round): boolean =>
    data.recurrence
      ? events.live().some((entry) => entry.data.recurringId === id && isInWindow(entry, round))
      : data.end > round.start && data.start < round.end;
  const isUser = (user: string) => truth.directory.calendars.some(({ id }) => id === user);

  function getEvent({ params }: Call): Reply {
    const entry = events.get(params["id"] ?? "");
    return entry && isIn(params["user"] ?? "", entry) ? ok(resourceOf(entry)) : refusals.notFound();
  }

  function getSchedule({ body }: Call): Reply {
    const { schedules, startTime, endTime } = body as Record<
      "startTime" | "endTime",
      { dateTime: string }
    > & {
      schedules: string[];
    };
    const [from, to] = [utc(startTime.dateTime), utc(endTime.dateTime)];
    const value = schedules.map((scheduleId) => ({
      scheduleId,
      scheduleItems: events
        .live()
        .filter(({ data }) => data.calendarId === scheduleId && data.isBusy && !data.recurrence)
        .filter(({ data }) => data.end > from && data.start < to)
        .map(({ data }) => ({
          status: data.status === "tentative" ? "tentative" : "busy",
          start: timeOf(data.start),
          end: timeOf(data.end),
        })),
    }));
    return ok({ value });
  }

  function subscribe({ body }: Call): Reply {
    const request = body as {
      changeType: string;
      notificationUrl: string;
      resource: string;
      expirationDateTime: string;
      clientState?: string;
    };
    const latest = clock.now() + MAX_SUBSCRIPTION;
    const expiresAt = Math.min(Date.parse(request.expirationDateTime), latest);
    const { id } = subscriptions.add({
      vendor: NAME,
      url: request.notificationUrl,
      resource: request.resource.replace(/^\/?/, "/"),
      secret: request.clientState ?? "",
      expiresAt,
    });
    return { status: 201, body: { ...request, id, expirationDateTime: isoOf(expiresAt) } };
  }

  const recognize = recognizer(NAME, {
    "calendarView.delta": delta,
    "events.get": getEvent,
    "calendar.getSchedule": getSchedule,
    "subscriptions.create": subscribe,
  });

  return {
    name: NAME,
    basePath: "/graph/v1.0",
    isAuthorized: ({ headers }) => headers.get("authorization") === `Bearer ${GRAPH_TOKEN}`,
    recognize: (request) => recognize(withoutParentheses(request)),
    other: (request) => giveToken(request, isRevoked),
    refusals,
  };
}

/** The sign-in of an app registration, which Microsoft serves from another host. */
function giveToken({ method, path, body }: VendorRequest, isRevoked: () => boolean): Reply | null {
  if (method !== "POST" || !/^\/login\/[\w.-]+\/oauth2\/v2\.0\/token$/.test(path)) return null;
  const { grant_type, client_id, client_secret } = (body ?? {}) as Record<string, string>;
  if (grant_type !== "client_credentials" || !client_id || !client_secret) {
    return { status: 400, body: { error: "invalid_request" } };
  }
  return isRevoked()
    ? { status: 401, body: { error: "invalid_client", error_description: "AADSTS7000215" } }
    : ok({ token_type: "Bearer", expires_in: 3599, access_token: GRAPH_TOKEN });
}

function typeOf({ recurrence, recurringId, ownFields }: CalendarEvent) {
  if (recurrence) return "seriesMaster";
  if (recurringId === null) return "singleInstance";
  return ownFields ? "exception" : "occurrence";
}

/** Parentheses after a function are optional. */
const withoutParentheses = (request: VendorRequest) => ({
  ...request,
  path: request.path.replace(/\/delta\(\)$/, "/delta"),
});

/** Graph writes local times with seven digits of a second, and the zone beside them. */
const timeOf = (at: number) => ({ dateTime: isoOf(at).replace("Z", "0000"), timeZone: "UTC" });
const utc = (dateTime: string) =>
  Date.parse(/Z$|[+-]\d\d:\d\d$/.test(dateTime) ? dateTime : `${dateTime}Z`);

const error = (status: number, code: string, message: string, headers = {}): Reply => ({
  status,
  headers,
  body: {
    error: {
      code,
      message,
      innerError: { date: "2026-01-01T00:00:00", "request-id": "simulated" },
    },
  },
});

const refusals: Vendor["refusals"] = {
  invalid: (problems) => error(400, "BadRequest", problems.join("; ")),
  unauthorized: () =>
    error(401, "InvalidAuthenticationToken", "Access token has expired or is not yet valid."),
  forbidden: () =>
    error(403, "ErrorAccessDenied", "Access is denied. Check credentials and try again."),
  notFound: () =>
    error(404, "ErrorItemNotFound", "The specified object was not found in the store."),
  rateLimited: (seconds) =>
    error(429, "ApplicationThrottled", "Application is over its MailboxConcurrency limit.", {
      "retry-after": String(seconds),
    }),
  serverError: (status) => error(status, "ServiceUnavailable", "The service is unavailable."),
};
