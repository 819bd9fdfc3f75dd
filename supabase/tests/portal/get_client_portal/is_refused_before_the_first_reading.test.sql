-- A client contact who calls the functions directly reads no publication before its first reading is recorded.
begin;
select plan(21);
select tests.two_agencies();
select tests.portals();
create function pg_temp.unread() returns int language sql as $$
  select count(*)::int from private.portal_publications where client_id = tests.id('Harbour') and first_read_at is null
$$;
create temporary table deliverable as
select released.id, published.content_hash
from public.deliverable_releases as released join private.portal_publications as published using (approval_id)
where released.project_id = tests.id('alpha');
create temporary table call as
select 'select public.get_client_portal()' as text
union all select format('select public.get_client_portal(%L)', tests.id('Harbour'))
union all select format('select public.open_client_file(%L)', id) from deliverable
union all select format('select public.decide_deliverable(%L, %L, ''approved'')', id, content_hash) from deliverable;

select is(pg_temp.unread(), 4, 'the client has four unread publications');
select is(tests.contact_answer('client', text), 'OPSTA view_not_recorded', 'a client cannot begin with ' || text) from call;
select is(pg_temp.unread(), 4, 'the refused calls record no reading');
select is((select count(*)::int from private.deliverable_decisions), 0, 'the refused calls record no decision');
select is(tests.contact_answer('empty_contact', 'select public.get_client_portal()'), 'ok', 'a client without publications reads at once');

select is(tests.contact_answer('client', 'select public.begin_portal_view()'), 'ok', 'the client opens the portal');
select is(pg_temp.unread(), 0, 'the first reading of each publication is recorded');
select is(tests.contact_answer('client', 'select public.get_client_portal()'), 'ok', 'the client then reads the portal');
select alike(tests.portal('client'), '%weekly_update of alpha%', 'the portal has the publications');
select is(tests.contact_answer('garden_contact', 'select public.get_client_portal()'), 'OPSTA view_not_recorded', 'the reading of one client does not count for another');

-- Each kind that is published after the first reading closes the portal until its own reading is recorded.
create function pg_temp.after_publishing(kind text) returns text language plpgsql as $$
begin
  perform tests.publish('alpha', kind, 'lead', 'Late ' || kind);
  return tests.contact_answer('client', 'select public.get_client_portal()') || ', then '
    || case when tests.portal('client') like '%Late ' || kind || '%' then 'shown' else 'hidden' end;
end;
$$;
select is(pg_temp.after_publishing(kind), 'OPSTA view_not_recorded, then shown', 'a reading must be recorded for each ' || kind)
from unnest(array['weekly_update', 'scope_change', 'sow_draft', 'deliverable_release']) as kind;

-- Only what the portal shows needs a reading, or the portal would stay closed.
create temporary table card as select tests.publish('alpha', 'weekly_update', 'lead', 'Mistake') as id;
create temporary table undo as select tests.propose('lead', 'weekly_update', jsonb_build_object('withdraw', id)) as id from card;
select tests.publish_card(id, 'lead') from undo;
select is(tests.contact_answer('client', 'select public.get_client_portal()'), 'ok', 'a publication that was withdrawn unread needs no reading');
create temporary table redo as select tests.propose('lead', 'weekly_update', jsonb_build_object('restore', id)) as id from card;
select tests.publish_card(id, 'lead') from redo;
select is(tests.contact_answer('client', 'select public.get_client_portal()'), 'OPSTA view_not_recorded', 'a publication that is restored unread needs a reading');
update public.approvals set is_restricted = true where id in (select id from card);
select is(tests.contact_answer('client', 'select public.get_client_portal()'), 'ok', 'a publication that is restricted unread needs no reading');
select is((select first_read_at from private.portal_publications join card on card.id = approval_id), null, 'no reading of the mistake is recorded');
select * from finish();
rollback;
