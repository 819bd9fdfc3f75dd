-- tests.portals() publishes for two clients of one agency and a client of another. Call it as the owner after
-- tests.two_agencies(). The contacts are client of Harbour, garden_contact of Garden, south_contact of South Harbour, and
-- empty_contact of Empty, a client without projects. Each of alpha, beta and delta has one publication of each kind with
-- the project's name in its title.
begin;
set local client_min_messages = warning;

create function tests.portals()
returns void
language plpgsql
as $$
declare
  v_project record;
  v_kind text;
begin
  perform tests.sources();
  insert into public.clients (id, organization_id, name) values (tests.id('Empty'), tests.id('North'), 'Empty');
  insert into auth.users (id, email, email_confirmed_at)
  select tests.id(name || ' user'), name || '@tests.test', now()
  from unnest(array['garden_contact', 'south_contact', 'empty_contact']) as name;
  insert into public.people (id, organization_id, user_id, email, name, role, is_employee, client_id)
  select tests.id(name), tests.id(agency), tests.id(name || ' user'), name || '@tests.test', name, 'client', false, tests.id(client)
  from (values ('garden_contact', 'North', 'Garden'), ('south_contact', 'South', 'South Harbour'),
    ('empty_contact', 'North', 'Empty')) as cases (name, agency, client);

  for v_project in
    select * from (values ('alpha', 'lead'), ('beta', 'lead'), ('delta', 'other_admin')) as cases (name, lead)
  loop
    foreach v_kind in array array['weekly_update', 'scope_change', 'sow_draft', 'deliverable_release'] loop
      perform tests.publish(v_project.name, v_kind, v_project.lead);
    end loop;
  end loop;
end;
$$;

create function tests.publish(project text, kind text, lead text default 'lead', title text default null)
returns uuid
language plpgsql
as $$
declare
  v_title constant text := coalesce(publish.title, format('%s of %s', kind, project));
  v_card uuid := tests.propose(lead, kind::public.approval_kind, case kind
    when 'weekly_update' then jsonb_build_object('week_of', '2026-11-16', 'headline', v_title, 'body', 'As planned.')
    when 'scope_change' then jsonb_build_object('title', v_title, 'description', 'Twelve pages', 'amount_change', 100)
    when 'sow_draft' then jsonb_build_object('title', v_title, 'sections', tests.sow_sections())
    else jsonb_build_object('title', v_title) end, project,
    case when kind = 'sow_draft' and project = 'alpha' then jsonb_build_array(tests.cite('brief')) else '[]' end);
begin
  perform tests.publish_card(v_card, lead);
  return v_card;
end;
$$;

-- Carries out a card without the check of its readiness, because statements of work without evidence are not ready.
create function tests.publish_card(card uuid, lead text)
returns void
language plpgsql
as $$
begin
  perform tests.decide(card, lead);
  perform tests.set_executing(card, lead);
  perform private.carry_out_portal(approvals) from public.approvals where approvals.id = card;
  update public.approvals set status = 'executed', executed_at = now(), execution_job_id = null where id = card;
end;
$$;

create function tests.sow_sections()
returns jsonb
language sql
immutable
as $$
  select jsonb_agg(jsonb_build_object('heading', heading, 'body', 'Agreed'))
  from unnest(array['Scope', 'Deliverables', 'Timeline', 'Price']) as heading
$$;

-- Later statements run as this person. Like a persona of tests.act_as, each person has a user of the same name.
create function tests.act_as_contact(name text)
returns void
language plpgsql
as $$
begin
  perform set_config('request.jwt.claims', jsonb_build_object(
    'role', 'authenticated', 'sub', tests.id(name || ' user'), 'email', name || '@tests.test')::text, true);
  perform set_config('role', 'authenticated', true);
end;
$$;

-- The text of the portal that a contact gets when they open it.
create function tests.portal(name text)
returns text
language plpgsql
as $$
declare
  v_portal text;
begin
  perform tests.act_as_contact(name);
  perform public.begin_portal_view();
  v_portal := public.get_client_portal()::text;
  perform tests.act_as('owner');
  return v_portal;
end;
$$;

create function tests.contact_answer(name text, call text)
returns text
language plpgsql
as $$
declare
  v_answer text := 'ok';
  v_hint text;
begin
  perform tests.act_as_contact(name);
  begin
    execute call;
  exception when others then
    get stacked diagnostics v_hint = pg_exception_hint;
    v_answer := btrim(sqlstate || ' ' || coalesce(v_hint, ''));
  end;
  perform tests.act_as('owner');
  return v_answer;
end;
$$;

grant execute on all functions in schema tests to anon, authenticated, service_role;
commit;

begin;
select plan(1);
select tests.two_agencies();
select tests.portals();
select is(count(*)::int, 12, 'each of three clients has four publications') from private.portal_publications;
select * from finish();
rollback;
