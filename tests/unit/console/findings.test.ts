import { describe, expect, it } from "vitest";
import type { Finding, HealthAnswer } from "../../../web/src/api/routes.ts";
import {
  evidenceLink,
  fixOf,
  moreEvidenceLink,
  subjectLink,
} from "../../../web/src/features/health/finding-links.ts";
import {
  countIn,
  groupFindings,
  keyAfterMove,
  linesOf,
  mayFollow,
  neighborOf,
  rulesOf,
  unsettledBySeverity,
} from "../../../web/src/features/health/findings-view.ts";
import {
  defaultHealthSearch,
  findingKey,
  type HealthSearch,
  parseHealthSearch,
  readFindingKey,
} from "../../../web/src/features/health/search-params.ts";

type Evidence = Finding["evidence"]["rows"][number];

const shop = "00000004-0000-4000-8000-000000100001";
const audit = "00000004-0000-4000-8000-000000100004";
const run = "00000009-0000-4000-8000-000000100001";

function finding(code: string, project: string, facts: Partial<Finding> = {}): Finding {
  return {
    code,
    title: code,
    severity: "high",
    state: "open",
    subject: {
      type: "project",
      id: project,
      name: `Project ${project.at(-1)}`,
      project_id: project,
    },
    why: "Why",
    facts: {},
    facts_hash: "0".repeat(64),
    evidence: { total: 0, rows: [] },
    settled_by: "Something",
    fix: null,
    resolution: null,
    ...facts,
  } as unknown as Finding;
}

const importFinding = finding("unmatched_import_lines", run, {
  subject: { type: "import_run", id: run, name: "tasks.csv", project_id: null },
});

describe("the list of findings", () => {
  const findings = [
    finding("over_budget", shop),
    finding("over_budget", audit),
    finding("status_missing", shop, { severity: "medium", state: "unverified" }),
    finding("no_lead", audit, { state: "settled" }),
  ];
  const codes = (search: Partial<HealthSearch>) =>
    groupFindings(findings, { ...defaultHealthSearch, ...search }).map(
      ({ label, findings: own }) => `${label}: ${own.map(({ code }) => code).join(" ")}`,
    );

  it("shows every open finding by default, by severity", () => {
    expect(codes({})).toEqual(["high: over_budget over_budget", "medium: status_missing"]);
  });

  it("narrows to a state and to a severity", () => {
    expect(codes({ state: "open" })).toEqual(["high: over_budget over_budget"]);
    expect(codes({ state: "unverified" })).toEqual(["medium: status_missing"]);
    expect(codes({ state: "settled" })).toEqual(["high: no_lead"]);
    expect(codes({ severity: "medium" })).toEqual(["medium: status_missing"]);
    expect(codes({ severity: "low" })).toEqual([]);
  });

  it("groups by project in the order of their most severe finding", () => {
    expect(codes({ group: "project" })).toEqual([
      "Project 1: over_budget status_missing",
      "Project 4: over_budget",
    ]);
  });

  it("shows a finding that is on two pages once, as on the later page", () => {
    const again = finding("over_budget", shop, { why: "Newer" });
    const groups = groupFindings([...findings, again], defaultHealthSearch);
    const visibleFindings = groups.flatMap((group) => group.findings);
    expect(visibleFindings.filter((each) => findingKey(each) === findingKey(again))).toEqual([
      again,
    ]);
  });

  it("makes one list of the groups, each with its heading", () => {
    const lines = linesOf(groupFindings(findings, defaultHealthSearch));
    expect(lines.map((line) => line.finding?.code ?? line.group.label)).toEqual([
      "high",
      "over_budget",
      "over_budget",
      "medium",
      "status_missing",
    ]);
  });

  it("loads another page only while it may contain findings to show", () => {
    const medium = finding("a", shop, { severity: "medium" });
    const settledFinding = finding("a", shop, { state: "settled" });
    expect(mayFollow(undefined, { state: "unsettled", severity: "" })).toBe(true);
    expect(mayFollow(medium, { state: "unsettled", severity: "" })).toBe(true);
    expect(mayFollow(medium, { state: "unsettled", severity: "medium" })).toBe(true);
    expect(mayFollow(medium, { state: "unsettled", severity: "high" })).toBe(false);
    expect(mayFollow(settledFinding, { state: "unsettled", severity: "" })).toBe(false);
    expect(mayFollow(settledFinding, { state: "settled", severity: "" })).toBe(true);
  });
});

