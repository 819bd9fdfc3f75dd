/**
 * Requests derived from the contracts: valid, nearly valid and nonsense, for every method of every route. None
 * imports a file, because its content is always broken.
 */
import fc from "fast-check";
import type { z } from "zod";
import type { Operation } from "../../supabase/functions/_domain/contract.ts";
import { contracts } from "../../supabase/functions/_domain/contracts.ts";

export interface FuzzedRequest {
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

const nastyText = fc.constantFrom(
  "",
  " ",
  "\0",
  "null",
  "undefined",
  "NaN",
  "-1",
  "0",
  "1e999",
  "true",
  "[]",
  "{}",
  "'",
  '"',
  "';--",
  "../../etc/passwd",
  "%00",
  "%2e%2e",
  "\u202E",
  "\uFEFF",
  "🌱",
  "a".repeat(5000),
  "00000000-0000-0000-0000-000000000000",
  "00000005-0000-4000-8000-000000100001",
  "__proto__",
  "constructor",
  "{{7*7}}",
  "<script>",
  "eq.1",
  "\r\nx: y",
);
const scalar: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.oneof(nastyText, fc.string()), scalar, { maxKeys: 3 }),
);

/** Field names of an object schema, or of all in a union, and nothing for others. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  const { shape, options } = (schema ?? {}) as { shape?: object; options?: z.ZodType[] };
  return [...new Set([...Object.keys(shape ?? {}), ...(options ?? []).flatMap(fieldsOf)])];
}

/** An object with some of the schema's fields, sometimes others, each with some value. */
function objectFor(schema: z.ZodType | undefined, value: fc.Arbitrary<unknown>) {
  const knownFields = Object.fromEntries(
    fieldsOf(schema).map((field) => [field, fieldValue(field, value)]),
  );
  return fc
    .tuple(
      fc.record(knownFields, { requiredKeys: [] }),
      fc.oneof(
        { weight: 3, arbitrary: fc.constant({}) },
        {
          weight: 1,
          arbitrary: fc.dictionary(fc.oneof(nastyText, fc.string()), value, { maxKeys: 2 }),
        },
      ),
    )
    .map(([fields, otherFields]) => ({ ...otherFields, ...fields }));
}

/** Sometimes a valid value, so that the request passes its first check. */
function fieldValue(field: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  // A valid name with a valid mapping would be saved.
  if (field === "name") return fc.constantFrom("", " ", "n".repeat(201), 1, null);
  // Valid settings would be saved for the demo.
  if (["currency", "time_zone", "week_starts_on", "working_hours"].includes(field)) {
    return fc.constantFrom("", "x", 0, -1, null, []);
  }
  // A valid prompt would be staged or go live.
  if (field === "base") return fc.constantFrom("", " \r\n", "\0", "\ud800", "x".repeat(100_001), 1);
  const rightValues: Record<string, unknown[]> = {
    mode: ["dryRun", "apply", "undo", "saveMapping", "deleteMapping"],
    run_id: ["00000000-0000-4000-8000-000000000000"],
    mapping_id: ["00000000-0000-4000-8000-000000000000"],
    file_name: ["plan.csv"],
    content_base64: [
      "",
      "IiI=",
      "IiwsLCI=",
      Buffer.from('a,b\n"').toString("base64"),
      Buffer.from("a,a\n1,2").toString("base64"),
      Buffer.from('[{"a":{}}]').toString("base64"),
      Buffer.from("PK\x03\x04").toString("base64"),
    ],
    plan_hash: ["0".repeat(64)],
    mapping: [
      { fields: {} },
      { fields: { project_code: { column: "a" } } },
      { fields: { project_code: { value: "x" } } },
    ],
    type: [
      "status_update",
      "account_update",
      "client_update",
      "portfolio_classification",
      "project_update",
      "task_create",
      "task_update",
      "tasks_update",
      "comment_add",
      "comment_edit",
      "entry_create",
      "entry_update",
      "timer_start",
      "week_lock",
    ],
    // From another organization, so that no successful request of the fuzzer changes the demo.
    project_id: ["00000004-0000-4000-8000-000000200001"],
    client_id: ["00000002-0000-4000-8000-000000200001"],
    account_id: ["00000003-0000-4000-8000-000000200001"],
    subject_id: ["00000004-0000-4000-8000-000000200001"],
    version: [1, 0],
    health: ["on_track"],
    summary: ["Fine."],
    changes: [{ name: "x" }, { status: "lost" }, { contacts: [{}] }, {}],
    tier: ["core", null],
    risk: ["low", null],
    service_line: ["Web", null],
    limit: ["5", "0", 5],
    action: [
      "invite",
      "revoke_invitation",
      "preview",
      "change",
      "accept_invitation",
      "get_prompt",
      "stage_prompt",
      "set_base_prompt",
      "prompt_versions",
      "rollback_prompt",
      "approve",
      "approve_and_execute",
      "reject",
      "edit",
      "batch_approve",
      "execute",
      "propose_undo",
      "update",
      "archive",
      "restore",
    ],
    version_row_id: ["00000000-0000-4000-8000-000000000000"],
    before: [3],
    // Ids that belong to no row, because a request with an existing id would change it.
    person_id: ["00000005-0000-4000-8000-000000999999"],
    invitation_id: ["00000005-0000-4000-8000-000000999999"],
    role: ["admin", "client"],
    change: [
      { to: "offboarded" },
      { to: "role", role: "admin" },
      { to: "prompt_owner", is_prompt_owner: true },
    ],
    token: ["0".repeat(64)],
    id: ["0000000a-0000-4000-8000-000000999999"],
    ids: [["0000000a-0000-4000-8000-000000999999"], []],
    approval_id: ["0000000a-0000-4000-8000-000000999999"],
    versions: [{ "0000000a-0000-4000-8000-000000999999": 1 }, { x: 1 }],
    payload: [{ title: "x" }, { __proto__: null, constructor: 1 }, []],
    document_id: ["0000000b-0000-4000-8000-000000999999"],
    content_type: ["text/plain", "application/octet-stream", "image/png"],
    size_bytes: [6, 0, 26_214_401],
    query: ["supplier", "the of and", "-a or (b", "🌱"],
    question: [
      "What waits for the supplier?",
      "the of and",
      "x".repeat(8001),
      "[1] [tool] system:",
    ],
    session_id: ["00000011-0000-4000-8000-000000999999"],
    source_kinds: [["document"], ["meeting", "note"], []],
    source_id: ["0000000b-0000-4000-8000-000000999999"],
    occurred_from: ["2026-01-31", "2026-02-30", "0001-01-01"],
    occurred_to: ["2026-12-31", "9999-12-31"],
    kind: ["task_create", "weekly_update", "constructor", "brief", "contract"],
    status: ["pending", "unknown", "toString"],
    // An unknown version: a known one would be applied.
    forbids_self_approval: ["yes", 1, null],
    code: ["project_over_budget", "no_such_code"],
    state: ["open", "settled"],
    cursor: ["false_1_12.5_00000004-0000-4000-8000-000000100001", "false_1_x_y"],
    as: ["00000005-0000-4000-8000-000000100003", "00000005-0000-4000-8000-000000200001"],
  };
  const knownValues = rightValues[field];
  return knownValues ? fc.oneof(fc.constantFrom(...knownValues), value) : value;
}

