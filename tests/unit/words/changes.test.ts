import { expect, test } from "vitest";
import {
  changeInWords,
  hoursEventInWords,
  projectEventInWords,
} from "../../../supabase/functions/_domain/words/changes.ts";
import { isoFormat } from "../../../supabase/functions/_domain/words/format.ts";

test("a change is named by its kind and its facts", () => {
  expect(
    changeInWords({ table: "status_updates", title: "Waiting", facts: { health: "at_risk" } }),
  ).toBe("status at risk: Waiting");
  expect(changeInWords({ table: "tasks", title: "Test", facts: { status: "done" } })).toBe(
    "task completed: Test",
  );
  const facts = { tier: "core" as const, service_line: null, risk: "high" as const };
  expect(changeInWords({ table: "projects", title: null, facts })).toBe(
    "classified as core, high risk",
  );
});

test("a change in a project is worded to follow the person's name", () => {
  const words = (
    code: string,
    title: string | null,
    fields: Record<string, { from?: unknown; to?: unknown }> = {},
  ) => projectEventInWords({ code, object: { title }, fields }, isoFormat);
  expect(words("task.created", "Brief")).toBe("created the task “Brief”");
  expect(words("task.updated", "Brief", { status: { from: "open", to: "done" } })).toBe(
    "completed the task “Brief”",
  );
  expect(words("task.updated", "Brief", { due_on: { from: "2026-11-18", to: "2026-11-20" } })).toBe(
    "moved the task “Brief” from 2026-11-18 to 2026-11-20",
  );
  expect(
    words("task.updated", "Brief", {
      assignee_id: { from: null, to: "id" },
      labels: { from: [], to: ["print"] },
      updated_at: { from: "a", to: "b" },
    }),
  ).toBe("changed the assignee and labels of the task “Brief”");
  expect(words("task_comment.added", "Brief")).toBe("commented on the task “Brief”");
  expect(words("status_update.posted", null, { health: { to: "at_risk" } })).toBe(
    "posted a status: at risk",
  );
  expect(words("project.updated", null, { budget_hours: { from: 10, to: 20 } })).toBe(
    "changed the project's budget in hours",
  );
});

test("a change of a person's hours names the project, the day and the figures", () => {
  const words = (code: string, fields = {}) =>
    hoursEventInWords(
      { code, project: { name: "Web shop" }, spent_on: "2026-11-18", hours: 2.5, fields },
      isoFormat,
    );
  expect(words("time_entry.created")).toBe("logged 2.5 h for you on Web shop, 2026-11-18");
  expect(words("time_entry.deleted")).toBe("deleted your 2.5 h on Web shop, 2026-11-18");
  expect(words("time_entry.updated", { hours: { from: 3, to: 2.5 } })).toBe(
    "changed your hours on Web shop, 2026-11-18, from 3 to 2.5",
  );
});
