-- Each change is refused by itself, and reading back as the owner of the tables shows that nothing changed.
begin;
select plan(9);
select tests.two_agencies();
create temporary table before as
select md5(string_agg(clients::text, '' order by clients::text)) as clients, (select count(*) from public.audit_events) as events
from public.clients;
grant select on before to public;

select is(tests.answer(persona, format('select public.update_client(%L, %s, %L)', tests.id(client), version, changes)), expected,
  format('%s who changes %s at version %s gets %s', persona, client, version, expected))
from (values
  ('member', 'Garden', 1, '{"is_archived": true}', 'OPDEN role_not_allowed'),
  ('client', 'Garden', 1, '{"is_archived": true}', 'OPDEN role_not_allowed'),
  ('outsider', 'Garden', 1, '{"is_archived": true}', 'OPDEN no_membership'),
  ('other_admin', 'Garden', 1, '{"is_archived": true}', 'OPNFD client_not_found'),
  ('lead', 'South Harbour', 1, '{"is_archived": true}', 'OPNFD client_not_found'),
  ('lead', 'Harbour', 1, '{"is_archived": true}', 'OPSTA client_in_use'),
  ('lead', 'Harbour', 2, '{"name": "Stale"}', 'OPSTA version_conflict'),
  ('lead', 'Harbour', 1, '{"organization_id": "x"}', 'OPINV unknown_fields')
) as cases (persona, client, version, changes, expected);
select is(
  (select (md5(string_agg(client_row::text, '' order by client_row::text)), (select count(*) from public.audit_events))::text
   from public.clients as client_row),
  (clients, events)::text, 'the refusals change and record nothing') from before;

select * from finish();
rollback;
