import { beforeAll, describe, expect, test } from "vitest";
import { ErrorAnswer } from "../support/error-answer.ts";
import { type Answer, codeOf } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { importFile, organizationState } from "./import-file.ts";

let own: OwnOrganization;
beforeAll(async () => {
  own = await makeOrganization();
});

const good =
  "Project code,Client,Task key,Hours,Person,Date\nGAMMA,Harbour,G-1,1,member,2026-03-02\n";

function base64(file: string | Uint8Array): string {
  return Buffer.from(file).toString("base64");
}

/** A body of the route with some fields replaced. */
function body(change: object): object {
  return { mode: "apply", file_name: "plan.csv", content_base64: base64(good), ...change };
}

function rowsOf(count: number): string {
  return `Project code,Client\n${"GAMMA,Harbour\n".repeat(count)}`;
}

const mapping = { fields: { project_code: { column: "Project code" } } };

/** The request, and the refusal that it must get. */
const refusals: [name: string, body: unknown, status: number, code: string, says?: string][] = [
  ["a body that is not JSON", "{mode: apply", 400, "malformed_request", "not JSON"],
  ["no body", "", 400, "malformed_request"],
  ["a list as body", [], 400, "malformed_request"],
  ["null as body", "null", 400, "malformed_request"],
  ["a body that is not UTF-8", Uint8Array.of(0x22, 0xff, 0x22), 400, "malformed_request", "UTF-8"],
  ["an unknown field", body({ force: true }), 400, "malformed_request", "force"],
  ["no mode", body({ mode: undefined }), 400, "malformed_request", "mode"],
  ["an unknown mode", body({ mode: "replace" }), 400, "malformed_request", "mode"],
  ["no file name", body({ file_name: " " }), 400, "malformed_request", "file_name"],
  ["a file name of 201 characters", body({ file_name: "a".repeat(201) }), 400, "malformed_request"],
  ["content that is not base64", body({ content_base64: "%%%" }), 400, "malformed_request"],
  ["an empty file", body({ content_base64: "" }), 400, "malformed_request", "empty"],
  ["an invalid plan hash", body({ plan_hash: "abc" }), 400, "malformed_request", "plan_hash"],
  ["a file name with a NUL", body({ file_name: "a\0b" }), 400, "invalid", "characters"],
  [
    "a mapping with a NUL",
    body({ mapping: { fields: { project_code: { value: "\0" } } } }),
    400,
    "invalid",
    "characters",
  ],
  [
    "a binary file",
    body({ content_base64: base64(Uint8Array.of(0x50, 0x4c, 3, 4, 0, 0)) }),
    400,
    "unreadable_file",
    "not text",
  ],
  [
    "the beginning of a workbook",
    body({ content_base64: base64(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)) }),
    400,
    "unreadable_file",
    "damaged",
  ],
  [
    "an old workbook",
    body({ content_base64: base64(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1)) }),
    400,
    "unreadable_file",
    "an old .xls",
  ],
  [
    "JSON that is not flat",
    body({ content_base64: base64('[{"Project code": ["GAMMA"]}]') }),
    400,
    "unreadable_file",
    "only flat values",
  ],
  [
    "a sheet of a file that has none",
    body({ sheet: "Plan" }),
    400,
    "unreadable_file",
    "Only a workbook",
  ],
  ["a file of spaces", body({ content_base64: base64("  \n \n") }), 400, "unreadable_file"],
  [
    "a header alone",
    body({ content_base64: base64("Project code,Client\n") }),
    400,
    "unreadable_file",
    "no rows",
  ],
  [
    "a quoted cell that is never closed",
    body({ content_base64: base64('Project code,Client\n"GAMMA,Harbour\n') }),
    400,
    "unreadable_file",
    "never closed",
  ],
  [
    "a stray quote",
    body({ content_base64: base64('Project code,Client\nGA"MMA,Harbour\n') }),
    400,
    "unreadable_file",
  ],
  [
    "a row with too few cells",
    body({ content_base64: base64("Project code,Client\nGAMMA\n") }),
    400,
    "unreadable_file",
    "more or fewer",
  ],
  [
    "a row with too many cells",
    body({ content_base64: base64("Project code,Client\nGAMMA,Harbour,x\n") }),
    400,
    "unreadable_file",
    "more or fewer",
  ],
  [
    "dates in which the day or the month may come first",
    body({
      content_base64: base64("Project code,Project due\nGAMMA,03/04/2026\nGAMMA,05/06/2026\n"),
    }),
    400,
    "date_order_needed",
    "03/04/2026",
  ],
  [
    "a column without a name",
    body({ content_base64: base64("Project code,\nGAMMA,Harbour\n") }),
    400,
    "unreadable_file",
    "Column 2",
  ],
  [
    "nothing that looks like a project",
    body({ content_base64: base64("Color,Size\nred,2\n") }),
    400,
    "mapping_needed",
    "project code or name",
  ],
  [
    "a mapping to a column that is not there",
    body({ mapping: { fields: { project_code: { column: "Code" } } } }),
    400,
    "unknown_columns",
    "Code",
  ],
  [
    "a mapping of an unknown field",
    body({ mapping: { fields: { ...mapping.fields, salary: { column: "Client" } } } }),
    400,
    "malformed_request",
    "salary",
  ],
  [
    "a mapping without a project",
    body({ mapping: { fields: { client_name: { column: "Client" } } } }),
    400,
    "malformed_request",
    "project",
  ],
  [
    "a mapping with an unknown key",
    body({ mapping: { ...mapping, sheet: 2 } }),
    400,
    "malformed_request",
    "sheet",
  ],
  [
    "an unknown date format",
    body({ mapping: { ...mapping, date_format: "YY-M-D" } }),
    400,
    "malformed_request",
    "date_format",
  ],
  [
    "20,001 rows",
    body({ content_base64: base64(rowsOf(20_001)) }),
    413,
    "too_many_rows",
    "20000 rows",
  ],
  [
    "a file of more than 10 MB",
    body({ content_base64: base64("x".repeat(10_000_001)) }),
    413,
    "too_large",
  ],
  [
    "a body larger than the route accepts",
    JSON.stringify(body({ content_base64: "A".repeat(14_000_000) })),
    413,
    "too_large",
  ],
];

