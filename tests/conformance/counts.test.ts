/** Planner statistics cover whole tables: only exact counts of one's own rows are allowed, and no query plan. */
import http from "node:http";
import https from "node:https";
import { describe, expect, test } from "vitest";
import { conformanceTarget, tokenOf } from "./target.ts";

const target = conformanceTarget();
const preferences = [
  ["count=planned"],
  ["count=estimated"],
  ["return=representation, count=planned"],
  ["count=planned, return=minimal"],
  ["count=exact, count=planned"],
  ["count=planned", "return=minimal"],
  ["return=minimal", "count=planned"],
  ["handling=lenient", "count=estimated", "timezone=UTC"],
];
// Each from another person, because a busy gateway delays the refusals of one sender beyond a few.
const requests = [
  ["GET", "/rest/v1/projects?select=id", undefined, "outsider"],
  ["HEAD", "/rest/v1/projects?select=id", undefined, "client"],
  ["GET", "/rest/v1/audit_events?select=id&action=eq.none&limit=1", undefined, "member"],
  ["POST", "/rest/v1/rpc/list_tasks", "{}", "lead"],
] as const;
type Asker = (typeof requests)[number][3];

interface CountAnswer {
  status: number;
  range: string;
  /** The hint of a refusal, where the answer has a body. */
  hint: string | undefined;
}
const tokens = new Map<Asker, Promise<string>>();
function tokenFor(asker: Asker): Promise<string> {
  const token = tokens.get(asker) ?? target().as(`${asker}@demo.test`).then(tokenOf);
  tokens.set(asker, token);
  return token;
}

/** Sends each value in a separate header, which fetch would join. */
async function send(
  method: string,
  path: string,
  headers: Record<string, string | string[]>,
  asker: Asker,
  body?: string,
) {
  const { url, publishable_key: apikey } = target();
  const authorization = `Bearer ${await tokenFor(asker)}`;
  const { promise, resolve, reject } = Promise.withResolvers<CountAnswer>();
  const request = (url.startsWith("https:") ? https : http).request(url + path, {
    method,
    headers: {
      apikey,
      authorization,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
  });
  request.on("error", reject);
  request.on("response", (answer) => {
    let text = "";
    answer.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    answer.on("end", () =>
      resolve({
        status: answer.statusCode ?? 0,
        range: String(answer.headers["content-range"] ?? "*/*"),
        hint: answer.statusCode === 400 && text !== "" ? JSON.parse(text).hint : undefined,
      }),
    );
  });
  request.end(body);
  return promise;
}

describe.each(requests)("%s %s", (method, path, body, asker) => {
  test.each(["Prefer", "prefer", "PREFER"])(
    "a count by the planner is refused: %s",
    async (name) => {
      for (const values of preferences) {
        const answer = await send(method, path, { [name]: values }, asker, body);
        const hint = method === "HEAD" ? undefined : "only_exact_counts";
        expect([values, answer]).toEqual([values, { status: 400, range: "*/*", hint }]);
      }
    },
  );

  test("a query plan is refused", async () => {
    for (const accept of [
      "application/vnd.pgrst.plan",
      "application/vnd.pgrst.plan+json; options=analyze|verbose",
      'application/vnd.pgrst.plan+text; for="application/json"',
    ]) {
      const { status } = await send(method, path, { accept }, asker, body);
      expect([accept, status]).toEqual([accept, expect.toBeOneOf([400, 406])]);
    }
  });
});

test("an outsider's exact count covers their own rows: none", async () => {
  for (const path of ["/rest/v1/projects?select=id", "/rest/v1/audit_events?select=id"]) {
    for (const prefer of [["count=exact"], ["return=representation", "count=exact"]]) {
      const answer = await send("HEAD", path, { prefer }, "outsider");
      expect([path, prefer, answer]).toEqual([
        path,
        prefer,
        { status: 200, range: "*/0", hint: undefined },
      ]);
    }
  }
});

test("an admin's exact count covers the rows of their organization", async () => {
  const admin = await target().as("admin@demo.test");
  const { data, count } = await admin.from("projects").select("id", { count: "exact" });
  expect(count).toBe(data?.length);
  expect(count).toBeGreaterThan(0);
});
