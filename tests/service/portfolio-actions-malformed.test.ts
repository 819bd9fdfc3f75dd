/**
 * Malformed actions: a valid one of each type with one random fault. Each is a 400 with the wrong field, and nothing
 * is written, not even an audit event.
 */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { randomized } from "../support/depth.ts";
import { ErrorAnswer } from "../support/error-answer.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { organizationState } from "./import-file.ts";

const AT_ONCE = 5;

let own: OwnOrganization;

// Wrong values by the type of the field.
const id = ["", "7", "not-a-uuid", `${randomUUID()} `, randomUUID().slice(1), 7, null, [], {}];
const invisible = ["a\u0000b", "\u202Egnp.exe", "\ud800", "\ue000"];
const line = ["", " ", "\n\t", "x".repeat(201), ...invisible, 7, true, null, ["a"], { a: 1 }];
const text = ["", " \r\n ", "x".repeat(4001), "x\u2028y", ...invisible, 7, false, ["a"], { a: 1 }];
const day = [
  "2026-02-30",
  "2026-13-01",
  "01.02.2026",
  "2026-1-1",
  "0000-01-01",
  "2026-01-01T00:00:00Z",
  "today",
  "infinity",
  "",
  20260101,
  true,
];
const decimal = [
  -1,
  "-1",
  "1,250",
  "1.250,50",
  "1e3",
  12.345,
  "12.345",
  "",
  "EUR 5",
  1e15,
  true,
  [],
];
const version = [-1, 1.5, "1", null, 2_147_483_648, Number.MAX_SAFE_INTEGER, true, [1]];
const word = ["", "nonsense", "ON_TRACK", "on_track ", 7, true, [], {}, "__proto__", "constructor"];
const flag = ["true", 1, 0, null, "yes"];
const notAnObject = [null, [], "name", 7, true];
const nothing = [{}];
const website = [
  "",
  "example.com",
  "ftp://example.com",
  "javascript:alert(1)",
  "https://",
  "http:// x",
  7,
];
const contacts = [
  null,
  {},
  "Ada",
  [null],
  ["Ada"],
  [{}],
  [{ name: " " }],
  [{ name: "Ada", email: "not an address" }],
  [{ name: "Ada", phone: 7 }],
  [{ name: "Ada", twitter: "@ada" }],
  Array.from({ length: 51 }, () => ({ name: "Ada" })),
];
const sentences = [
  null,
  "one",
  [""],
  [7],
  [null],
  ["x".repeat(501)],
  ["a\u0000"],
  Array(51).fill("a"),
];

interface Type {
  /** A valid action. */
  right: () => Record<string, unknown>;
  /** The wrong values for a path; the refusal names the path or a field above or below. */
  wrong: Record<string, unknown[]>;
  /** Required fields. */
  needed: string[];
}

const types: Record<string, Type> = {
  status_update: {
    right: () => ({ project_id: own.alphaId, health: "on_track", summary: "Fine." }),
    wrong: {
      project_id: id,
      health: [...word, null],
      summary: [...text, null],
      risks: text,
      next_steps: text,
    },
    needed: ["project_id", "health", "summary"],
  },
  account_create: {
    right: () => ({ client_id: own.clientId, name: "Web" }),
    wrong: { client_id: id, name: line },
    needed: ["client_id", "name"],
  },
  account_update: {
    right: () => ({ account_id: own.accountId, version: 1, changes: { name: "Web two" } }),
    wrong: {
      account_id: id,
      version: [...version, 0],
      changes: [...notAnObject, ...nothing],
      "changes.name": line,
      "changes.client_id": [randomUUID()],
    },
    needed: ["account_id", "version", "changes"],
  },
  client_create: {
    right: () => ({ name: "Tidal" }),
    wrong: { name: line, website, note: text },
    needed: ["name"],
  },
  client_update: {
    right: () => ({ client_id: own.clientId, version: 1, changes: { name: "Tidal two" } }),
    wrong: {
      client_id: id,
      version: [...version, 0],
      changes: [...notAnObject, ...nothing],
      "changes.name": line,
      "changes.website": website,
      "changes.note": text,
      "changes.is_archived": flag,
      "changes.organization_id": [randomUUID()],
      "changes.version": [2],
    },
    needed: ["client_id", "version", "changes"],
  },
  operating_profile_update: {
    right: () => ({ account_id: own.accountId, version: 1, changes: { cadence: "monthly" } }),
    wrong: {
      account_id: id,
      version,
      changes: [...notAnObject, ...nothing],
      "changes.cadence": word,
      "changes.contacts": contacts,
      "changes.standing_facts": sentences,
      "changes.definition_of_done": sentences,
      "changes.updated_by": [randomUUID()],
    },
    needed: ["account_id", "version", "changes"],
  },
  portfolio_classification: {
    right: () => ({
      project_id: own.alphaId,
      version: 1,
      tier: "core",
      service_line: "Web",
      risk: "high",
    }),
    wrong: {
      project_id: id,
      version,
      tier: word,
      service_line: ["", " ", "x".repeat(101), ...invisible, 7, []],
      risk: word,
      reason: ["", "x".repeat(1001), ...invisible, 7],
      classified_by: [randomUUID()],
    },
    needed: ["project_id", "version", "tier", "service_line", "risk"],
  },
  reconciliation_resolution: {
    right: () => ({
      finding_code: "project_over_budget",
      subject_id: own.alphaId,
      version: 0,
      facts_hash: "0".repeat(64),
      state: "settled",
      reason: "Agreed with the client",
    }),
    wrong: {
      finding_code: ["", "A", "x; drop table", "Over Budget", "x".repeat(61), 7, null],
      subject_id: id,
      version,
      facts_hash: ["", "0".repeat(63), "0".repeat(65), "G".repeat(64), 7, null],
      state: [...word, null],
      reason: ["", " ", "x".repeat(1001), ...invisible, 7, null],
      decided_by: [randomUUID()],
    },
    needed: ["finding_code", "subject_id", "version", "facts_hash", "state", "reason"],
  },
  person_rate: {
    right: () => ({ person_id: own.people.member.id, valid_from: "2026-01-01", cost_per_hour: 55 }),
    wrong: { person_id: id, valid_from: [...day, null], cost_per_hour: decimal },
    needed: ["person_id", "valid_from", "cost_per_hour"],
  },
  project_rate: {
    right: () => ({ project_id: own.alphaId, valid_from: "2026-01-01", revenue_per_hour: 120 }),
    wrong: {
      project_id: id,
      valid_from: [...day, null],
      revenue_per_hour: decimal,
      cost_per_hour: decimal,
    },
    needed: ["project_id", "valid_from", "revenue_per_hour"],
  },
  project_update: {
    right: () => ({ project_id: own.alphaId, version: 1, changes: { name: "alpha two" } }),
    wrong: {
      project_id: id,
      version: [...version, 0],
      changes: [...notAnObject, ...nothing],
      "changes.name": line,
      "changes.code": ["", "x".repeat(61), ...invisible, 7],
      "changes.summary": text,
      "changes.status": [...word, null],
      "changes.account_id": id,
      "changes.lead_id": id.filter((value) => value !== null),
      "changes.starts_on": day,
      "changes.due_on": day,
      "changes.budget_hours": decimal,
      "changes.budget_amount": decimal,
      "changes.is_archived": flag,
      "changes.organization_id": [randomUUID()],
    },
    needed: ["project_id", "version", "changes"],
  },
};

