-- A portal has exactly its listed fields, without new columns of the tables, withdrawn or restricted rows, or hours that
-- the account does not share.
begin;
select plan(32);
select tests.two_agencies();
select tests.portals();
-- These texts contain the marker of a citation.
create temporary table marked as
select tests.propose('lead', kind::public.approval_kind, payload::jsonb, 'alpha') as id
from (values
  ('client_readout', '{"title": "Readout", "sections": [{"heading": "Summary", "body": "All is well [1]."}]}'),
  ('scope_change', '{"title": "Second change", "description": "We carry the rest [1]."}'),
  ('deliverable_release', '{"title": "Second release", "note": "As agreed [1]."}')) as cases (kind, payload);
select tests.publish_card(id, 'lead') from marked;
select tests.act_as('client');
create temporary table upload as select public.create_request_upload(tests.id('alpha'), 'a.pdf', 'application/pdf', 1000, repeat('a', 64)) as made;
select tests.act_as('owner');
select tests.put_file(made ->> 'path') from upload;
select is(tests.contact_answer('client', format('select public.create_client_request(%L, ''question'', ''When?'', array[%L]::uuid[])', tests.id('alpha'), made ->> 'file_id')),
  'ok', 'a client sends a request with a file') from upload;

select is((tests.portal('client')::jsonb #> '{requests,0,files,0}') - 'id', '{"name": "a.pdf", "size_bytes": 1000}', 'a file has its name and size');
create function pg_temp.keys(name text, list text) returns text language sql as $$
  select string_agg(distinct key, ' ' order by key)
  from jsonb_array_elements(tests.portal(name)::jsonb -> list) as entries (entry), jsonb_object_keys(entry) as key
$$;
create temporary table expected (list text, keys text);
insert into expected values
  ('projects', 'due_on hours id name starts_on state'),
  ('updates', 'body headline id next_steps project_id published_at week_of'),
  ('readouts', 'id project_id published_at sections title'),
  ('deliverables', 'content_hash decision file id note project_id released_at title'),
  ('statements_of_work', 'id project_id published_at sections title'),
  ('scope_changes', 'amount_change description effective_on hours_change id project_id published_at title'),
  ('requests', 'asked_at asked_by ended_at files id kind project_id reply respond_by status text');
select is((select string_agg(key, ' ' order by key) from jsonb_object_keys(tests.portal('client')::jsonb) as key),
  'agency client deliverables projects readouts requests scope_changes statements_of_work updates', 'the portal has exactly its lists');
select is((select string_agg(key, ' ' order by key) from jsonb_object_keys(tests.portal('client')::jsonb -> part) as key), keys,
  'the portal has exactly the fields of ' || part)
from (values ('agency', 'color currency name'), ('client', 'id name')) as cases (part, keys);
select alike(tests.portal('client'), format('%%%s%%', words), 'a client reads: ' || words)
from unnest(array['All is well.', 'We carry the rest.', 'As agreed.']) as words;
select unalike(tests.portal('client'), '%[1]%', 'the portal shows no marker of a citation');
select is(pg_temp.keys('client', list), keys, 'the portal has exactly the fields of ' || list) from expected;

do $$
declare
  v_table text;
begin
  foreach v_table in array array['public.organizations', 'public.organization_settings', 'public.clients', 'public.accounts',
    'public.projects', 'public.operating_profiles', 'public.time_entries', 'public.people', 'public.weekly_updates',
    'public.scope_changes', 'public.sow_drafts', 'public.client_readouts', 'public.deliverable_releases',
    'private.portal_publications', 'private.released_dates', 'private.client_requests', 'private.request_files', 'private.deliverable_decisions'] loop
    execute format('alter table %s add column internal_remark text not null default ''secret margin''', v_table);
  end loop;
end;
$$;
select is(count(*)::int, 18, 'every source table has a new column') from pg_attribute where attname = 'internal_remark';
select unalike(tests.portal('client'), '%' || word || '%', 'the portal does not show a new column: ' || word)
from unnest(array['internal_remark', 'secret margin']) as word;

-- The portal shows dates only once they are released.
select is(tests.portal('client')::jsonb #> '{projects,0}' -> 'due_on', 'null', 'the portal does not show internal dates');
select is(tests.answer('lead', format('select public.release_project_dates(%L, ''2026-01-05'', ''2026-07-31'')', tests.id('alpha'))), 'ok', 'a lead releases dates');
select is(tests.portal('client')::jsonb #>> '{projects,0,due_on}', '2026-07-31', 'the client sees released dates');
select is(tests.portal('client')::jsonb #>> '{projects,0,state}', 'In progress', 'the portal describes the state in words');

-- The portal shows hours only where the operating profile allows it.
select is(tests.portal('client')::jsonb #> '{projects,0,hours}', 'null', 'the portal does not show internal hours');
insert into public.operating_profiles (organization_id, account_id, shares_hours) values (tests.id('North'), tests.id('Harbour shop'), true);
select is(tests.portal('client')::jsonb #> '{projects,0,hours}', '{"used": 2.5, "budget": 100}', 'the portal shows the hours of an account that shares them');
-- The amount has a decimal point, because a random id could contain the digits of a whole amount.
update public.projects set budget_amount = 91234.56 where id = tests.id('alpha');
select unalike(tests.portal('client'), '%91234.56%', 'the portal never shows the budget in money');

-- The portal shows no withdrawn or restricted rows.
create temporary table card as
select approval_id as id from public.weekly_updates where project_id = tests.id('alpha');
create temporary table undo as select tests.propose('lead', 'weekly_update', jsonb_build_object('withdraw', id)) as id from card;
select tests.publish_card(id, 'lead') from undo;
select unalike(tests.portal('client'), '%weekly_update of alpha%', 'the portal does not show a withdrawn update');
update public.approvals set is_restricted = true where kind = 'scope_change' and project_id = tests.id('alpha');
select unalike(tests.portal('client'), '%scope_change of alpha%', 'the portal does not show a restricted change');
select alike(tests.portal('client'), '%sow_draft of alpha%', 'the portal shows a statement of work');

-- Reading writes nothing.
select is(provolatile, 's', format('private.%s is stable, so it cannot write', proname)) from pg_proc
where pronamespace = 'private'::regnamespace and proname in ('get_client_portal', 'client_portal_of') order by proname;
select is(provolatile, 's', 'public.get_client_portal is stable, so it cannot write') from pg_proc
where pronamespace = 'public'::regnamespace and proname = 'get_client_portal';

select * from finish();
rollback;
