/** Findings over HTTP: read, settled by one of two at once, and open again when the facts change. */
import { beforeAll, describe, expect, test } from "vitest";
import {
  type Finding,
  portfolioHealth,
} from "../../supabase/functions/_domain/portfolio/health-contract.ts";
import { owner } from "../support/database.ts";
import type { Answer } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";

let own: OwnOrganization;
beforeAll(async () => {
  own = await makeOrganization();
  await owner`update public.projects set budget_hours = 1 where id = ${own.alphaId}`;
});

async function health(query = "") {
  const answer = await own.people.lead.ask(`/api/portfolio-health${query}`);
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  return portfolioHealth.get.response.parse(answer.json);
}

async function overBudget(): Promise<Finding> {
  const { findings } = await health("?code=project_over_budget");
  expect(findings).toHaveLength(1);
  return findings[0] as Finding;
}

function resolve(
  finding: Finding,
  role: keyof OwnOrganization["people"] = "lead",
  changes: object = {},
): Promise<Answer> {
  return own.people[role].ask("/api/portfolio-actions", {
    body: {
      type: "reconciliation_resolution",
      finding_code: finding.code,
      subject_id: finding.subject.id,
      version: finding.resolution?.version ?? 0,
      facts_hash: finding.facts_hash,
      state: "settled",
      reason: "The client pays.",
      ...changes,
    },
  });
}

test("Health covers only the caller's organization, and names its evidence", async () => {
  const { board, findings, counts } = await health();
  expect(board).toMatchObject({ project_count: 2, with_lead: 2, with_tasks: 2 });
  for (const finding of findings) {
    expect([finding.title, finding.why, finding.settled_by].every(Boolean)).toBe(true);
    expect([own.alphaId, own.betaId]).toContain(finding.subject.id);
    expect(finding.evidence.rows).toHaveLength(Math.min(20, finding.evidence.total));
  }
  expect(counts.find(({ code }) => code === "project_over_budget")).toMatchObject({ open: 1 });
});

test("one project's health covers only that project", async () => {
  const { board, findings, open_items } = await health(`?project_id=${own.betaId}`);
  expect([board.project_count, open_items.open]).toEqual([1, 1]);
  expect(new Set(findings.map(({ subject }) => subject.id))).toEqual(new Set([own.betaId]));
});

test("another organization's project is not found, and a member is refused", async () => {
  const other = await makeOrganization();
  const foreign = await own.people.admin.ask(`/api/portfolio-health?project_id=${other.alphaId}`);
  expect([foreign.status, foreign.json]).toMatchObject([404, { code: "project_not_found" }]);
  for (const role of ["member", "client"] as const) {
    const refusal = await own.people[role].ask("/api/portfolio-health");
    expect([refusal.status, refusal.json]).toMatchObject([403, { code: "role_not_allowed" }]);
  }
  const finding = await overBudget();
  const refusal = await other.people.admin.ask("/api/portfolio-actions", {
    body: {
      type: "reconciliation_resolution",
      finding_code: finding.code,
      subject_id: finding.subject.id,
      version: 0,
      facts_hash: finding.facts_hash,
      state: "settled",
      reason: "Not mine.",
    },
  });
  expect([refusal.status, refusal.json]).toMatchObject([404, { code: "finding_not_found" }]);
  expect((await overBudget()).resolution).toBeNull();
});

describe("settling", () => {
  test("one of twenty decisions at once wins, and the others learn who it was", async () => {
    const finding = await overBudget();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        resolve(finding, n % 2 ? "lead" : "admin", { reason: `Reason ${n}` }),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const [inForce] = won.map(({ json }) => (json as { resolution: object }).resolution);
    for (const { status, json } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, json]).toMatchObject([
        409,
        { code: "version_conflict", details: { version: 1, current: inForce, changes: [] } },
      ]);
    }
    const [row] = await owner`
      select count(*)::int as count from public.reconciliation_resolutions
      where organization_id = ${own.id}`;
    expect(row?.["count"]).toBe(1);
    const [event] = await owner`
      select count(*)::int as count from public.audit_events
      where organization_id = ${own.id} and action = 'finding.settled'`;
    expect(event?.["count"]).toBe(1);
  });

  test("a decision applies until its facts change: another budget reopens the finding", async () => {
    const settledFinding = await overBudget();
    expect(settledFinding).toMatchObject({
      state: "settled",
      resolution: { version: 1, facts_changed: false },
    });
    const again = await resolve(settledFinding);
    expect([again.status, again.json]).toMatchObject([409, { code: "already_settled" }]);

    await owner`update public.projects set budget_hours = 2 where id = ${own.alphaId}`;
    const openFinding = await overBudget();
    expect(openFinding).toMatchObject({ state: "open", resolution: { facts_changed: true } });
    const stale = await resolve(settledFinding);
    expect([stale.status, stale.json]).toMatchObject([
      409,
      {
        code: "finding_changed",
        details: { facts_hash: openFinding.facts_hash, facts: openFinding.facts },
      },
    ]);
    expect((await resolve(openFinding)).status).toBe(200);
  });

  test("a settled finding is reopened with a reason, by an admin or a lead only", async () => {
    const finding = await overBudget();
    for (const role of ["member", "client"] as const) {
      expect((await resolve(finding, role, { state: "reopened" })).status).toBe(403);
    }
    expect((await resolve(finding, "admin", { state: "reopened" })).status).toBe(200);
    const open = await overBudget();
    expect(open).toMatchObject({ state: "open", resolution: { version: 3, state: "reopened" } });
    const twice = await resolve(open, "lead", { state: "reopened" });
    expect([twice.status, twice.json]).toMatchObject([409, { code: "not_settled" }]);
  });

  test("a finding that no longer exists is not found", async () => {
    const finding = await overBudget();
    await owner`update public.projects set budget_hours = 99 where id = ${own.alphaId}`;
    const answer = await resolve(finding);
    expect([answer.status, answer.json]).toMatchObject([404, { code: "finding_not_found" }]);
  });
});