describe("a request is refused in one clear sentence, and nothing is written:", () => {
  test.each(refusals)("%s", async (_what, sent, status, code, says = "") => {
    const before = await organizationState(own.id);
    const answer = await own.people.lead.ask("/api/portfolio-import", {
      method: "POST",
      body: sent,
    });
    expectRefusal(answer, status, code);
    expect(answer.text).toContain(says);
    expect(await organizationState(own.id)).toEqual(before);
  });

  test.each(["text/csv", "multipart/form-data; boundary=x", "text/plain", ""])(
    "content of the type %j",
    async (type) => {
      const answer = await own.people.lead.ask("/api/portfolio-import", {
        body: JSON.stringify(body({})),
        headers: { "content-type": type },
      });
      expectRefusal(answer, 415, "unsupported_media_type");
    },
  );

  test.each(["PUT", "PATCH", "DELETE"])("the method %s", async (method) => {
    const answer = await own.people.lead.ask("/api/portfolio-import", { method, body: body({}) });
    expectRefusal(answer, 405, "method_not_allowed");
  });

  test("a path below the route, and a parameter it does not know", async () => {
    expectRefusal(await own.people.lead.ask("/api/portfolio-import/runs"), 404, "route_not_found");
    expectRefusal(
      await own.people.lead.ask("/api/portfolio-import?limit=1"),
      400,
      "malformed_request",
    );
  });
});

/** Unusual but valid files: each imports one project with one task and one hour. */
const odd: [fault: string, file: string | Uint8Array, name: string][] = [
  ["a byte order mark", `\uFEFF${good}`, "GAMMA"],
  ["semicolons", good.replaceAll(",", ";"), "GAMMA"],
  ["tabs", good.replaceAll(",", "\t"), "GAMMA"],
  ["CRLF", good.replaceAll("\n", "\r\n"), "GAMMA"],
  ["old Mac line ends", good.replaceAll("\n", "\r"), "GAMMA"],
  ["no line end at the end", good.trimEnd(), "GAMMA"],
  ["empty lines, and lines of separators only", good.replace("\n", "\n\n,,,,,\n"), "GAMMA"],
  ["spaces around cells", good.replaceAll(",", " , "), "GAMMA"],
  ["quoted cells", good.replace("GAMMA", '"GAMMA"'), "GAMMA"],
  ["Latin-1 letters", Buffer.from(good.replace("GAMMA", "GÄRTEN-ß"), "latin1"), "GÄRTEN-ß"],
  ["a separator in quotes", good.replace("GAMMA", '"G,A"'), "G,A"],
  ["emoji and right-to-left letters", good.replace("GAMMA", "🌱 שלום"), "🌱 שלום"],
  ["what would be a formula in a spreadsheet", good.replace("GAMMA", "=1+2"), "=1+2"],
  [
    "what would be SQL",
    good.replace("GAMMA", "'; drop table tasks; --"),
    "'; drop table tasks; --",
  ],
];

describe("an unusual but valid file is imported:", () => {
  test.each(odd)("%s", async (_what, file, name) => {
    const answer = await importFile(own.people.lead, { file });
    expect(answer.status, answer.text).toBe(200);
    const { run, rows } = answer.json as {
      run: { counts: Record<string, { create: number }> };
      rows: { project_code: string; disposition: string }[];
    };
    expect(rows.map(({ project_code }) => project_code)).toEqual([name]);
    expect(run.counts["time_entries"]?.create).toBe(1);
  });
});

function expectRefusal(answer: Answer, status: number, code: string): void {
  expect([answer.status, codeOf(answer)], answer.text.slice(0, 300)).toEqual([status, code]);
  const { message } = ErrorAnswer.parse(answer.json);
  expect(message).not.toMatch(/undefined|null|\bat .*:\d+|Error:/);
}
