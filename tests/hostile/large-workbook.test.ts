/** Reading a large workbook takes a second of processor time without a pause: no other request waits for it. */
import { writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { importFile } from "../service/import-file.ts";
import { codeOf } from "../support/http.ts";
import { makeOrganization } from "../support/own-organization.ts";

const ROWS = 12_000;
/** If one process does both, it answers two or three requests, until the file has arrived. */
const ANSWERS = 10;

test("a workbook that takes long to read delays no other request", async () => {
  const own = await makeOrganization();
  const columns = ["Project", "Client", "Task", "Hours", "Person", "Date", "Notes", "Extra"];
  const file = await writeXlsx({
    sheets: [
      {
        name: "Hours",
        rows: [
          columns,
          ...Array.from({ length: ROWS }, (_, row) => columns.map((name) => `${name} ${row}`)),
        ],
      },
    ],
  });
  let isOver = false;
  // The column is unknown, so the request ends as soon as the file has been read.
  const reading = importFile(own.people.lead, {
    file,
    fileName: "hours.xlsx",
    mapping: { fields: { project_code: { column: "Missing" } } },
  }).finally(() => {
    isOver = true;
  });
  let answers = 0;
  while (!isOver) {
    expect((await own.people.lead.ask("/api/whoami")).status).toBe(200);
    if (!isOver) answers += 1;
  }
  const answer = await reading;
  expect([answer.status, codeOf(answer)]).toEqual([400, "unknown_columns"]);
  expect(answers).toBeGreaterThan(ANSWERS);
});
