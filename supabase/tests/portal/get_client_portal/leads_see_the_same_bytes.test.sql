-- An admin or lead sees exactly the client's portal, and each view is recorded first.
begin;
select plan(16);
select tests.two_agencies();
select tests.portals();
select is(tests.answer('lead', format('select public.get_client_portal(%L)', tests.id('Harbour'))), 'OPSTA view_not_recorded',
  'a lead cannot read a portal before the view is recorded');
select is(tests.answer(persona, format('select public.begin_portal_view(%L)', tests.id('Harbour'))), 'ok', persona || ' records a view')
from unnest(array['lead', 'admin']) as persona;
create function pg_temp.portal_of(persona text) returns text language plpgsql as $$
declare
  v_content text;
begin
  perform tests.act_as(persona);
  v_content := public.get_client_portal(tests.id('Harbour'))::text;
  perform tests.act_as('owner');
  return v_content;
end;
$$;
-- The previews come before the client's first reading, which they may neither require nor count as.
create temporary table preview as select persona, pg_temp.portal_of(persona) as content from unnest(array['lead', 'admin']) as persona;
select is((select count(*)::int from private.portal_publications where first_read_at is not null), 0, 'a view by an admin or lead does not count as a reading by the client');
create temporary table theirs as select tests.portal('client') as content;
select is(preview.content, theirs.content, persona || ' sees the same bytes as the client, before the client reads') from preview, theirs;
select is(pg_temp.portal_of(persona), content, persona || ' sees the same bytes as the client, after the client reads') from theirs, unnest(array['lead', 'admin']) as persona;
select is(count(*)::int, 2, 'the audit log contains each view') from public.audit_events
where action = 'client_portal.viewed' and object_id = tests.id('Harbour') and actor_person_id in (tests.id('lead'), tests.id('admin'));
select is(tests.answer('lead', format('select public.get_client_portal(%L)', tests.id('Garden'))), 'OPSTA view_not_recorded',
  'a recorded view opens only its own client');
select is(tests.answer('member', format('select public.%s(%L)', name, tests.id('Harbour'))), 'OPDEN role_not_allowed', 'a member cannot call ' || name)
from unnest(array['begin_portal_view', 'get_client_portal']) as name;

-- The client's first reading is recorded once.
select is((select count(*)::int from private.portal_publications where first_read_by = tests.id('client')), 4, 'the first reading of each publication is recorded');
select is(tests.contact_answer('client', 'select public.begin_portal_view()'), 'ok', 'the client opens the portal a second time');
select is((select count(*)::int from public.audit_events where action = 'publication.first_read'), 4, 'opening the portal again records nothing');
select is(tests.answer('owner', 'update private.portal_publications set content_hash = repeat(''0'', 64) where true'), 'OPSTA append_only',
  'the owner cannot change what was published');

select * from finish();
rollback;
