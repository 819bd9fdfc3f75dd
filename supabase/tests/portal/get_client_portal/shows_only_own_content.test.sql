-- Two clients of one organization, a client of another and one without projects each get only their own portal.
begin;
select plan(47);
select tests.two_agencies();
select tests.portals();

-- The rows of the other clients must exist, or their absence from a portal would prove nothing.
select is(count(*)::int, 4, 'each client has four publications')
from private.portal_publications group by client_id;
select is(tests.contact_answer(name, format('select public.create_client_request(tests.id(%L), ''question'', %L)', project, 'Question of ' || project)),
  'ok', name || ' sends a request')
from (values ('client', 'alpha'), ('garden_contact', 'beta'), ('south_contact', 'delta')) as cases (name, project);

create temporary table portal as
select name, project, tests.portal(name) as content
from (values ('client', 'alpha'), ('garden_contact', 'beta'), ('south_contact', 'delta'), ('empty_contact', null)) as cases (name, project);

grant select on portal to authenticated;

select is(
  array(select kind from unnest(array['weekly_update', 'scope_change', 'sow_draft', 'deliverable_release', 'Question']) as kind
        where portal.content like format('%%%s of %s%%', kind, portal.project)),
  array['weekly_update', 'scope_change', 'sow_draft', 'deliverable_release', 'Question'], name || ' gets everything of their projects')
from portal where project is not null;
select is_empty(format($$
  select other.word from (
    select id::text as word from public.projects union all select id::text from public.approvals
    union all select name from public.projects where name <> 'shared' union all select id::text from public.people
    union all select id::text from public.clients union all select client_id::text from private.portal_publications
    union all select id::text from public.weekly_updates union all select id::text from public.deliverable_releases
    union all select id::text from private.client_requests union all select content_hash from private.portal_publications
    union all select project || ' text' from unnest(array['alpha', 'beta', 'delta']) as project
  ) as other
  where (select content from portal where name = %1$L) like '%%' || other.word || '%%'
    and other.word not in (
      select id::text from public.projects where id = any (private.client_project_ids(%2$L, %3$L))
      union all select name from public.projects where id = any (private.client_project_ids(%2$L, %3$L))
      union all select %3$L
      union all select updates.id::text from public.weekly_updates as updates where updates.project_id = any (private.client_project_ids(%2$L, %3$L))
      union all select released.id::text from public.deliverable_releases as released where released.project_id = any (private.client_project_ids(%2$L, %3$L))
      union all select requests.id::text from private.client_requests as requests where requests.client_id = %3$L
      union all select content_hash from private.portal_publications as published where published.client_id = %3$L)
$$, name, organization_id, client_id), name || ' gets no id, name or hash of another client')
from portal join public.people using (name);
select is(content::jsonb - '{agency,client}'::text[],
  '{"projects": [], "updates": [], "readouts": [], "deliverables": [], "statements_of_work": [], "scope_changes": [], "requests": []}'::jsonb,
  'a client without projects gets empty lists')
from portal where name = 'empty_contact';
select is(content::jsonb #>> '{agency,name}', 'South', 'the portal names the agency of the client') from portal where name = 'south_contact';

-- No other role gets a portal, and a client cannot name another client.
select is(tests.answer(persona, 'select public.get_client_portal()'), expected, persona || ' gets no portal')
from (values ('member', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'), ('anonymous', '42501'), ('service', '42501'),
  ('lead', 'OPINV client_missing')) as cases (persona, expected);
select tests.act_as('client');
select is(public.get_client_portal(tests.id('Garden'))::text, (select content from portal where name = 'client'), 'a client who names another client gets their own portal');
select tests.act_as('owner');
select is(tests.answer('other_admin', format('select public.get_client_portal(%L)', tests.id('Garden'))), 'OPNFD client_not_found',
  'an admin of another organization does not find the client');
select is(tests.answer('other_admin', format('select public.begin_portal_view(%L)', tests.id('Garden'))), 'OPNFD client_not_found',
  'an admin of another organization cannot record a view');

-- A project moves to another client, who does not get its earlier publications and dates.
create function pg_temp.publish(kind text, payload jsonb) returns uuid language plpgsql as $$
declare
  v_card constant uuid := tests.propose('lead', kind::public.approval_kind, payload, 'alpha');
begin
  perform tests.publish_card(v_card, 'lead');
  return v_card;
end;
$$;
select ok(pg_temp.publish('client_readout', '{"title": "client_readout of alpha", "sections": [{"heading": "Summary", "body": "As planned."}]}') is not null,
  'a readout is published before the move');
select is(tests.answer('lead', format('select public.release_project_dates(%L, ''2026-01-05'', ''2031-07-31'')', tests.id('alpha'))), 'ok', 'dates are released before the move');
select alike(tests.portal('client'), '%' || word || '%', 'before the move, the client has: ' || word)
from unnest(array['weekly_update of alpha', 'client_readout of alpha', 'scope_change of alpha', 'sow_draft of alpha', 'deliverable_release of alpha', 'Question of alpha', '2031-07-31']) as word;
update public.projects set account_id = tests.id('Garden site') where id = tests.id('alpha');
select unalike(tests.portal('client'), '%alpha%', 'the portal of the former client does not show a project that moved');
select alike(tests.portal('garden_contact'), '%"name": "alpha"%', 'the portal of the new client shows the project');
select unalike(tests.portal('garden_contact'), format('%%%s of alpha%%', word), 'the new client does not get ' || word || ', published for the former client')
from unnest(array['weekly_update', 'client_readout', 'scope_change', 'sow_draft', 'deliverable_release', 'Question']) as word;
select unalike(tests.portal('garden_contact'), '%2031-07-31%', 'the new client does not get dates that were released for the former client');
select is(tests.contact_answer('client', format('select public.create_client_request(tests.id(''alpha''), ''question'', ''Mine?'')')),
  'OPNFD project_not_found', 'the former client cannot ask about the project');
select is(tests.contact_answer('garden_contact', format('select public.decide_deliverable(%L, %L, ''approved'')',
  released.id, published.content_hash)), 'OPNFD deliverable_not_found', 'the new client cannot decide earlier deliverables')
from public.deliverable_releases as released join private.portal_publications as published using (approval_id)
where released.project_id = tests.id('alpha');
select ok(tests.publish('alpha', 'weekly_update', 'lead', 'News for Garden') is not null, 'an update is published after the project moved to another client');
select alike(tests.portal('garden_contact'), '%News for Garden%', 'the new client reads new publications');
select unalike(tests.portal('client'), '%News for Garden%', 'the former client does not read new publications');
update public.projects set archived_at = now() where id = tests.id('beta');
select unalike(tests.portal('garden_contact'), '%beta%', 'the portal does not show an archived project');

select * from finish();
rollback;