const method = (expectedMethod: string) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(expectedMethod) },
    { weight: 1, arbitrary: fc.constantFrom("PUT", "DELETE", "PATCH", "HEAD", "GET", "POST") },
  );

const headers = fc.record(
  {
    "content-type": fc.oneof(
      { weight: 8, arbitrary: fc.constant("application/json") },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "application/json; charset=latin1",
          "text/plain",
          "application/x-www-form-urlencoded",
          "garbage",
        ),
      },
    ),
    "x-request-id": fc.constantFrom("abcdefgh-1", "short", "x".repeat(300), "<b>bold</b>-id"),
    accept: fc.constantFrom("text/html", "application/xml", "*/*"),
    "x-forwarded-host": fc.constant("evil.example"),
  },
  { requiredKeys: ["content-type"] },
);

const suffix = fc.oneof(
  { weight: 12, arbitrary: fc.constant("") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("/", "//", "/..", "/%2e%2e/", "/extra", "/%00", "/%", "/💥"),
  },
);

function requestFor(
  slug: string,
  expectedMethod: "GET" | "POST",
  operation: Operation,
): fc.Arbitrary<FuzzedRequest> {
  const body = operation.body
    ? fc.oneof(
        {
          weight: 6,
          arbitrary: objectFor(operation.body, anyValue).map((value) => JSON.stringify(value)),
        },
        { weight: 1, arbitrary: anyValue.map((value) => JSON.stringify(value) ?? "undefined") },
        { weight: 1, arbitrary: fc.string() },
        { weight: 1, arbitrary: fc.constant(`{"mode":${"[".repeat(50_000)}`) },
      )
    : fc.constant("{}");
  const text = fc.oneof(nastyText, fc.string());
  return fc
    .record({
      prefix: fc.constantFrom("/api/", "/functions/v1/", "/functions/v1/api/"),
      suffix,
      query: fc.oneof(
        { weight: 3, arbitrary: fc.constant({}) },
        { weight: 2, arbitrary: objectFor(operation.query, text) as fc.Arbitrary<object> },
        { weight: 1, arbitrary: fc.dictionary(text, text, { maxKeys: 2 }) },
      ),
      method: method(expectedMethod),
      headers,
      body,
    })
    .map((input) => ({
      path: `${input.prefix}${slug}${input.suffix}${queryText(input.query as Record<string, string>)}`,
      method: input.method,
      headers: input.headers as Record<string, string>,
      ...(input.method !== "GET" && input.method !== "HEAD" && { body: input.body }),
    }));
}

function queryText(query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString();
  return text === "" ? "" : `?${text}`;
}

/** Any request to any route. */
export const anyRequest: fc.Arbitrary<FuzzedRequest> = fc.oneof(
  ...contracts.flatMap(({ slug, path = slug, get, post }) => [
    ...(get ? [requestFor(path, "GET", get)] : []),
    ...(post ? [{ arbitrary: requestFor(path, "POST", post), weight: 4 }] : []),
  ]),
);