describe("moving through the list", () => {
  it("stops at both ends and starts with the first", () => {
    expect(keyAfterMove(["a", "b"], "a", 1)).toBe("b");
    expect(keyAfterMove(["a", "b"], "b", 1)).toBe("b");
    expect(keyAfterMove(["a", "b"], "a", -1)).toBe("a");
    expect(keyAfterMove(["a", "b"], "", 1)).toBe("a");
    expect(keyAfterMove([], "", 1)).toBeUndefined();
  });

  it("opens the next one after a decision, the previous one at the end, and none after the only one", () => {
    expect(neighborOf(["a", "b", "c"], "b")).toBe("c");
    expect(neighborOf(["a", "b", "c"], "c")).toBe("b");
    expect(neighborOf(["a"], "a")).toBe("");
    expect(neighborOf(["a", "b"], "elsewhere")).toBe("a");
  });
});

describe("counts", () => {
  const rules = [
    { code: "a", title: "A", severity: "low", open: 2, unverified: 1, settled: 4 },
    { code: "b", title: "B", severity: "high", open: 0, unverified: 3, settled: 0 },
    { code: "c", title: "C", severity: "medium", open: 0, unverified: 0, settled: 5 },
  ] as unknown as HealthAnswer["counts"];

  it("count the unverified as unsettled, and the settled apart", () => {
    expect(rules.map((rule) => countIn(rule, "unsettled"))).toEqual([3, 3, 0]);
    expect(rules.map((rule) => countIn(rule, "settled"))).toEqual([4, 0, 5]);
  });

  it("have the requested severity, and the requested rule even without findings", () => {
    const codes = (severity: "" | "high", code: string) =>
      rulesOf(rules, { severity, code }).map((rule) => rule.code);
    expect(codes("", "")).toEqual(["a", "b", "c"]);
    expect(codes("high", "")).toEqual(["b"]);
    expect(codes("high", "a")).toEqual(["a", "b"]);
    expect(rulesOf(rules, { severity: "", code: "status_missing" }).at(-1)).toEqual({
      code: "status_missing",
      title: "No status yet",
      open: 0,
      unverified: 0,
      settled: 0,
    });
  });

  it("by severity start with the most severe, and leave out severities without findings", () => {
    expect(unsettledBySeverity(rules)).toEqual([
      { severity: "high", count: 3 },
      { severity: "low", count: 3 },
    ]);
  });
});

describe("search parameters", () => {
  it("name a finding and read it back", () => {
    const key = findingKey(finding("over_budget", shop));
    expect(readFindingKey(key)).toEqual({ code: "over_budget", subjectId: shop });
  });

  it.each(["", "over_budget", `.${shop}`, `A.${shop}`, "a.b", `a.${shop}.c`, `a.${shop}/..`])(
    "accept no finding from %j",
    (key) => {
      expect(readFindingKey(key)).toBeNull();
      expect(parseHealthSearch({ open: key } as never).open).toBe("");
    },
  );

  it("turn unknown values into the default", () => {
    const input = { state: "all", severity: "grave", code: "a b", project: "1", group: "x" };
    expect(parseHealthSearch(input as never)).toEqual(defaultHealthSearch);
  });
});

