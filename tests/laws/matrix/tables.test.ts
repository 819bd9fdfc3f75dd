import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { owner } from "../../support/database.ts";
import { type Answer, askAs, codeOf } from "../../support/http.ts";
import {
  alderAndSlate,
  badCredentialNames,
  northlight,
  type PersonaName,
  people,
  personaNames,
} from "../../support/personas.ts";
import { privateTables, reads, unreadableColumns, writes } from "./access-matrix/index.ts";
import { countCells, describeUnexpected, gateOf } from "./cells.ts";
import { fillEmptyTables } from "./demo-rows.ts";
import { namesOf, type Row } from "./parse-matrix.ts";
import { type Relation, readRelations, within } from "./relations.ts";

const { expectRow, executedCells } = countCells();
const { expectRow: expectPrivate, executedCells: executedPrivate } = countCells();

const PAGE = 1000;
let relations: Map<string, Relation>;
/** The secret key reads these projects only: it would see the organizations of other tests too. */
let demoProjects: string[];

beforeAll(async () => {
  const disconnectVendors = await fillEmptyTables();
  relations = await readRelations();
  const projects = await owner`
    select id from public.projects where organization_id in (${northlight}, ${alderAndSlate})`;
  demoProjects = projects.map((row) => String(row["id"]));
  return disconnectVendors;
});

test("the matrix names every table and view, and no others", () => {
  expect(namesOf(reads)).toEqual([...relations.keys()].sort());
});

describe("tables of the schema private", () => {
  test("are those of the matrix, and no role of the Data API may touch them", async () => {
    const tables = await owner<{ name: string; roles: string[] }[]>`
      select relname as name, array(
        select role from unnest(array['anon', 'authenticated', 'service_role', 'authenticator']) as role
        where has_table_privilege(role, pg_class.oid, 'select, insert, update, delete, truncate, references, trigger')
           or has_any_column_privilege(role, pg_class.oid, 'select, insert, update, references')) as roles
      from pg_class where relnamespace = 'private'::regnamespace and relkind not in ('i', 'c')
      order by relname`;
    expect(tables.map(({ name }) => name)).toEqual(privateTables);
    expect(tables.flatMap(({ roles }) => roles)).toEqual([]);
  });

  test.each(privateTables)("%s is out of reach for everyone", async (name) => {
    const cells = cellsOfEach((persona) => expectedRefusal(persona, "PGRST205"));
    await expectPrivate({ name, cells }, async (persona) => {
      const answer = await askAs(persona, `/rest/v1/${name}?limit=1`);
      return gateOf(persona, answer) ?? codeOf(answer) ?? describeUnexpected(answer);
    });
  });

  /** The gateway refuses the schema, whatever the table: functions.test.ts asks for each schema. */
  test("their schema is out of reach for everyone", async () => {
    const cells = cellsOfEach((persona) => expectedRefusal(persona, "PGRST106"));
    await expectPrivate({ name: "private", cells }, async (persona) => {
      const headers = { "accept-profile": "private" };
      const answer = await askAs(persona, `/rest/v1/${privateTables[0]}?limit=1`, { headers });
      return gateOf(persona, answer) ?? codeOf(answer) ?? describeUnexpected(answer);
    });
  });

  test("every table was requested by every persona", () => {
    expect(executedPrivate()).toBe((privateTables.length + 1) * personaNames.length);
  });
});

describe("every persona reads exactly", () => {
  test.each(reads)("$name", async (row) => {
    const relation = relationOf(row.name);
    await expectRow(row, async (persona, expected) => {
      const answer = await readAll(persona, relation);
      if ("refusal" in answer) {
        return gateOf(persona, answer.refusal) ?? describeUnexpected(answer.refusal);
      }
      const rows = await expectedRows(relation, persona, expected);
      if (expected !== "none" && rows.length === 0)
        return "no row to read: the test proves nothing";
      if (answer.total !== rows.length) return `a count of ${answer.total} for ${rows.length} rows`;
      return sameKeys(answer.keys, rows) ? expected : difference(answer.keys, rows);
    });
  });
});

