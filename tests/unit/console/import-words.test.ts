import { describe, expect, it } from "vitest";
import {
  changesOf,
  groupProblems,
  planInWords,
  resultInWords,
  undoInWords,
} from "../../../web/src/features/import/plan-words.ts";

const noCounts = { create: 0, update: 0, unchanged: 0, skipped: 0 };

describe("planInWords", () => {
  it("lists created and updated rows, and nothing else", () => {
    const counts = {
      rows: { ...noCounts, create: 9, skipped: 3 },
      projects: { ...noCounts, create: 1 },
      people: { ...noCounts, create: 2 },
      tasks: { ...noCounts, create: 6040, update: 1, unchanged: 5 },
    };
    expect(planInWords(counts)).toBe(
      `create 1 project, 2 people and ${(6040).toLocaleString()} tasks, and update 1 task`,
    );
    expect(planInWords({ rows: { ...noCounts, unchanged: 5 } })).toBeNull();
  });
});

describe("undoInWords", () => {
  it("lists deleted and restored rows", () => {
    const counts = {
      projects: { ...noCounts, create: 1 },
      tasks: { ...noCounts, create: 2, update: 1 },
    };
    expect(undoInWords(counts)).toBe("delete 1 project and 2 tasks, and restore 1 task");
    expect(undoInWords({ tasks: { ...noCounts, update: 3 } })).toBe("restore 3 tasks");
    expect(undoInWords({ rows: { ...noCounts, skipped: 5 } })).toBeNull();
  });
});

describe("resultInWords", () => {
  it("lists created and updated rows", () => {
    const counts = { tasks: { ...noCounts, create: 2, update: 1 } };
    expect(resultInWords(counts)).toBe("created 2 tasks, and updated 1 task");
  });
});

describe("changesOf", () => {
  it("names the old and new value of a change, and an empty one as nothing", () => {
    const row = {
      line: 2,
      disposition: "update" as const,
      project_code: null,
      task_key: null,
      reason: null,
      changes: {
        "task.due_on": { from: null, to: "2026-01-01" },
        "time_entry.hours": { from: 1, to: 2 },
      },
    };
    expect(changesOf(row)).toEqual([
      { field: "task due on", from: "nothing", to: "2026-01-01" },
      { field: "hours", from: "1", to: "2" },
    ]);
  });
});

describe("groupProblems", () => {
  it("lists the same problem once, the most frequent first", () => {
    const problems = [
      { line: 2, message: "a" },
      { line: 3, message: "b" },
      { line: 4, message: "b" },
    ];
    expect(groupProblems(problems)).toEqual([
      { message: "b", lines: [3, 4] },
      { message: "a", lines: [2] },
    ]);
  });

  it("keeps the field that a problem is about", () => {
    const problems = [{ line: 2, message: "a", field: "spent_on" as const }];
    expect(groupProblems(problems)).toEqual([{ message: "a", lines: [2], field: "spent_on" }]);
  });
});
