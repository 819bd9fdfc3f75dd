-- Sources for the tests of evidence. The file runs after personas and proposals and commits too.
begin;
set local client_min_messages = warning;

-- In North: brief and contract (restricted) of alpha, notes of beta, and handbook without a project. In South: paper.
-- Each source has three published passages, and each passage contains its own name.
create function tests.sources()
returns void
language plpgsql
as $$
begin
  insert into public.sources (id, organization_id, kind, project_id, title, is_restricted, published_version)
  select tests.id(cases.name), tests.id(cases.agency), 'document', tests.id(cases.project), initcap(cases.name),
         cases.name = 'contract', 1
  from (values ('brief', 'North', 'alpha'), ('contract', 'North', 'alpha'), ('notes', 'North', 'beta'),
               ('handbook', 'North', null), ('paper', 'South', 'delta')) as cases (name, agency, project);
  insert into public.passages (id, organization_id, source_id, source_version, position, content, scope_id)
  select tests.id(sources.title || ' ' || number), sources.organization_id, sources.id, 1, number,
         format('Passage %s of %s says: “the budget – all of it – is agreed”.%sWe begin', number, lower(sources.title), E'\n'),
         sources.scope_id
  from public.sources, generate_series(0, 2) as number
  where sources.id = any (tests.ids('{brief,contract,notes,handbook,paper}'));
end;
$$;

-- One citation of a proposal. passage: the number of the passage, or null to leave it out.
create function tests.cite(
  source text,
  quote text default 'the budget – all of it – is agreed',
  passage integer default 0,
  role public.citation_role default 'evidence'
)
returns jsonb
language sql
immutable
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'role', role, 'source_id', tests.id(source), 'quote', quote,
    'chunk_id', case when passage is not null then tests.id(initcap(source) || ' ' || passage) end))
$$;

-- A readout that is ready: it has both sections and markers for its evidence.
create function tests.readout(summary text default 'All is agreed [1].')
returns jsonb
language sql
immutable
as $$
  select jsonb_build_object('title', 'March', 'sections', jsonb_build_array(
    jsonb_build_object('heading', 'Summary', 'body', summary),
    jsonb_build_object('heading', 'Next steps', 'body', 'We go on with the plan.')))
$$;

-- The codes of the reasons why a card is not ready for a person.
create function tests.reasons(card uuid, persona text default 'lead')
returns text
language sql
stable
as $$
  select coalesce(string_agg(entries.reason ->> 'code', ' ' order by entries.number), '')
  from public.approvals
  join public.people on people.id = tests.id(persona)
  cross join lateral jsonb_array_elements(private.approval_readiness(approvals, people))
    with ordinality as entries (reason, number)
  where approvals.id = card
$$;

-- Approves a card and executes it as the worker does. Returns its new status.
create function tests.carry_out(card uuid, persona text default 'lead')
returns text
language plpgsql
as $$
declare
  v_job record;
begin
  perform tests.act_as(persona);
  perform public.approve_and_execute_approval(card, 1);
  v_job := tests.lease_job_of(card);
  perform tests.act_as('service');
  perform public.carry_out_execution(v_job.job_id, v_job.attempt);
  perform tests.act_as('owner');
  return tests.status_of(card);
end;
$$;

grant execute on all functions in schema tests to anon, authenticated, service_role;
commit;

begin;
select plan(2);
select tests.two_agencies();
select tests.sources();
select is((select count(*)::int from public.passages), 15, 'every source has three passages');
create temporary table card as
  select tests.propose('member', 'client_readout', tests.readout(), 'alpha', jsonb_build_array(tests.cite('brief'))) as id;
select is(tests.reasons((select id from card)), '', 'a readout that cites a source is ready');
select * from finish();
rollback;