describe("no persona reads", () => {
  test.each(unreadableColumns)("%s", async (name) => {
    const [table = "", column = ""] = name.split(".");
    const cells = Object.entries(cellsOf(reads, table)).map(([persona, cell]) => [
      persona,
      cell === "gateway" ? "gateway" : "grant",
    ]);
    await expectRow({ name, cells: Object.fromEntries(cells) }, async (persona) => {
      const answer = await askAs(persona, `/rest/v1/${table}?select=${column}`);
      return gateOf(persona, answer) ?? describeUnexpected(answer);
    });
  });

  test("any other column is granted with its table", async () => {
    const tables = await owner<{ name: string }[]>`
      select relname || '.' || attname as name
      from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
        and not has_column_privilege('authenticated', pg_class.oid, attnum, 'select')`;
    expect(tables.map(({ name }) => name).sort()).toEqual([...unreadableColumns].sort());
  });
});

describe("no persona writes", () => {
  for (const { name } of reads) {
    // The fingerprint after the previous verb, so that each verb needs only one.
    let lastFingerprint: object | undefined;
    let victim: Record<string, unknown> | undefined;
    for (const verb of ["insert", "update", "upsert", "delete"]) {
      test(`${verb} ${name}: refused, and unchanged when read back as the owner`, async () => {
        const relation = relationOf(name);
        const cells = cellsOf(writes, `${relation.isView ? "view" : "table"}: ${verb}`);
        victim ??= await oneRow(relation);
        const row = victim;
        const before = lastFingerprint ?? (await fingerprint(relation));
        await expectRow({ name: `${verb} ${name}`, cells }, async (persona) => {
          const answer = await write(persona, relation, verb, row);
          return gateOf(persona, answer) ?? describeUnexpected(answer);
        });
        lastFingerprint = await fingerprint(relation);
        expect(lastFingerprint).toEqual(before);
      });
    }
  }

  test("every role of the Data API has at most SELECT on everything", async () => {
    const grants = await owner`
      select grantee, table_schema || '.' || table_name as object, privilege_type
      from information_schema.role_table_grants
      where table_schema in ('public', 'private') and privilege_type <> 'SELECT'
        and grantee in ('anon', 'authenticated', 'service_role', 'authenticator', 'PUBLIC')
      union all
      select grantee, table_schema || '.' || table_name || '.' || column_name, privilege_type
      from information_schema.column_privileges
      where table_schema in ('public', 'private') and privilege_type <> 'SELECT'
        and grantee in ('anon', 'authenticated', 'service_role', 'authenticator', 'PUBLIC')`;
    expect(grants).toEqual([]);
  });
});

test("every cell was requested", () => {
  const verbs = ["select", "insert", "update", "upsert", "delete"];
  const cells = (relations.size * verbs.length + unreadableColumns.length) * personaNames.length;
  console.log(`access matrix, tables: ${executedCells()} cells`);
  expect(executedCells()).toBe(cells);
});

function cellsOfEach(cell: (persona: PersonaName) => string): Row["cells"] {
  return Object.fromEntries(
    personaNames.map((persona) => [persona, cell(persona)]),
  ) as Row["cells"];
}

function expectedRefusal(persona: PersonaName, code: string): string {
  return (badCredentialNames as readonly string[]).includes(persona) ? "gateway" : code;
}

function relationOf(name: string): Relation {
  const relation = relations.get(name);
  if (!relation) throw new Error(`There is no table ${name}`);
  return relation;
}

function cellsOf(matrix: Row[], name: string): Row["cells"] {
  const row = matrix.find((line) => line.name === name);
  if (!row) throw new Error(`The matrix has no line ${name}`);
  return row.cells;
}

