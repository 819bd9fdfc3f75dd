-- tests.cards() adds rows to every table of approvals and their sources, for the tests of access to them. Call it as the
-- owner after tests.two_agencies().
--   sources: alpha note, alpha contract (restricted), North memo (no project), beta note, shared note, delta note
-- Each source has a text and a pending card that cites it ('alpha note card'). Each card of a project has one row in
-- every table of the portal. Each agency has a prompt, a skill with its card, and an integration.
begin;
set local client_min_messages = warning;

create function tests.cards()
returns void
language plpgsql
as $$
begin
  insert into public.organization_settings (organization_id)
  values (tests.id('North')), (tests.id('South'));

  insert into public.sources (id, organization_id, kind, title, project_id, is_restricted, published_version)
  select tests.id(name), tests.id(agency), 'note', name, tests.id(project), is_restricted, 1
  from (values
    ('alpha note', 'North', 'alpha', false), ('alpha contract', 'North', 'alpha', true),
    ('North memo', 'North', null, false), ('beta note', 'North', 'beta', false),
    ('shared note', 'North', 'shared', false), ('delta note', 'South', 'delta', false)
  ) as cases (name, agency, project, is_restricted);

  insert into public.passages (id, organization_id, source_id, source_version, position, content, scope_id)
  select tests.id(title || ' text'), organization_id, id, 1, 1, 'Text of ' || title, scope_id
  from public.sources where id in (
    select tests.id(name) from unnest(array['alpha note', 'alpha contract', 'North memo', 'beta note', 'shared note', 'delta note']) as name);

  insert into public.approvals (id, organization_id, kind, project_id, title, payload, is_restricted, proposer, proposed_by)
  select tests.id(title || ' card'), organization_id,
         (case when is_restricted then 'sow_estimate' when project_id is null then 'prompt_update' else 'task_create' end)::public.approval_kind,
         project_id, title || ' card', '{"title": "Card"}', is_restricted, 'person',
         tests.id(case organization_id when tests.id('North') then 'lead' else 'other_admin' end)
  from public.sources where organization_id in (tests.id('North'), tests.id('South'));

  insert into public.approval_versions (organization_id, approval_id, version, title, payload, payload_hash, written_by, scope_id)
  select organization_id, id, version, title, payload, payload_hash, proposed_by, scope_id
  from public.approvals where organization_id in (tests.id('North'), tests.id('South'));

  insert into public.approval_citations (organization_id, approval_id, number, role, source_id, source_version, quote, scope_id)
  select approvals.organization_id, approvals.id, 1, 'evidence', sources.id, 1, 'Text of ' || sources.title, approvals.scope_id
  from public.sources
  join public.approvals on approvals.id = tests.id(sources.title || ' card');

  insert into public.approval_events (
    organization_id, approval_id, number, type, status, version, payload_hash, actor_id, actor_db_role, scope_id)
  select organization_id, id, 1, 'proposed', 'pending', 1, payload_hash, proposed_by, 'authenticated', scope_id
  from public.approvals where organization_id in (tests.id('North'), tests.id('South'));

  -- The triggers accept only rows of an executed card, and no card was executed.
  perform tests.portal_laws('disable');
  insert into public.weekly_updates (organization_id, project_id, approval_id, is_restricted, week_of, headline, body)
  select organization_id, project_id, id, is_restricted, '2026-03-02', 'On time', 'As planned.'
  from public.approvals where project_id is not null;
  insert into public.scope_changes (organization_id, project_id, approval_id, is_restricted, title, description)
  select organization_id, project_id, id, is_restricted, 'More pages', 'Twelve instead of eight.'
  from public.approvals where project_id is not null;
  insert into public.sow_drafts (organization_id, project_id, approval_id, title, sections)
  select organization_id, project_id, id, 'Phase 2', '[]'
  from public.approvals where project_id is not null;
  insert into public.client_readouts (organization_id, project_id, approval_id, is_restricted, title, sections)
  select organization_id, project_id, id, is_restricted, 'March', '[]'
  from public.approvals where project_id is not null;
  insert into public.deliverable_releases (organization_id, project_id, approval_id, is_restricted, title)
  select organization_id, project_id, id, is_restricted, 'Style guide'
  from public.approvals where project_id is not null;

  perform tests.portal_laws('enable always');

  insert into public.external_links (organization_id, provider, entity, external_id, approval_id, project_id, scope_id)
  select organization_id, 'local', 'task', id, id, project_id, scope_id
  from public.approvals;

  insert into public.calendar_events (
    id, organization_id, provider, external_id, project_id, summary, starts_at, ends_at, time_zone)
  select tests.id(name || ' event'), tests.id(agency), 'local', name, tests.id(project), name || ' event',
         '2026-03-02 09:00Z', '2026-03-02 10:00Z', 'Europe/Berlin'
  from (values
    ('alpha', 'North', 'alpha'), ('beta', 'North', 'beta'), ('shared', 'North', 'shared'),
    ('private', 'North', null), ('delta', 'South', 'delta')
  ) as cases (name, agency, project);

  insert into public.integrations (organization_id, provider, secret_name, connected_by)
  select tests.id(agency), 'clickup', 'none', tests.id(person)
  from (values ('North', 'admin'), ('South', 'other_admin')) as cases (agency, person);

  perform tests.prompt_and_skill(agency, person)
  from (values ('North', 'admin'), ('South', 'other_admin')) as cases (agency, person);
