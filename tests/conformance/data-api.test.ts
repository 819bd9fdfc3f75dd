import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mapAtOnce } from "../support/at-once.ts";
import { isNightly } from "../support/depth.ts";
import { conformanceTarget, isOwnStack, tokenOf } from "./target.ts";

const target = conformanceTarget();
let owner: Sql;
beforeAll(() => {
  owner = postgres(target().database_url, { max: 1, onnotice: () => {} });
});
afterAll(() => owner.end());

/** Tables of `public` and what the three roles may do with them, from the catalog. */
async function tables() {
  return owner<{ name: string; columns: string[]; denied: string[] }[]>`
    select relname as name,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0
        and not attisdropped order by attnum) as columns,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0
        and not attisdropped
        and not has_column_privilege('authenticated', c.oid, attnum, 'select')) as denied
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`;
}

/** Every tenth table of the suite's own stack, because tests/laws/matrix asks for each. */
async function sampledTables() {
  const allTables = await tables();
  return isOwnStack && !isNightly ? allTables.filter((_, index) => index % 10 === 0) : allTables;
}

describe("API keys", () => {
  test("are required, and a wrong one is refused", async () => {
    const { url } = target();
    for (const path of ["/rest/v1/projects", "/auth/v1/settings", "/storage/v1/bucket"]) {
      expect((await fetch(url + path)).status, path).toBe(401);
      const answer = await fetch(url + path, { headers: { apikey: "sb_publishable_wrong" } });
      expect(answer.status, path).toBe(401);
    }
  });

  test("are also accepted in the query string", async () => {
    const { url, publishable_key } = target();
    const answer = await fetch(`${url}/rest/v1/projects?select=id&apikey=${publishable_key}`);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: "42501" });
  });
});

