-- A trigger that enforces a rule must fire for every writer, but session_replication_role = replica skips an ordinary one.
begin;
select plan(3);

create function pg_temp.offenders() returns setof text language sql as $$
  select tgname::text
  from pg_trigger
  join pg_class on pg_class.oid = tgrelid and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
  where not tgisinternal and tgname ~ '__(refuse|guard)_' and tgenabled <> 'A'
$$;

select isnt_empty($$ select from pg_trigger where tgname ~ '__(refuse|guard)_' $$, 'the check has triggers to examine');
select is_empty('select pg_temp.offenders()', 'a trigger that refuses or guards is enabled always, not only for the origin');
create table public.sealed (id integer);
create trigger tg_sealed__refuse_change before update or delete on public.sealed
  for each row execute function private.tg_refuse_change();
select results_eq('select pg_temp.offenders()', array['tg_sealed__refuse_change'], 'the check finds an ordinary trigger');

select * from finish();
rollback;