interface Flaw {
  path: string;
  value: unknown;
}

/** One fault: a bad value, a missing required field, or an unknown field. */
function flawOf({ wrong, needed }: Type): fc.Arbitrary<Flaw> {
  const bad = Object.entries(wrong).flatMap(([path, values]) =>
    values.map((value) => ({ path, value })),
  );
  const missing = needed.map((path) => ({ path, value: undefined }));
  const unknownFields = ["as", "organization_id", "id", "force"].map((path) => ({
    path,
    value: "x",
  }));
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...bad) },
    { weight: 1, arbitrary: fc.constantFrom(...missing) },
    { weight: 1, arbitrary: fc.constantFrom(...unknownFields) },
  );
}

const Details = z.array(
  z.object({ field: z.string().nullable(), in: z.literal("body"), message: z.string().min(1) }),
);

describe.each(Object.entries(types))("%s", (name, type) => {
  // A busy gateway delays the refusals of one sender beyond a few, so each type has a sender of its own.
  beforeAll(async () => {
    own = await makeOrganization();
  });

  test("malformed in any way is 400, names the field, and writes nothing", async () => {
    const before = await organizationState(own.id);
    const expectRefusal = async ({ path, value }: Flaw) => {
      const action = structuredClone({ type: name, ...type.right() });
      setField(action, path, value);
      const answer = await own.people.lead.ask("/api/portfolio-actions", { body: action });
      const error = ErrorAnswer.parse(answer.json);
      expect([error.statusCode, error.code]).toEqual([400, "malformed_request"]);
      const fields = Details.parse(error.details).map(
        ({ field, message }) => `${field ?? ""} ${message}`,
      );
      const parts = path.split(".");
      expect(fields.some((text) => parts.some((part) => text.includes(part)))).toBe(true);
    };
    const flaws = fc.array(flawOf(type), { minLength: AT_ONCE, maxLength: AT_ONCE });
    await fc.assert(
      fc.asyncProperty(flaws, async (sample) => {
        await Promise.all(sample.map(expectRefusal));
      }),
      randomized({ default: 30 / AT_ONCE, nightly: 40 / AT_ONCE }),
    );
    expect(await organizationState(own.id)).toEqual(before);
  });

  test("the valid form of each malformed action is accepted", async () => {
    const answer = await own.people.lead.ask("/api/portfolio-actions", {
      body: { type: name, ...type.right() },
    });
    // The organization has no such finding.
    expect(answer.status).toBe(name === "reconciliation_resolution" ? 404 : 200);
  });
});

test("an unknown type, or none, is 400", async () => {
  for (const type of [undefined, null, "", "project_delete", "__proto__", 7, ["status_update"]]) {
    const answer = await own.people.lead.ask("/api/portfolio-actions", {
      body: { type, project_id: own.alphaId, health: "on_track", summary: "Fine." },
    });
    expect([answer.status, ErrorAnswer.parse(answer.json).code]).toEqual([
      400,
      "malformed_request",
    ]);
  }
});

function setField(target: Record<string, unknown>, path: string, value: unknown): void {
  const [first = "", ...rest] = path.split(".");
  if (rest.length > 0) setField(target[first] as Record<string, unknown>, rest.join("."), value);
  else if (value === undefined) delete target[first];
  else target[first] = value;
}