describe("links to evidence and fixes", () => {
  const row = (type: Evidence["type"], input: object = {}) =>
    ({ type, id: audit, project_id: shop, ...input }) as Evidence;

  it("lead to the page of each kind of row, or do not exist", () => {
    const about = finding("a", shop);
    expect(evidenceLink(row("task"), about)).toBe(`/projects/${shop}?view=tasks&task=${audit}`);
    expect(evidenceLink(row("time_entry"), about)).toBe(`/projects/${shop}?view=hours`);
    expect(evidenceLink(row("status_update"), about)).toBe(`/projects/${shop}`);
    expect(evidenceLink(row("client", { project_id: null }), about)).toBeNull();
    expect(evidenceLink(row("task", { project_id: null }), about)).toBeNull();
    expect(evidenceLink(row("import_run", { id: run }), about)).toBe(`/import/${run}`);
    expect(evidenceLink(row("import_row"), importFinding)).toBe(`/import/${run}?show=skipped`);
  });

  it("lead to the list of the omitted rows, if one list has all of them", () => {
    const rows = [row("time_entry"), row("time_entry")];
    const more = (input: typeof rows) =>
      moreEvidenceLink(finding("a", shop, { evidence: { total: 9, rows: input } }));
    expect(more(rows)).toBe(`/projects/${shop}?view=hours`);
    expect(more([...rows, row("time_entry", { project_id: audit })])).toBeNull();
    expect(more([])).toBeNull();
  });

  it("offer an existing action: a form, or the page where the finding can be settled", () => {
    const fix = (action: string) => finding("a", shop, { fix: { action, fields: [] } });
    const opens = (action: string, account?: string) => fixOf(fix(action), account);
    const form = (request: object) => ({ request: expect.objectContaining(request) });
    expect(opens("project_update")).toMatchObject(form({ kind: "edit-project", projectId: shop }));
    expect(opens("status_update")).toMatchObject(form({ kind: "post-status", projectId: shop }));
    expect(opens("portfolio_classification")).toMatchObject(
      form({ kind: "classify", projectId: shop }),
    );
    expect(opens("operating_profile_update", "a")).toMatchObject(form({ accountId: "a" }));
    expect(fixOf(fix("operating_profile_update"), undefined)).toBeNull();

    const of = (type: "project" | "import_run" | "approval" | "document" | "job") =>
      fixOf(
        { subject: { type, id: audit, name: "It", project_id: shop }, fix: null } as never,
        undefined,
      );
    expect(of("project")).toEqual({
      label: "Open the tasks",
      to: `/projects/${audit}?view=tasks`,
    });
    expect(of("import_run")).toEqual({ label: "Import a corrected file", to: "/import" });
    expect(of("approval")).toEqual({ label: "Open the card", to: `/inbox/${audit}` });
    expect(of("document")).toEqual({
      label: "Open the documents",
      to: `/projects/${shop}?view=documents`,
    });
    expect(of("job")).toBeNull();

    const about = (code: string) => fixOf(finding(code, shop), undefined);
    for (const code of ["hours_without_task", "hours_in_future"] as const) {
      expect(about(code)).toEqual({ label: "Open the team's hours", to: "/time?view=team" });
    }
    expect(about("sync_unassigned_emails")).toMatchObject({ to: "/email" });
    expect(about("sync_unmatched_meetings")).toMatchObject({ to: "/meetings" });
  });

  it("lead from a document to the documents of its project", () => {
    const subject = { type: "document" as const, id: audit, name: "Contract", project_id: shop };
    expect(subjectLink(subject)).toBe(`/projects/${shop}?view=documents`);
    const row = { type: "document" as const, id: audit, project_id: shop };
    expect(evidenceLink(row, { subject, fix: null })).toBe(subjectLink(subject));
  });

  it("do not exist for a subject without a page", () => {
    const subject = { type: "client" as const, id: audit, name: "Acme", project_id: null };
    expect(subjectLink(subject)).toBeNull();
    expect(subjectLink(importFinding.subject)).toBe(`/import/${run}`);
  });
});
