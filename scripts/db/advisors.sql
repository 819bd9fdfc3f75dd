-- The platform's lints 0025 to 0029, which the Supabase CLI does not run. One row per finding.
-- `exposed_schemas` contains the schemas of the Data API (config.toml, [api] schemas).
with exposed_schemas as (
  select oid, nspname from pg_catalog.pg_namespace where nspname in ('public')
),

-- A definer function bypasses row-level security, so each one that callers can reach must be deliberate. Its comment
-- gives the reason in a line that starts with "Definer because".
definers as (
  select
    p.oid,
    p.oid::regprocedure::text as name,
    coalesce(pg_catalog.obj_description(p.oid, 'pg_proc'), '') ~ '(^|\n)\s*Definer because \S' as has_reason
  from pg_catalog.pg_proc p
  join exposed_schemas e on e.oid = p.pronamespace
  where p.prosecdef
    and not exists (
      select from pg_catalog.pg_depend d
      where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
    )
)

select
  '0025_public_bucket_allows_listing' as name,
  format('The public bucket "%s" can be listed through the policy "%s".', b.id, p.polname) as detail
from storage.buckets b
join pg_catalog.pg_policy p on p.polrelid = 'storage.objects'::regclass
where b.public
  and p.polcmd in ('r', '*')
  and coalesce(pg_catalog.pg_get_expr(p.polqual, p.polrelid), 'true') ~ (
    '(^true$)|(''' || regexp_replace(b.id, '([^\w-])', '\\\1', 'g') || ''')'
  )

union all
select
  case r.rolname
    when 'anon' then '0026_pg_graphql_anon_table_exposed'
    else '0027_pg_graphql_authenticated_table_exposed'
  end,
  format('GraphQL exposes %s to %s.', c.oid::regclass, r.rolname)
from pg_catalog.pg_class c
join exposed_schemas e on e.oid = c.relnamespace
cross join pg_catalog.pg_roles r
where exists (select from pg_catalog.pg_extension where extname = 'pg_graphql')
  and c.relkind in ('r', 'v', 'm', 'f', 'p')
  and r.rolname in ('anon', 'authenticated')
  and pg_catalog.has_table_privilege(r.oid, c.oid, 'select')

union all
select
  case r.rolname
    when 'anon' then '0028_anon_security_definer_function_executable'
    else '0029_authenticated_security_definer_function_executable'
  end,
  format('%s may execute the definer function %s, whose comment gives no reason.', r.rolname, d.name)
from definers d
cross join pg_catalog.pg_roles r
where r.rolname in ('anon', 'authenticated')
  and pg_catalog.has_function_privilege(r.oid, d.oid, 'execute')
  and not d.has_reason

order by 1, 2;
