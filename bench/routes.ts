/** Measures the cost that an edge route adds to a direct read of the same rows, on the running stack. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startStack } from "../scripts/stack/stack.ts";
import { summary, type Timings } from "./measure.ts";

export interface RouteResult extends Timings {
  path: string;
  /** The median divided by the median of the first path of the same group. */
  ratio: number;
}

/** Each group reads the same rows by different paths, beginning with the most direct one. */
const PATH_GROUPS = [
  [
    {
      path: "GET /rest/v1/project_summaries",
      target: "/rest/v1/project_summaries?archived_at=is.null",
    },
    { path: "POST /rest/v1/rpc/get_portfolio", target: "/rest/v1/rpc/get_portfolio", body: "{}" },
    { path: "GET /api/portfolio", target: "/api/portfolio" },
  ],
  [
    { path: "POST /rest/v1/rpc/get_spine", target: "/rest/v1/rpc/get_spine", body: "{}" },
    { path: "GET /api/spine", target: "/api/spine" },
  ],
];

/** Starts a stack with the demo data and queries it as its admin, one request at a time. */
export async function benchRoutes(rounds: number): Promise<RouteResult[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "countersign-bench-"));
  const stack = await startStack({ port: 0, dataDir: path.join(folder, "data") });
  try {
    const admin = stack.users.find((user) => user.role === "admin");
    const apikey = stack.publishableKey;
    const session = (await request(`${stack.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey, "content-type": "application/json" },
      body: JSON.stringify({ email: admin?.email, password: admin?.password }),
    })) as { access_token: string };
    const headers = {
      apikey,
      authorization: `Bearer ${session.access_token}`,
      "content-type": "application/json",
    };

    const results: RouteResult[] = [];
    for (const group of PATH_GROUPS) {
      const times = group.map((): number[] => []);
      const ids = new Set<string>();
      for (let round = -5; round < rounds; round++) {
        for (const [index, { target, body }] of group.entries()) {
          const start = performance.now();
          const answer = await request(stack.url + target, {
            headers,
            ...(body !== undefined && { method: "POST", body }),
          });
          if (round >= 0) times[index]?.push(performance.now() - start);
          ids.add(projectIds(answer));
        }
      }
      if (ids.size !== 1) throw new Error("The paths do not return the same projects.");
      const timings = times.map(summary);
      for (const [index, { path: name }] of group.entries()) {
        const timing = timings[index] ?? { p50: 0, p95: 0 };
        results.push({ path: name, ...timing, ratio: timing.p50 / (timings[0]?.p50 ?? 1) });
      }
    }
    return results;
  } finally {
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function request(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, init);
  const answer: unknown = await response.json();
  if (!response.ok)
    throw new Error(`${url} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}

function projectIds(answer: unknown): string {
  const projects = Array.isArray(answer) ? answer : (answer as { projects: unknown[] }).projects;
  return projects
    .map((project) => (project as { id: string }).id)
    .sort()
    .join();
}
