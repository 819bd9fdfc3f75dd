import { generateKeyPairSync } from "node:crypto";
import { jwtVerify } from "jose";
import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import { type Answer, type MockVendor, type SeenCall, startMockVendor } from "./mock-vendor.ts";
import { readContract, type VendorRequest } from "./vendor-contract.ts";

type Fields = Record<string, unknown>;
export interface MockEvent {
  id: string;
  version: number;
  fields: Fields;
  /** For each change, the people it notified by mail. */
  notified: string[];
}

export interface MockGoogleCalendar extends MockVendor {
  /** By calendar and id. */
  events: Map<string, MockEvent>;
  tokenUrl: string;
  /** The assertions of all token requests. */
  assertions: string[];
}

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
export const googleAccount = {
  serviceAccount: JSON.stringify({
    type: "service_account",
    client_email: "writer@mock.iam.gserviceaccount.com",
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
    private_key_id: "key-1",
    // The address in a forged key file.
    token_uri: "http://127.0.0.1:9/token",
  }),
  settings: { subject: "office@agency.test", calendar_id: "team@agency.test" },
};
const TOKEN = "ya29.mock";

/** Google Calendar with one account, whose tokens need a signed assertion. */
export async function startMockGoogleCalendar(port = 0): Promise<MockGoogleCalendar> {
  const events = new Map<string, MockEvent>();
  const assertions: string[] = [];
  const vendor = await startMockVendor(
    readContract("google-calendar"),
    (request) => {
      if (request.headers.get("authorization") !== `Bearer ${TOKEN}`) {
        return refusal(401, "authError");
      }
      return { insert, get, patch, instances }[request.operation as "get"](request);
    },
    giveToken,
    port,
  );
  return Object.assign(vendor, { events, assertions, tokenUrl: `${vendor.url}/token` });

  function giveToken({ method, path, body }: VendorRequest): Answer | null {
    if (method !== "POST" || path !== "/token") return null;
    const { grant_type, assertion } = body as Record<string, string>;
    assertions.push(assertion ?? "");
    return grant_type === "urn:ietf:params:oauth:grant-type:jwt-bearer"
      ? { status: 200, body: { access_token: TOKEN, expires_in: 3600, token_type: "Bearer" } }
      : { status: 400, body: { error: "unsupported_grant_type" } };
  }

  function insert({ params, query, body }: SeenCall): Answer {
    const { id, ...fields } = body as { id: string } & Fields;
    if (!/^[a-v0-9]{5,1024}$/.test(id)) return refusal(400, "invalid");
    const key = `${params["calendarId"]} ${id}`;
    if (events.has(key)) return refusal(409, "duplicate");
    const audience = [query.get("sendUpdates") ?? "none"];
    const event = {
      id,
      version: 1,
      fields: { status: "confirmed", ...fields },
      notified: audience,
    };
    events.set(key, event);
    return { status: 200, body: responseOf(event) };
  }

  function get({ params }: SeenCall): Answer {
    const event = events.get(`${params["calendarId"]} ${params["eventId"]}`);
    return event ? { status: 200, body: responseOf(event) } : refusal(404, "notFound");
  }

  function instances({ params }: SeenCall): Answer {
    const series = events.get(`${params["calendarId"]} ${params["eventId"]}`);
    if (!series) return refusal(404, "notFound");
    const [start, end] = ["start", "end"].map(
      (name) => series.fields[name] as { dateTime: string; timeZone: string },
    );
    const dtstart = Temporal.Instant.from(start?.dateTime ?? "").toZonedDateTimeISO(
      start?.timeZone ?? "",
    );
    const length = Date.parse(end?.dateTime ?? "") - Date.parse(start?.dateTime ?? "");
    const rruleString = (series.fields["recurrence"] as string[]).join("\n");
    const items = new RRuleTemporal({ rruleString, dtstart }).all().map((at) => {
      const zoneless = at.toInstant().toString().replace(/[-:]/g, "");
      return {
        id: `${series.id}_${zoneless}`,
        etag: etagOf(series),
        status: "confirmed",
        recurringEventId: series.id,
        start: { ...start, dateTime: at.toInstant().toString() },
        end: { ...end, dateTime: at.toInstant().add({ milliseconds: length }).toString() },
      };
    });
    return { status: 200, body: { kind: "calendar#events", items } };
  }

  function patch({ params, query, headers, body }: SeenCall): Answer {
    const event = events.get(`${params["calendarId"]} ${params["eventId"]}`);
    if (!event) return refusal(404, "notFound");
    if (event.fields["status"] === "cancelled") return refusal(410, "deleted");
    const expectedTag = headers.get("if-match");
    if (expectedTag && expectedTag !== etagOf(event)) return refusal(412, "conditionNotMet");
    event.fields = mergeFields(event.fields, body as Fields);
    event.version += 1;
    event.notified.push(query.get("sendUpdates") ?? "none");
    return { status: 200, body: responseOf(event) };
  }
}

/** Whether Google would accept a sign-in: signed by the account's key, for the right scope, as the right person. */
export async function verifyAssertion(assertion: string, tokenUrl: string): Promise<Fields> {
  const { payload, protectedHeader } = await jwtVerify(assertion, publicKey, {
    algorithms: ["RS256"],
    audience: tokenUrl,
    maxTokenAge: "1h",
  });
  return { ...payload, kid: protectedHeader.kid };
}

function mergeFields(before: Fields, changes: Fields): Fields {
  const after = { ...before };
  for (const [name, value] of Object.entries(changes)) {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    after[name] = isObject ? mergeFields((before[name] ?? {}) as Fields, value as Fields) : value;
  }
  return after;
}

const etagOf = ({ id, version }: MockEvent) => `"${id}-${version}"`;
/** A deleted event is guaranteed to have only its id and its status. */
const responseOf = (event: MockEvent) =>
  event.fields["status"] === "cancelled"
    ? { id: event.id, status: "cancelled", etag: etagOf(event) }
    : {
        ...event.fields,
        id: event.id,
        etag: etagOf(event),
        htmlLink: `https://www.google.com/calendar/event?eid=${event.id}`,
      };

const refusal = (status: number, reason: string): Answer => ({
  status,
  body: { error: { code: status, message: reason, errors: [{ domain: "calendar", reason }] } },
});
