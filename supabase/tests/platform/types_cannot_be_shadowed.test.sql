-- A caller who can run SQL can create types in pg_temp. A definer must not use them instead of PostgreSQL's types,
-- because their checks would run as its owner.
begin;
select plan(2);
select tests.two_agencies();
create temporary table ran_as (name text);
grant insert, select on ran_as to public;
create function pg_temp.note(value pg_catalog.text) returns pg_catalog.bool language plpgsql as $$
begin
  insert into pg_temp.ran_as values (current_user);
  return true;
end;
$$;
create domain pg_temp.date as pg_catalog.date check (pg_temp.note(value::pg_catalog.text));
grant usage on type pg_temp.date to public;

select tests.act_as('lead');
select is(tests.import('dry_run', tests.small_plan()) ->> 'status', 'succeeded', 'an import succeeds with shadowed types');
select tests.act_as('owner');
select is_empty(
  format('select name from pg_temp.ran_as where name = %L', current_user),
  'the import runs no function of the caller as the owner of the tables');

select * from finish();
rollback;
