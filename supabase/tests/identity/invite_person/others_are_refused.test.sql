begin;
select plan(9);
select tests.two_agencies();

create function pg_temp.snapshot() returns text language sql as $$
  select md5(string_agg(line, '' order by line)) from (
    select people::text from public.people union all
    select invitations::text from public.invitations union all
    select audit_events::text from public.audit_events) as snapshot (line)
$$;
create temporary table before as select pg_temp.snapshot() as snapshot;

create function pg_temp.refuses(persona text, code text) returns text language plpgsql as $$
begin
  perform tests.act_as(persona);
  return throws_ok($call$ select public.invite_person('new@tests.test', 'New', 'admin') $call$, code, null,
    persona || ' cannot invite a person');
end;
$$;
grant execute on function pg_temp.refuses(text, text) to public;

select pg_temp.refuses(persona, code)
from (values
  ('lead', 'OPDEN'), ('member', 'OPDEN'), ('client', 'OPDEN'), ('outsider', 'OPDEN'),
  ('anonymous', '42501'), ('service', '42501')
) as cases (persona, code);
select set_config('request.jwt.claims', '{"role": "authenticated"}', true), set_config('role', 'authenticated', true);
select throws_ok($$ select public.invite_person('new@tests.test', 'New', 'admin') $$, 'OPAUT', null,
  'a token without a user cannot invite a person');
select throws_ok($$ select private.create_first_admin('x', 'x.test', 'EUR', 'UTC', 'x@x.test', 'x', tests.id('member user')) $$,
  '42501', null, 'people cannot call private.create_first_admin');

select tests.act_as('owner');
select is(pg_temp.snapshot(), snapshot, 'the refusals invite no one and record nothing') from before;

select * from finish();
rollback;
