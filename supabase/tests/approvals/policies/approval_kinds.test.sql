-- Admins, leads and members read the same catalog, and no one can change it.
begin;
select plan(21);
select tests.two_agencies();

create function pg_temp.kinds_seen(persona text) returns bigint language plpgsql as $$
begin
  perform tests.act_as(persona);
  return (select count(*) from public.approval_kinds);
end;
$$;
create temporary table catalog as select count(*) as kinds from public.approval_kinds;
grant select on catalog to public;

select is((select kinds from catalog), (select count(*) from unnest(enum_range(null::public.approval_kind))),
  'every kind is in the catalog');
select is(pg_temp.kinds_seen(persona), case when sees_it then kinds else 0 end, format('%s reads %s', persona, case when sees_it then 'every kind' else 'no kind' end))
from catalog, (values
  ('admin', true), ('lead', true), ('member', true), ('member2', true), ('other_admin', true), ('service', true),
  ('client', false), ('outsider', false)
) as cases (persona, sees_it);
select tests.sees('anonymous', 'select kind from public.approval_kinds', null);

select tests.refuses_writes('public.approval_kinds');

select * from finish();
rollback;
