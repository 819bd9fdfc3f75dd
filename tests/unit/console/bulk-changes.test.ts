import { describe, expect, it } from "vitest";
import type { TaskRow } from "../../../web/src/api/task-routes.ts";
import {
  type BulkEdit,
  changesFor,
  noBulkEdit,
  problemIn,
} from "../../../web/src/features/tasks/bulk-changes.ts";

const task = {
  status: "open",
  assignee: { id: "ada", name: "Ada" },
  due_on: "2026-03-28",
  labels: ["API", "web"],
  archived_at: null,
} as TaskRow;
const changes = (edit: Partial<BulkEdit>, fields: Partial<TaskRow> = {}) =>
  changesFor({ ...task, ...fields }, { ...noBulkEdit, ...edit });

describe("changesFor", () => {
  it("contains only fields that change, and skips a task that already has the values", () => {
    expect(changes({ status: "open", assignee: "ada" })).toBeNull();
    expect(changes({ status: "done", assignee: "ada" })).toEqual({ status: "done" });
    expect(changes({ assignee: "none" })).toEqual({ assignee_id: null });
    expect(changes({ archive: "restore" })).toBeNull();
    expect(changes({ archive: "archive" })).toEqual({ is_archived: true });
  });

  it("shifts a due date by calendar days, and skips tasks without one", () => {
    expect(changes({ due: "shift", shiftDays: "4" })).toEqual({ due_on: "2026-04-01" });
    expect(changes({ due: "shift", shiftDays: "-28" })).toEqual({ due_on: "2026-02-28" });
    expect(changes({ due: "shift", shiftDays: "4" }, { due_on: null })).toBeNull();
    expect(changes({ due: "clear" })).toEqual({ due_on: null });
  });

  it("adds and removes labels regardless of upper and lower case", () => {
    expect(changes({ addLabels: ["api", "print"] })).toEqual({ labels: ["API", "web", "print"] });
    expect(changes({ removeLabels: ["api"] })).toEqual({ labels: ["web"] });
    expect(changes({ addLabels: ["WEB"] })).toBeNull();
  });
});

describe("problemIn", () => {
  it("requires at least one change, a whole number for a shift, and a date for a new due date", () => {
    const problem = (edit: Partial<BulkEdit>) => problemIn({ ...noBulkEdit, ...edit });
    expect(problem({})).toMatch(/at least one change/);
    expect(problem({ due: "shift", shiftDays: "soon" })).toMatch(/days/);
    expect(problem({ due: "set" })).toMatch(/due date/);
    expect(problem({ due: "shift", shiftDays: "-3" })).toBeNull();
    expect(problem({ addLabels: ["print"] })).toBeNull();
  });
});