describe("grants", () => {
  test("anonymous reads no table", async () => {
    const client = target().anonymous();
    await mapAtOnce(await sampledTables(), async ({ name, columns }) => {
      const { error, status } = await client.from(name).select(columns[0]).limit(1);
      expect([name, status, error?.code]).toEqual([name, 401, "42501"]);
    });
  });

  test("a signed-in user reads exactly the granted columns", async () => {
    const client = await target().as("admin@demo.test");
    let restrictedCount = 0;
    await mapAtOnce(await tables(), async ({ name, columns, denied }) => {
      const grantedColumns = columns.filter((column) => !denied.includes(column));
      if (grantedColumns.length > 0) {
        const { data, error } = await client.from(name).select(grantedColumns.join(",")).limit(1);
        expect([name, error?.code]).toEqual([name, undefined]);
        for (const row of data ?? [])
          expect([name, Object.keys(row)]).toEqual([name, grantedColumns]);
      }
      for (const column of denied) {
        const { error } = await client.from(name).select(column).limit(1);
        expect([name, column, error?.code]).toEqual([name, column, "42501"]);
      }
      if (denied.length > 0 && denied.length < columns.length) restrictedCount++;
    });
    expect(restrictedCount, "tables with column grants").toBeGreaterThan(0);
  });

  test.each(["secret key", "admin"])("the %s writes no table of ours", async (callerName) => {
    const client =
      callerName === "admin" ? await target().as("admin@demo.test") : target().secret();
    await mapAtOnce(await sampledTables(), async ({ name, columns }) => {
      const column = columns[0] as string;
      const table = client.from(name);
      const results = [
        await table.update({ [column]: null }).is(column, null),
        await table.delete().is(column, null),
        await table.insert({ [column]: null }),
      ];
      for (const { error, status } of results) {
        expect([name, status, error?.code]).toEqual([name, 403, "42501"]);
      }
    });
  });

  test("a schema that is not exposed is out of reach", async () => {
    const client = await target().as("admin@demo.test");
    for (const schema of ["private", "auth", "storage", "cron", "vault"]) {
      const { error } = await client.schema(schema).from("users").select().limit(1);
      expect([schema, error?.code]).toEqual([schema, "PGRST106"]);
    }
    const { url, secret_key } = target();
    for (const path of ["auth.users", "auth%2Eusers", "rpc%2Fget_viewer", "private.jobs"]) {
      const answer = await fetch(`${url}/rest/v1/${path}`, { headers: { apikey: secret_key } });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  test("tables of another schema are not embedded", async () => {
    const client = await target().as("admin@demo.test");
    const { data, error } = await client.from("people").select("id, users(encrypted_password)");
    expect(data).toBeNull();
    expect(error).not.toBeNull();
  });
});

describe("row level security", () => {
  test("a member sees different projects from an admin, and a stranger none", async () => {
    const count = async (email: string) => {
      const client = await target().as(email);
      const { data, error } = await client.from("projects").select("id, organization_id");
      expect(error).toBeNull();
      return data ?? [];
    };
    const [admin, member, outsider, other] = await Promise.all(
      ["admin", "member", "outsider"]
        .map((name) => count(`${name}@demo.test`))
        .concat(count("admin@other.test")),
    );
    expect(admin?.length).toBeGreaterThan(member?.length ?? 0);
    expect(member?.length).toBeGreaterThan(0);
    expect(outsider).toEqual([]);
    const organizations = new Set(admin?.map((row) => row.organization_id));
    expect(other?.some((row) => organizations.has(row.organization_id))).toBe(false);
  });

  test("filters and counts reveal nothing about hidden rows", async () => {
    const otherClient = await target().as("admin@other.test");
    const foreignProjects = await otherClient.from("projects").select("id, code").order("code");
    const row = foreignProjects.data?.[0] as { id: string; code: string };
    const client = await target().as("admin@demo.test");
    for (const query of [
      client.from("projects").select("id", { count: "exact" }).eq("id", row.id),
      client
        .from("projects")
        .select("id", { count: "exact" })
        .eq("id", row.id)
        .eq("code", row.code),
      client.from("projects").select("id", { count: "exact" }).or(`id.eq.${row.id},name.eq.x`),
    ]) {
      const { data, count } = await query;
      expect(data).toEqual([]);
      expect(count).toBe(0);
    }
  });
});

describe("functions", () => {
  test("are refused to anonymous and to the secret key where only a person may call them", async () => {
    const anonymous = await target().anonymous().rpc("get_viewer");
    expect([anonymous.status, anonymous.error?.code]).toEqual([401, "42501"]);
    const secret = await target().secret().rpc("get_viewer");
    expect([secret.status, secret.error?.code]).toEqual([403, "42501"]);
  });

  test("run as the caller", async () => {
    const { data } = await (await target().as("lead@demo.test")).rpc("get_viewer");
    expect(data).toMatchObject({ viewer: { email: "lead@demo.test", role: "lead" } });
  });

  test("refuse with their own code, hint and detail", async () => {
    const { data, error, status } = await (await target().as("outsider@demo.test")).rpc(
      "get_viewer",
    );
    expect(data).toBeNull();
    expect(status).toBe(400);
    expect(error?.code).toBe("OPDEN");
    expect(error?.hint).toBeTruthy();
  });

  test("unknown or private ones are not found", async () => {
    const client = await target().as("admin@demo.test");
    for (const name of ["no_such_function", "visible_project_ids", "create_first_admin"]) {
      const { error, status } = await client.rpc(name);
      expect([name, status, error?.code]).toEqual([name, 404, "PGRST202"]);
    }
  });
});

describe("queries", () => {
  test("order, filter, embed, count and page as PostgREST does", async () => {
    const client = await target().as("admin@demo.test");
    const page = await client
      .from("projects")
      .select("id, name, account:accounts(name, client:clients(name)), tasks(count)", {
        count: "exact",
      })
      .order("name")
      .range(0, 2);
    expect(page.error).toBeNull();
    expect(page.data).toHaveLength(3);
    expect(page.count).toBeGreaterThan(3);
    const names = page.data?.map((row) => row.name) ?? [];
    expect(names).toEqual([...names].sort());
    expect(page.data?.[0]?.account).toMatchObject({ client: { name: expect.any(String) } });
  });

  test("return numbers as numbers and instants as ISO 8601", async () => {
    const client = await target().as("admin@demo.test");
    const { data } = await client
      .from("projects")
      .select("created_at, budget_hours, starts_on, account:accounts(created_at)")
      .not("budget_hours", "is", null)
      .limit(1)
      .single();
    const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/;
    expect(data).toMatchObject({
      created_at: expect.stringMatching(instant),
      budget_hours: expect.any(Number),
      starts_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      account: { created_at: expect.stringMatching(instant) },
    });
  });

  test("show no plan of the database", async () => {
    const { url, publishable_key: apikey } = target();
    const token = await tokenOf(await target().as("admin@demo.test"));
    const answer = await fetch(`${url}/rest/v1/projects?select=id`, {
      headers: {
        apikey,
        authorization: `Bearer ${token}`,
        accept: "application/vnd.pgrst.plan+text",
      },
    });
    // 406 if the Data API has no plans, 400 if the request is refused before.
    expect([400, 406]).toContain(answer.status);
  });

  test("malformed ones get a 400 and a code", async () => {
    const client = await target().as("admin@demo.test");
    const wrongType = await client.from("projects").select("id").eq("id", "not-a-uuid");
    expect([wrongType.status, wrongType.error?.code]).toEqual([400, "22P02"]);
    const noColumn = await client.from("projects").select("no_such_column");
    expect([noColumn.status, noColumn.error?.code]).toEqual([400, "42703"]);
    const noTable = await client.from("no_such_table").select();
    expect([noTable.status, noTable.error?.code]).toEqual([404, "PGRST205"]);
  });
});

test("a page of the service's own origin may call the Data API", async () => {
  const { origin } = new URL(target().url);
  const answer = await fetch(`${target().url}/rest/v1/projects`, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "GET",
      "access-control-request-headers": "apikey,authorization,x-client-info",
    },
  });
  expect(answer.ok).toBe(true);
  expect(["*", origin]).toContain(answer.headers.get("access-control-allow-origin"));
  expect(answer.headers.get("access-control-allow-headers")).toContain("authorization");
});
