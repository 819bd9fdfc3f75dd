import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  type FindingCode,
  findingFacts,
} from "../../../supabase/functions/_domain/portfolio/finding-facts.ts";
import { portfolioHealth } from "../../../supabase/functions/_domain/portfolio/health-contract.ts";
import { evidenceInWords } from "../../../supabase/functions/_domain/words/evidence.ts";
import { factsInWords } from "../../../supabase/functions/_domain/words/facts.ts";
import {
  type FindingRow,
  findingReason,
  findingSettledBy,
  findingTitle,
} from "../../../supabase/functions/_domain/words/findings.ts";
import { isoFormat } from "../../../supabase/functions/_domain/words/format.ts";
import { healthInWords } from "../../../supabase/functions/_domain/words/health.ts";
import { sentences, subject } from "./finding-sentences.ts";

describe("a finding in words", () => {
  const cases = Object.entries(sentences).flatMap(([code, each]) =>
    each.map(([facts, sentence]) => [code, facts, sentence] as [FindingCode, object, string]),
  );

  it.each(cases)("%s states its figures", (code, facts, sentence) => {
    expect(z.strictObject(findingFacts[code]).parse(facts)).toEqual(facts);
    expect(findingReason({ code, facts, subject } as FindingRow, isoFormat)).toBe(sentence);
    expect(findingTitle(code)).toMatch(/^[A-Z]/);
  });

  it("has words for every code of the database, and for no other", () => {
    const catalog = readFileSync("supabase/schemas/health/finding_codes.sql", "utf8");
    const codes = [...catalog.matchAll(/^ {4}\(\d+, '([a-z_]+)'/gm)].map(([, code]) => code);
    expect(Object.keys(findingFacts).sort()).toEqual(codes.sort());
  });

  it("suggests another import only for findings of imports, because the console can settle the rest", () => {
    const codes = Object.keys(findingFacts) as FindingCode[];
    const importCodes = codes.filter((code) => /\bimport(ed)?\b/i.test(findingSettledBy(code)));
    expect(importCodes.sort()).toEqual([
      "import_failed",
      "project_without_tasks",
      "unmatched_import_lines",
    ]);
  });

  it("formats days and numbers for its reader", () => {
    const facts = { due_on: "2026-11-02", days_late: 20, status: "active" as const };
    const reader = { ...isoFormat, day: () => "2 November", number: () => "twenty" };
    expect(findingReason({ code: "project_past_due", facts, subject }, reader)).toBe(
      "The project was due on 2 November, twenty days ago, and is still active.",
    );
  });
});

describe("facts in words", () => {
  it("format values by their type and leave ids out", () => {
    const words = (facts: FindingRow["facts"]) =>
      factsInWords({ facts }, isoFormat).map(({ name, value }) => `${name}: ${value}`);
    expect(words({ due_on: "2026-11-16", days_late: 6, status: "on_hold" })).toEqual([
      "Due date: 2026-11-16",
      "Days late: 6",
      "Status: on hold",
    ]);
    expect(words({ lead_id: "1", lead_name: "2026-11-16" })).toEqual(["Lead: 2026-11-16"]);
    expect(words({ names: ["Acme", "ACME Ltd"] })).toEqual(["Clients: Acme, ACME Ltd"]);
    expect(words({ cadence: null })).toEqual(["Status schedule: None"]);
    expect(words({ budget_hours: 10, actual_hours: 8, spent_percent: 80 })).toEqual([
      "Budget in hours: 10",
      "Hours spent: 8",
      "Spent: 80%",
    ]);
    expect(words({ provider: "google_calendar", stream: "events" })).toEqual([
      "Vendor: Google Calendar",
      "Data: events",
    ]);
    expect(words({ kind: "calendar_event_create", error: "No answer" })).toEqual([
      "Kind: Create an event",
      "Error: No answer",
    ]);
  });
});

describe("evidence in words", () => {
  it("name the assignee, due date and last activity of an open task", () => {
    const facts = {
      title: "Test on 2026-11-02",
      status: "in_progress" as const,
      assignee: "Max Example",
      due_on: "2026-11-20",
      last_activity_on: null,
      completed_on: null,
    };
    expect(evidenceInWords({ type: "task", facts }, isoFormat)).toEqual({
      label: "Test on 2026-11-02",
      detail: "in progress, Max Example, due 2026-11-20",
    });
  });

  it("name hours, person and day of a time entry, and its task or note", () => {
    const facts = { hours: 1.5, person: "Max Example", spent_on: "2026-11-02", task: null };
    expect(
      evidenceInWords({ type: "time_entry", facts: { ...facts, note: "Call" } }, isoFormat),
    ).toEqual({ label: "1.5 h by Max Example on 2026-11-02", detail: "Call" });
  });
});

describe("the response of portfolio health", () => {
  it("has the texts of its contract, and no facts that the contract does not name", () => {
    const id = "00000004-0000-4000-8000-000000100001";
    const storedFinding = {
      code: "status_missing" as const,
      severity: "medium",
      state: "unverified",
      subject: { type: "project", id, name: "Web shop", project_id: id },
      facts: { cadence: null, secret: 1 },
      facts_hash: "0",
      evidence: {
        total: 1,
        rows: [
          {
            type: "person" as const,
            id,
            project_id: id,
            facts: { name: "Ada Example", email: null },
          },
        ],
      },
      fix: null,
      resolution: null,
    };
    const counts = [{ code: "status_missing" as const }];
    const { findings } = healthInWords({ counts, findings: [storedFinding] });
    expect(portfolioHealth.get.response.shape.findings.parse(findings)).toEqual([
      {
        ...storedFinding,
        facts: { cadence: null },
        title: "No status yet",
        why: "The project's health is unknown until someone posts a status.",
        settled_by: "Post a first status update.",
        evidence: {
          total: 1,
          rows: [{ ...storedFinding.evidence.rows[0], label: "Ada Example", detail: null }],
        },
      },
    ]);
  });
});
