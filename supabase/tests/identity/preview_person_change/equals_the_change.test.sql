-- The preview of a change writes nothing, and after the change the person sees exactly the projects that it reported.
begin;
select plan(26);
select tests.two_agencies();

create function pg_temp.snapshot() returns text language sql as $$
  select md5(string_agg(line, '' order by line)) from (
    select people::text from public.people union all
    select organizations::text from public.organizations union all
    select invitations::text from public.invitations union all
    select project_members::text from public.project_members union all
    select audit_events::text from public.audit_events) as snapshot (line)
$$;

create function pg_temp.refusal_of(change jsonb) returns text language plpgsql as $$
begin
  perform public.preview_person_change(tests.id('member2'), change);
  return 'accepted';
exception when others then
  return sqlstate;
end;
$$;

create temporary table previews (step text primary key, answer jsonb);
grant select on previews to authenticated;
create function pg_temp.previews(step text, viewer text, who text, change jsonb) returns text language plpgsql as $$
declare
  v_before text;
  v_answer jsonb;
begin
  perform tests.act_as('owner');
  v_before := pg_temp.snapshot();
  perform tests.act_as(viewer);
  v_answer := public.preview_person_change(tests.id(who), change);
  perform tests.act_as('owner');
  insert into previews values (step, v_answer);
  return is(pg_temp.snapshot(), v_before, step || ': the preview changes nothing');
end;
$$;

-- The projects that the person sees now.
create function pg_temp.sees(who text) returns text language plpgsql as $$
declare
  v_names text;
begin
  perform tests.act_as(who);
  select string_agg(projects.name, ',' order by projects.name) into v_names from public.projects;
  perform tests.act_as('owner');
  return coalesce(v_names, '');
end;
$$;
create function pg_temp.project_names(step text, field text) returns text language sql as $$
  select coalesce(string_agg(project ->> 'name', ',' order by project ->> 'name'), '')
  from previews, jsonb_array_elements(answer -> field) as project where previews.step = project_names.step
$$;

grant execute on all functions in schema pg_temp to authenticated;

select pg_temp.previews('promotion', 'admin', 'member', '{"to": "role", "role": "lead"}');
select is(pg_temp.project_names('promotion', 'gained') || ' / ' || pg_temp.project_names('promotion', 'lost'), 'beta,gamma / ',
  'a member who becomes lead gains the projects they did not see');
select is(answer - array['gained', 'lost', 'leads'], '{"gained_count": 2, "lost_count": 0,
  "before": {"role": "member", "project_count": 2, "sees_whole_organization": false, "sees_restricted": false,
    "decides_approvals": false, "owns_prompt": false, "manages_people": false, "client": null},
  "after": {"role": "lead", "project_count": 4, "sees_whole_organization": true, "sees_restricted": true,
    "decides_approvals": true, "owns_prompt": false, "manages_people": false, "client": null}}', 'the preview has exactly the listed fields')
from previews where step = 'promotion';
select tests.act_as('admin');
select public.change_person_role(tests.id('member'), 1, 'lead');
select is(pg_temp.sees('member'), 'alpha,beta,gamma,shared', 'a member who becomes lead sees the previewed projects');

insert into public.project_members (organization_id, project_id, person_id)
values (tests.id('North'), tests.id('alpha'), tests.id('lead'));
select pg_temp.previews('demotion', 'admin', 'lead', '{"to": "role", "role": "member"}');
select is(pg_temp.project_names('demotion', 'lost'), 'beta,gamma,shared', 'a lead who becomes member loses the projects without a membership');
select is(pg_temp.project_names('demotion', 'leads'), 'shared', 'the preview lists active projects that the person leads but would no longer see');
select tests.act_as('admin');
select public.change_person_role(tests.id('lead'), 1, 'member');
select is(pg_temp.sees('lead'), 'alpha', 'a lead who becomes member sees only the projects that the preview did not list as lost');

select pg_temp.previews('joining', 'member', 'member2',
  jsonb_build_object('to', 'membership', 'project_id', tests.id('gamma'), 'is_member', true));
select is(pg_temp.project_names('joining', 'gained') || ' / ' || pg_temp.project_names('joining', 'lost'), 'gamma / ', 'a lead previews a membership');
select pg_temp.previews('leaving', 'member', 'member2',
  jsonb_build_object('to', 'membership', 'project_id', tests.id('beta'), 'is_member', false));
select is(pg_temp.project_names('leaving', 'gained') || ' / ' || pg_temp.project_names('leaving', 'lost'), ' / beta', 'a lead previews the end of a membership');
select pg_temp.previews('joining as lead', 'member', 'member',
  jsonb_build_object('to', 'membership', 'project_id', tests.id('gamma'), 'is_member', true));
select is((answer -> 'gained_count', answer -> 'lost_count')::text, '(0,0)', 'a lead gains nothing by joining')
from previews where step = 'joining as lead';

select pg_temp.previews('contact', 'admin', 'member2',
  jsonb_build_object('to', 'role', 'role', 'client', 'client_id', tests.id('Garden')));
select is((answer #>> '{after,client,name}', answer #> '{after,project_count}', answer -> 'lost_count')::text, '(Garden,0,2)',
  'a member who becomes a client contact gets a client and no project') from previews where step = 'contact';

select pg_temp.previews('prompt', 'admin', 'member', '{"to": "prompt_owner", "is_prompt_owner": true}');
select is((answer #> '{before,owns_prompt}', answer #> '{after,owns_prompt}')::text, '(false,true)', 'the preview of a prompt owner shows the ownership before and after')
from previews where step = 'prompt';

select pg_temp.previews('offboarding', 'admin', 'member2', '{"to": "offboarded"}');
select is(answer -> 'after', '{"role": null, "project_count": 0, "sees_whole_organization": false, "sees_restricted": false,
    "decides_approvals": false, "owns_prompt": false, "manages_people": false, "client": null}', 'an offboarded person has no rights')
from previews where step = 'offboarding';
select is(pg_temp.project_names('offboarding', 'lost'), 'beta,shared', 'an offboarded person loses the projects they saw');

-- The preview refuses every change that the command would refuse, and invalid input.
select tests.act_as('admin');
select throws_ok($$ select public.preview_person_change(tests.id('member2'), '{"to": "prompt_owner", "is_prompt_owner": true}') $$,
  'OPSTA', 'Only admins and leads can own the prompt', 'the preview refuses a change that would be refused');
select throws_ok($$ select public.preview_person_change(tests.id('other_member'), '{"to": "offboarded"}') $$, 'OPNFD',
  'There is no such person', 'a person of another organization is not found');
select is_empty(
  $$ select change from unnest(array['{}', '[]', 'null', '"role"', '1', '{"to": null}', '{"to": "role"}', '{"to": "role", "role": "owner"}',
      '{"to": "role", "role": {"a": 1}}', '{"to": "role", "role": "client", "client_id": "x"}',
      '{"to": "membership", "project_id": 1}', '{"to": "membership", "is_member": "perhaps"}',
      '{"to": "prompt_owner"}']::jsonb[]) as change
    where pg_temp.refusal_of(change) <> 'OPINV' $$, 'the preview of an invalid change is refused');
select throws_ok($$ select public.preview_person_change(tests.id('member2'), null) $$, 'OPINV', null, 'the preview of a missing change is refused');

select tests.act_as('owner');
select is((role, version)::text, '(member,1)', 'the refused previews change nothing') from public.people where id = tests.id('member2');

select * from finish();
rollback;