/** The keys of all rows that the Data API returns, page by page; the secret key reads only the demo's rows. */
async function readAll(
  persona: PersonaName,
  relation: Relation,
): Promise<{ keys: string[]; total: number } | { refusal: Answer }> {
  const { name, key } = relation;
  const filter = persona === "secret_key" ? demoFilter(relation) : "";
  const keys: string[] = [];
  for (;;) {
    const answer = await askAs(
      persona,
      `/rest/v1/${name}?select=${key}&order=${key}&limit=${PAGE}&offset=${keys.length}${filter}`,
      { headers: { prefer: "count=exact" } },
    );
    if (answer.status !== 200 && answer.status !== 206) return { refusal: answer };
    const rows = answer.json as Record<string, unknown>[];
    keys.push(...rows.map((row) => key.map((column) => row[column]).join("/")));
    if (rows.length < PAGE) return { keys, total: totalOf(answer) };
  }
}

/** How many rows there are, as the Data API counts them: it must not count what it does not return. */
function totalOf({ headers }: Answer): number {
  return Number(headers.get("content-range")?.split("/")[1]);
}

function demoFilter({ name, columns }: Relation): string {
  const organizations = `in.(${northlight},${alderAndSlate})`;
  if (name === "approval_kinds") return "";
  if (name === "organizations") return `&id=${organizations}`;
  if (columns.includes("organization_id")) return `&organization_id=${organizations}`;
  return `&project_id=in.(${demoProjects})`;
}

const ofCard = { key: "approval_id", table: "approvals" };
/** The table whose scope decides, if a table has none of its own. */
const parents: Record<string, { key: string; table: string }> = {
  passages: { key: "source_id", table: "sources" },
  project_notes: { key: "source_id", table: "sources" },
  documents: { key: "id", table: "sources" },
  meetings: { key: "id", table: "sources" },
  document_versions: { key: "document_id", table: "sources" },
  approval_versions: ofCard,
  approval_citations: ofCard,
  approval_events: ofCard,
  drafts: ofCard,
  author_statements: ofCard,
  external_links: ofCard,
};

/** The same keys, queried by hand as the owner. */
async function expectedRows(
  relation: Relation,
  persona: PersonaName,
  cell: string,
): Promise<string[]> {
  const { name, key, columns } = relation;
  const person = persona in people ? people[persona as keyof typeof people] : undefined;
  const inOrganization = within(relation, [person?.organizationId ?? null]);
  const projects = owner`select unnest(${person?.projectIds ?? []}::uuid[])`;
  const parent = parents[name];
  const condition = () => {
    switch (cell) {
      case "org":
        return name === "task_comments"
          ? owner`${inOrganization} and archived_at is null`
          : inOrganization;
      case "every":
        return within(relation);
      case "colleagues":
        return owner`${inOrganization} and (is_employee or id = ${person?.personId ?? null})`;
      case "own": {
        const isOwnRow = owner`${inOrganization} and person_id = ${person?.personId ?? null}`;
        if (name === "chat_sessions") return isOwnRow;
        const leads = owner`(select role in ('admin', 'lead') from public.people where id = ${person?.personId ?? null})`;
        const scope = owner`case when ${leads} then array(
            select id from public.projects where organization_id = ${person?.organizationId ?? null}
          ) || ${person?.organizationId ?? null}::uuid else ${person?.projectIds ?? []}::uuid[] end`;
        return name === "chat_messages"
          ? owner`${isOwnRow} and scope_ids <@ ${scope}`
          : owner`${isOwnRow} and scope_id = any (${scope})`;
      }
      case "scope":
        if (parent) {
          return owner`${owner(parent.key)} in (select id from ${owner(`public.${parent.table}`)}
            where project_id in (${projects}) and not is_restricted)`;
        }
        if (columns.includes("is_restricted")) {
          return owner`project_id in (${projects}) and not is_restricted`;
        }
        // A removed comment is not shown to anyone.
        if (name === "task_comments") {
          return owner`project_id in (${projects}) and archived_at is null`;
        }
        if (columns.includes("project_id")) return owner`project_id in (${projects})`;
        if (name === "accounts" || name === "operating_profiles") {
          return owner`${owner(key[0] ?? "id")} in (select account_id from public.projects where id in (${projects}))`;
        }
        if (name === "clients" || name === "contacts") {
          return owner`${owner(name === "clients" ? "id" : "client_id")} in (select client_id from public.accounts join public.projects
            on projects.account_id = accounts.id where projects.id in (${projects}))`;
        }
        return owner`id in (${projects})`;
      default:
        return owner`false`;
    }
  };
  const rows = await owner`
    select concat_ws('/', ${owner.unsafe(key.join(", "))}) as key from ${owner(`public.${name}`)}
    where ${condition()}`;
  return rows.map((row) => String(row["key"]));
}