end;
$$;

create function tests.portal_laws(state text)
returns void
language plpgsql
as $$
declare
  v_table text;
begin
  foreach v_table in array array['weekly_updates', 'scope_changes', 'sow_drafts', 'client_readouts', 'deliverable_releases'] loop
    execute format('alter table public.%1$I %2$s trigger tg_%1$s__guard_approved', v_table, state);
  end loop;
end;
$$;

create function tests.prompt_and_skill(agency text, person text)
returns void
language plpgsql
as $$
declare
  v_card uuid := tests.id(agency || ' skill card');
begin
  insert into public.prompt_versions (id, organization_id, number, base, origin, created_by)
  values (tests.id(agency || ' prompt'), tests.id(agency), 1, 'You help a project team.', 'set', tests.id(person));
  insert into public.live_prompts (organization_id, live_version_id, moved_by, moved_at)
  values (tests.id(agency), tests.id(agency || ' prompt'), tests.id(person), now());

  insert into public.approvals (id, organization_id, kind, title, payload, proposer, proposed_by)
  values (v_card, tests.id(agency), 'skill_update', agency || ' skill card',
          '{"name": "review", "title": "Review", "content": "See every project."}', 'person', tests.id(person));
  perform tests.decide(v_card, person);
  perform tests.set_executing(v_card, person);
  insert into public.skills (id, organization_id, name) values (tests.id(agency || ' skill'), tests.id(agency), 'review');
  insert into public.skill_versions (id, organization_id, skill_id, number, title, content, approval_id, created_by)
  values (tests.id(agency || ' skill text'), tests.id(agency), tests.id(agency || ' skill'), 1, 'Review',
          'See every project.', v_card, tests.id(person));
end;
$$;

-- Writes a decision directly, as the functions of the service do.
create function tests.decide(card uuid, person text, decision public.approval_status default 'approved')
returns void
language sql
as $$
  update public.approvals
  set status = decision, decided_by = tests.id(person), decided_at = now(), decided_version = version,
      decided_hash = payload_hash, reason = case decision when 'rejected' then 'Too early' end
  where id = card
$$;

create function tests.set_executing(card uuid, person text)
returns void
language sql
as $$
  update public.approvals
  set status = 'executing', execution_error = null, execution_requested_by = tests.id(person),
      execution_requested_at = now(), execution_job_id = gen_random_uuid(), execution_attempt = 1
  where id = card
$$;

grant execute on all functions in schema tests to anon, authenticated, service_role;
commit;

begin;
select plan(1);
select tests.two_agencies();
select tests.cards();
select is(count(*)::int, 8, 'cards exist') from public.approvals
where organization_id in (tests.id('North'), tests.id('South'));
select * from finish();
rollback;
