/**
 * The access rights of a database, as lines that can be compared: every grant on schemas, tables, columns, sequences and
 * functions, default privileges, row-level security, options of views, policies, and the functions that run as their
 * owner. Objects of extensions are left out.
 */
import postgres from "postgres";

/** Schemas whose objects are compared. Some need not exist. */
const SCHEMAS = ["public", "private", "extensions", "auth", "storage"];
/** Compared only for stand-ins, because a real extension has its own grants. */
const STAND_INS = { pg_cron: "cron", pg_net: "net", supabase_vault: "vault" };

/** The schemas to compare in a database, by the extensions that are installed in it. */
export async function schemasToCompare(databaseUrl: string): Promise<string[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const rows = await sql<{ extname: string }[]>`select extname from pg_catalog.pg_extension`;
    const extensions = new Set(rows.map(({ extname }) => extname));
    const standIns = Object.entries(STAND_INS).filter(([extension]) => !extensions.has(extension));
    return [...SCHEMAS, ...standIns.map(([, schema]) => schema)];
  } finally {
    await sql.end();
  }
}

/** One line per grant or rule, sorted. */
export async function readAccessLists(databaseUrl: string, schemas: string[]): Promise<string[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const rows = await sql.unsafe<{ line: string }[]>(ACCESS_LISTS, [schemas]);
    return rows.map((row) => row.line);
  } finally {
    await sql.end();
  }
}

const ACCESS_LISTS = `
with schemas as (
  select n.oid, n.nspname, n.nspacl, n.nspowner
  from pg_catalog.pg_namespace n
  where n.nspname = any ($1::text[])
), relations as (
  select c.*, s.nspname,
    case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view'
      else 'table' end as kind
  from pg_catalog.pg_class c
  join schemas s on s.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    and not exists (
      select from pg_catalog.pg_depend d
      where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
), functions as (
  select p.*, s.nspname,
    format('%I.%I(%s)', s.nspname, p.proname, pg_catalog.pg_get_function_identity_arguments(p.oid))
      as signature
  from pg_catalog.pg_proc p
  join schemas s on s.oid = p.pronamespace
  where not exists (
    select from pg_catalog.pg_depend d
    where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
), grants (object, acl, owner) as (
  select format('schema %I', nspname), coalesce(nspacl, acldefault('n', nspowner)), nspowner
  from schemas
  union all
  select format('%s %I.%I', kind, nspname, relname),
    coalesce(relacl, acldefault((case relkind when 'S' then 's' else 'r' end)::"char", relowner)),
    relowner
  from relations
  union all
  select format('column %I.%I.%I', r.nspname, r.relname, a.attname), a.attacl, r.relowner
  from relations r
  join pg_catalog.pg_attribute a on a.attrelid = r.oid
  where a.attnum > 0 and not a.attisdropped and a.attacl is not null
  union all
  select format('function %s', signature), coalesce(proacl, acldefault('f', proowner)), proowner
  from functions
  union all
  select format('default privileges of %s on %s%s', pg_catalog.pg_get_userbyid(d.defaclrole),
      case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions'
        when 'T' then 'types' else 'schemas' end,
      coalesce(' in schema ' || s.nspname, '')),
    d.defaclacl, d.defaclrole
  from pg_catalog.pg_default_acl d
  left join schemas s on s.oid = d.defaclnamespace
  where d.defaclnamespace = 0 or s.oid is not null
), lines (line) as (
  select format('%s: %s%s to %s', object, x.privilege_type,
    case when x.is_grantable then ' with grant option' end,
    case x.grantee when 0 then 'public' else pg_catalog.pg_get_userbyid(x.grantee) end)
  from grants, aclexplode(acl) x
  where x.grantee <> owner
  union all
  select format('table %I.%I: row level security %s%s', nspname, relname,
    case when relrowsecurity then 'on' else 'off' end,
    case when relforcerowsecurity then ', forced' end)
  from relations where relkind in ('r', 'p')
  union all
  select format('%s %I.%I: view options %s', kind, nspname, relname, reloptions)
  from relations where relkind = 'v' and reloptions is not null
  union all
  select format('policy %I on %I.%I: %s %s to %s using (%s) check (%s)', policyname, schemaname,
    tablename, lower(permissive), lower(cmd), array_to_string(roles, ', '), qual, with_check)
  from pg_catalog.pg_policies
  where schemaname in (select nspname from schemas)
  union all
  select format('function %s: security definer', signature) from functions where prosecdef
)
select line from lines order by line collate "C"
`;
