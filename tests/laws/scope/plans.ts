/** Runs a read as a viewer and returns its plans, and how often policies computed the scope. */
import postgres from "postgres";
import type { DatasetViewer } from "../../../bench/dataset.ts";
import type { ScopedRead } from "./scoped-reads.ts";

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Parent Relationship"?: string;
  "Subplan Name"?: string;
  "Actual Loops": number;
  "Actual Rows": number;
  "Rows Removed by Filter"?: number;
  "Index Cond"?: string;
  Plans?: PlanNode[];
}

export interface Plans {
  nodes: PlanNode[];
  /** The number of calls of each function that a policy names. */
  scopeCalls: Record<string, number>;
  /** The SQLSTATE, if the read is refused. */
  refusal?: string;
}

/**
 * A superuser's connection with auto_explain, which reports the plan of every statement, even of those
 * inside functions. Calls are counted on a server with track_functions.
 */
export class Explainer {
  readonly #sql: postgres.Sql;
  readonly #notices: string[];

  private constructor(sql: postgres.Sql, notices: string[]) {
    this.#sql = sql;
    this.#notices = notices;
  }

  static async open(url: string): Promise<Explainer> {
    const notices: string[] = [];
    const sql = postgres(url, { max: 1, onnotice: (notice) => notices.push(notice.message ?? "") });
    await sql.unsafe("load 'auto_explain'");
    for (const [setting, value] of Object.entries({
      log_min_duration: "0",
      log_analyze: "on",
      log_timing: "off",
      log_format: "json",
      log_nested_statements: "on",
    })) {
      await sql`select set_config(${`auto_explain.${setting}`}, ${value}, false)`;
    }
    return new Explainer(sql, notices);
  }

  /** Reads as the viewer; `script` changes the schema first, and everything is rolled back. */
  async plansOf(viewer: DatasetViewer, read: ScopedRead, script = ""): Promise<Plans> {
    const sql = this.#sql;
    const claims = JSON.stringify({ sub: viewer.userId, role: "authenticated" });
    await sql.unsafe("begin");
    try {
      if (script) await sql.unsafe(script);
      const functions = await policyFunctions(sql);
      await sql`select set_config('role', 'authenticated', true),
        set_config('request.jwt.claims', ${claims}, true)`;
      const before = await this.#calls();
      await sql.unsafe("savepoint before_read");
      await sql.unsafe("set local client_min_messages = log");
      this.#notices.length = 0;
      let refusal: string | undefined;
      await sql.unsafe(read.query(viewer.projectIds[0] ?? NO_PROJECT, viewer)).catch((error) => {
        refusal = error.code;
      });
      const plans = this.#notices.map(planIn).filter((plan) => plan !== undefined);
      if (refusal) await sql.unsafe("rollback to before_read");
      await sql.unsafe("set local client_min_messages = warning");
      const after = await this.#calls();
      const scopeCalls = Object.fromEntries(
        functions.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]),
      );
      return { nodes: plans.flatMap(flatten), scopeCalls, ...(refusal && { refusal }) };
    } finally {
      await sql.unsafe("rollback");
    }
  }

  async close(): Promise<void> {
    await this.#sql.end();
  }

  async #calls(): Promise<Record<string, number>> {
    const rows = await this.#sql<{ name: string; calls: number }[]>`
      select funcname as name, calls::integer from pg_stat_xact_user_functions
      where schemaname = 'private'`;
    return Object.fromEntries(rows.map(({ name, calls }) => [name, calls]));
  }
}

const NO_PROJECT = "00000000-0000-4000-8000-000000000000";

/**
 * The functions of the policies that permit rows. is_no_query_plan(), which every table has too, is not among them,
 * because it runs while a query is planned.
 */
async function policyFunctions(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select distinct (regexp_matches(qual, 'private\\.(\\w+)\\(', 'g'))[1] as name
    from pg_policies where schemaname = 'public' and permissive = 'PERMISSIVE'`;
  return rows.map(({ name }) => name);
}

function planIn(message: string): PlanNode | undefined {
  const start = message.indexOf("{");
  if (!message.includes("plan:") || start < 0) return undefined;
  return (JSON.parse(message.slice(start)) as { Plan: PlanNode }).Plan;
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
