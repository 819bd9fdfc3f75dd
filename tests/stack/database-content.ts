/** All that a database of a stack contains, as lines that can be compared with another one's. */
import postgres, { type Sql } from "postgres";
import { readAccessLists, schemasToCompare } from "../../scripts/stack/platform/access-lists.ts";

/** The lines by kind of object; the lines of rows by table. */
export type Content = Record<string, string[]>;

// Values that differ between any two boots.
const BOOT_VALUES: [RegExp, string][] = [
  [/(?!\d{8}-0000-4000-8000-\d{12})[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "(id)"],
  [/(\$2a\$\d\d\$)[./A-Za-z0-9]{53}/g, "$1(hash)"],
  [/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g, "(secret)"],
  [/127\.0\.0\.1:\d+/g, "(address)"],
  // Only moments of now() have fractions of a second.
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+\+00:00/g, "(moment)"],
];
const MAX_LINES = 5;

/** The lines that only one of them has, a few of each kind. */
export function differences(expected: Content, actual: Content): Content {
  const kinds = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  const result: Content = {};
  for (const kind of kinds) {
    const [expectedLines = [], actualLines = []] = [expected[kind], actual[kind]];
    const lines = [
      ...expectedLines
        .filter((line) => !actualLines.includes(line))
        .map((line) => `missing: ${line}`),
      ...actualLines
        .filter((line) => !expectedLines.includes(line))
        .map((line) => `unexpected: ${line}`),
    ];
    if (lines.length === 0 && expectedLines.length !== actualLines.length) {
      lines.push(`${actualLines.length} lines instead of ${expectedLines.length}`);
    }
    if (lines.length > 0)
      result[kind] = lines.slice(0, MAX_LINES).map((line) => line.slice(0, 500));
  }
  return result;
}

export async function readContent(url: string): Promise<Content> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return {
      "access lists": await readAccessLists(url, await schemasToCompare(url)),
      roles: await lines(sql, "select (to_jsonb(r) - 'oid') as role from pg_roles r"),
      memberships: await lines(
        sql,
        "select roleid::regrole::text as of, member::regrole::text, admin_option, inherit_option, set_option from pg_auth_members",
      ),
      "settings of databases and roles": await lines(
        sql,
        "select d.datname, s.setrole::regrole::text, s.setconfig from pg_db_role_setting s left join pg_database d on d.oid = s.setdatabase",
      ),
      settings: await lines(
        sql,
        "select name, setting from pg_settings where name not in ('port', 'data_directory', 'config_file', 'hba_file', 'ident_file')",
      ),
      ...(await readDefinitions(sql)),
      extensions: await lines(sql, "select extname, extversion from pg_extension"),
      ...(await readRows(sql)),
    };
  } finally {
    await sql.end();
  }
}

const OURS =
  "in (select oid from pg_namespace where nspname not in ('information_schema', 'net') and nspname !~ '^pg_')";

/** The objects of the schema as their definitions; grants and policies are in the access lists. */
async function readDefinitions(sql: Sql): Promise<Content> {
  const queries = {
    columns: `select attrelid::regclass::text as of, attnum, attname, format_type(atttypid, atttypmod), attnotnull,
        attgenerated, pg_get_expr(adbin, adrelid)
      from pg_attribute join pg_class c on c.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped and relkind in ('r', 'p', 'v', 'm', 'c') and relnamespace ${OURS}`,
    constraints: `select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid)
      from pg_constraint where connamespace ${OURS}`,
    indexes: `select pg_get_indexdef(oid) from pg_class where relkind in ('i', 'I') and relnamespace ${OURS}`,
    triggers: `select pg_get_triggerdef(t.oid), tgenabled from pg_trigger t join pg_class c on c.oid = tgrelid
      where not tgisinternal and relnamespace ${OURS}`,
    functions: `select pg_get_functiondef(oid) from pg_proc where prokind in ('f', 'p') and pronamespace ${OURS}`,
    "values of enums": `select enumtypid::regtype::text as of, enumlabel, enumsortorder from pg_enum`,
    statistics: `select pg_get_statisticsobjdef(oid) from pg_statistic_ext`,
    comments: `select pg_describe_object(classoid, objoid, objsubid) as of, description from pg_description
      where objoid >= 16384`,
  };
  const definitions: Content = {};
  for (const [kind, query] of Object.entries(queries)) definitions[kind] = await lines(sql, query);
  return definitions;
}

async function readRows(sql: Sql): Promise<Content> {
  const tables = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('information_schema', 'net')
      and n.nspname not like 'pg\\_%'
      -- The scheduler's past runs depend on the time.
      and c.oid is distinct from to_regclass('cron.job_run_details')
    order by 1`;
  const rows: Content = {};
  for (const { name } of tables) {
    rows[`rows of ${name}`] = await lines(sql, `select * from ${name}`);
  }
  return rows;
}

/** One text per row, sorted. */
async function lines(sql: Sql, query: string): Promise<string[]> {
  const rows = await sql.unsafe<{ line: string }[]>(
    `select to_jsonb(rows)::text as line from (${query}) as rows`,
  );
  return rows
    .map(({ line }) =>
      BOOT_VALUES.reduce((text, [pattern, mask]) => text.replace(pattern, mask), line),
    )
    .sort();
}