function sameKeys(actual: string[], expected: string[]): boolean {
  return actual.length === expected.length && difference(actual, expected) === "";
}

function difference(actual: string[], expected: string[]): string {
  const [actualKeys, expectedKeys] = [new Set(actual), new Set(expected)];
  const surplus = actual.filter((key) => !expectedKeys.has(key));
  const missingKeys = expected.filter((key) => !actualKeys.has(key));
  return [
    surplus.length > 0 ? `${surplus.length} rows too many (${surplus.slice(0, 2)})` : "",
    missingKeys.length > 0 ? `${missingKeys.length} rows missing (${missingKeys.slice(0, 2)})` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

async function oneRow(relation: Relation): Promise<Record<string, unknown>> {
  const [row] = await owner`
    select to_jsonb(t) as row from ${owner(`public.${relation.name}`)} t
    where ${within(relation, [northlight])}
    order by ${owner.unsafe(relation.key.join(", "))} limit 1`;
  if (!row) throw new Error(`${relation.name} has no row that a write could touch`);
  // Without lists, because Lite reads one meant for jsonb as an array, and the database would refuse that first;
  // and without computed columns, for the same reason.
  const fields = Object.entries(row["row"] as Record<string, unknown>);
  return Object.fromEntries(
    fields.filter(
      ([column, value]) => !(Array.isArray(value) || relation.generated.includes(column)),
    ),
  );
}

function write(
  persona: PersonaName,
  { name, key }: Relation,
  verb: string,
  victim: Record<string, unknown>,
): Promise<Answer> {
  const path = `/rest/v1/${name}`;
  const changedColumn = Object.keys(victim).find(
    (column) =>
      !key.includes(column) &&
      /^(created_at|moved_at|occurred_at|published_at|requested_at|started_at|starts_at|stated_at|synced_at|updated_at|written_at|reason|name|title|quote|person_name|hours|change)$/.test(
        column,
      ),
  );
  const change = { [String(changedColumn)]: changedValue(String(changedColumn)) };
  const rowFilter = key.map((column) => `${column}=eq.${victim[column]}`).join("&");
  switch (verb) {
    case "insert": {
      const newKey = key.map((column) => [column, freshValue(column)]);
      return askAs(persona, path, { body: { ...victim, ...Object.fromEntries(newKey) } });
    }
    case "update":
      return askAs(persona, `${path}?${rowFilter}`, { method: "PATCH", body: change });
    case "upsert":
      return askAs(persona, path, {
        body: { ...victim, ...change },
        headers: { prefer: "resolution=merge-duplicates" },
      });
    default:
      return askAs(persona, `${path}?${rowFilter}`, { method: "DELETE" });
  }
}

function changedValue(column: string): unknown {
  if (column.endsWith("_at")) return "2001-01-01";
  return { hours: 99, change: "updated" }[column] ?? "changed";
}

const newValues: Record<string, unknown> = {
  line: 99,
  number: 99,
  version: 99,
  month: "2001-01-01",
  kind: "skill_update",
  provider: "google_calendar",
  entity: "calendar_event",
};

function freshValue(column: string): unknown {
  return newValues[column] ?? randomUUID();
}

/** Number and content of the demo's rows, past every policy. */
async function fingerprint(relation: Relation): Promise<object> {
  const [row] = await owner`
    select count(*)::int as count, md5(string_agg(t::text, ',' order by t::text)) as content
    from ${owner(`public.${relation.name}`)} t where ${within(relation)}`;
  return { ...row };
}
