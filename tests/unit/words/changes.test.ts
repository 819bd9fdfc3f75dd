import { expect, test } from "vitest";
import { changeInWords } from "../../../supabase/functions/_domain/words/changes.ts";

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
