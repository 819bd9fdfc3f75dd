-- A pack collects what the rows and citable sources of a project contain about a period, and never changes.
begin;
select plan(32);
select tests.two_agencies();
select tests.sources();
insert into public.sources (id, organization_id, kind, project_id, title, published_version, occurred_at, is_restricted) values
  (tests.id('call'), tests.id('North'), 'meeting', tests.id('alpha'), 'Weekly call', 1, '2026-03-03 09:00Z', false),
  (tests.id('old call'), tests.id('North'), 'meeting', tests.id('alpha'), 'Old call', 1, '2025-03-03 09:00Z', false),
  (tests.id('secret call'), tests.id('North'), 'meeting', tests.id('alpha'), 'Secret call', 1, '2026-03-03 09:00Z', true);
insert into public.passages (id, organization_id, source_id, source_version, position, content, location, scope_id)
select tests.id(title || ' words'), organization_id, id, 1, 0, 'We agreed to open in April.', '{"speaker": "Ida"}', scope_id
from public.sources where id = any (tests.ids('{call,old call,secret call}'));
insert into public.sources (id, organization_id, kind, project_id, title, published_version, occurred_at)
values (tests.id('mail'), tests.id('North'), 'email', tests.id('alpha'), 'Tents', 1, '2026-03-05 09:00Z'),
       (tests.id('unnoted'), tests.id('North'), 'email', tests.id('alpha'), 'Rain', 1, '2026-03-06 09:00Z');
insert into public.passages (organization_id, source_id, source_version, position, content, scope_id)
select tests.id('North'), tests.id(source), 1, position, content, tests.id('alpha')
from (values ('mail', 0, 'We need forty tents. They arrive in May.'), ('mail', 1, '> It may rain.'),
             ('unnoted', 0, 'It may rain.')) as cases (source, position, content);
insert into public.project_notes (organization_id, project_id, source_id, scope_id, occurred_on, title, body)
select organization_id, project_id, id, scope_id, occurred_at::date, title,
  case when kind = 'email' then E'We need forty tents.\nThey arrive in May.' else 'We agreed to open in April.' end
from public.sources where id = any (tests.ids('{call,secret call,mail}'));
update public.tasks set status = 'done', completed_on = '2026-03-04' where id = tests.id('alpha task');
insert into public.tasks (organization_id, project_id, title, status, due_on, created_at)
values (tests.id('North'), tests.id('alpha'), 'Late page', 'open', '2026-03-01', '2026-01-01'),
       (tests.id('North'), tests.id('alpha'), 'Next page', 'open', '2026-03-12', '2026-01-01'),
       (tests.id('North'), tests.id('alpha'), 'Stuck page', 'blocked', null, '2026-01-01');

create function pg_temp.build(persona text, args text) returns text language plpgsql as $$
begin
  return tests.answer(persona, format('select public.build_evidence_pack(%s)', args));
end;
$$;
select is(pg_temp.build(persona, quote_literal(tests.id('alpha'))), expected, format('%s who builds a pack gets %s', persona, expected))
from (values ('member', 'OPDEN role_not_allowed'), ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'),
             ('other_admin', 'OPNFD project_not_found'), ('lead', 'ok')) as cases (persona, expected);
select is(pg_temp.build('lead', format('%L, profile_id => %L', tests.id('alpha'), tests.id('none'))), 'OPNFD profile_not_found', 'an unknown profile is refused');
select is(pg_temp.build('lead', format('%L, profile_key => %L', tests.id('alpha'), 'nothing')), 'OPNFD profile_not_found', 'an unknown profile key is refused');
select is(pg_temp.build('lead', format('%L, profile_key => %L, profile_id => %L', tests.id('alpha'), 'client-readout', tests.id('none'))),
  'OPINV invalid_profile', 'naming a profile by both key and id is refused');
select is(pg_temp.build('lead', format('%L, %L, %L', tests.id('alpha'), '2026-03-08', '2026-03-02')), 'OPINV invalid_period', 'a period that ends before it begins is refused');

select tests.act_as('lead');
create temporary table weekly as select public.build_evidence_pack(tests.id('alpha'), '2026-03-02', '2026-03-08') -> 'pack' as pack;
create temporary table work as
  select public.build_evidence_pack(tests.id('alpha'), '2026-03-02', '2026-03-08', null, 'statement-of-work') -> 'pack' as pack;
select tests.act_as('owner');
create function pg_temp.texts(pack jsonb, of_group text) returns text language sql as $$
  select string_agg(item ->> 'text', ' ' order by (item ->> 'number')::int) from jsonb_array_elements(pack -> 'items') as item
  where item ->> 'group' = of_group
$$;
select is(pg_temp.texts(pack, 'done'), 'The task alpha task was finished on 4 March 2026. We finished 1 task in this period.', 'the pack has the finished tasks of the period') from weekly;
select is(pg_temp.texts(pack, 'at_risk'), 'The task Late page was due on 1 March 2026 and is still open. The task Stuck page is blocked.', 'the pack has late and blocked work') from weekly;
select is(pg_temp.texts(pack, 'planned'), 'The task Next page is due on 12 March 2026. 3 tasks are open. The project ends on 30 June 2026.', 'the pack has the next due tasks') from weekly;
select is(private.format_hours(1.00) || ', ' || private.format_hours(2.50), '1 hour, 2.5 hours', 'one hour is singular');
select is(pg_temp.texts(pack, 'hours'), 'We recorded 2.5 hours in this period. We have used 2.5 hours of the budget of 100 hours, which is 3 percent.',
  'the pack has the hours against the budget') from weekly;
select is(pg_temp.texts(pack, 'decided'), 'We agreed to open in April.', 'the pack has the decisions of the period, without restricted sources') from weekly;
select is(pg_temp.texts(pack, 'period'), 'The period is 2 March 2026 to 8 March 2026.', 'the pack names its period') from weekly;
select ok((select bool_and((item ->> 'is_internal')::boolean) from weekly, jsonb_array_elements(pack -> 'items') as item where item ->> 'group' = 'hours'),
  'hours are internal in a pack if the account does not share them');
select ok((select bool_and(item ? 'query' and (item ->> 'kind' <> 'passage' or item ? 'source_id')) from weekly, jsonb_array_elements(pack -> 'items') as item),
  'each item of a pack names its query, and each passage its source');
create function pg_temp.noted(pack jsonb) returns text language sql as $$
  select string_agg(format('%s: %s', item ->> 'title', item ->> 'text'), ', ' order by item ->> 'title')
  from jsonb_array_elements(pack -> 'items') as item where item ->> 'query' = 'project_notes'
$$;
select is(pg_temp.noted(pack), 'Tents: We need forty tents. They arrive in May., Weekly call: We agreed to open in April.',
  'entries of the running note are items of the pack, without those of restricted sources') from weekly;
select is((select count(*)::int from weekly, jsonb_array_elements(pack -> 'items') as item
    where item ->> 'query' = 'project_notes'
      and not exists (select from public.passages where id = (item ->> 'passage_id')::uuid and source_id = (item ->> 'source_id')::uuid
        and private.is_quoted(item ->> 'text', content))), 0, 'each entry of the running note can be cited word for word') from (select 1) as once;
select is((select string_agg(item ->> 'query', ' ' order by (item ->> 'number')::int) from weekly, jsonb_array_elements(pack -> 'items') as item
    where item ->> 'kind' = 'passage'), 'project_notes project_notes passages passages', 'entries of the note come before other passages');
select ok(pg_temp.noted(pack) like '%Secret call%', 'a profile that allows restricted sources collects their entries') from work;
select ok((select array_agg(item ->> 'kind' = 'passage' order by (item ->> 'number')::int) from weekly, jsonb_array_elements(pack -> 'items') as item)
  = (select array_agg(item ->> 'kind' = 'passage' order by item ->> 'kind' <> 'passage') from weekly, jsonb_array_elements(pack -> 'items') as item),
  'passages are numbered before other items of a pack');
select is((select count(*)::int from work, jsonb_array_elements(pack -> 'items') as item where item ->> 'source_id' = any (tests.ids('{brief,contract}')::text[])), 0,
  'a pack contains no document outside the inventory');
select is((select string_agg(distinct item ->> 'title', ', ' order by item ->> 'title') from work, jsonb_array_elements(pack -> 'items') as item where item ->> 'kind' = 'passage'),
  'Old call, Rain, Secret call, Tents, Weekly call', 'a profile limits the age of sources and admits restricted ones');
select is((select (pack ->> 'is_restricted')::boolean from work), true, 'a pack with a restricted source is restricted');
select is((select scope_id from public.evidence_packs where id = (select (pack ->> 'id')::uuid from work)), tests.id('North'), 'a pack with a restricted source has the scope of the organization');

select is(tests.answer('owner', 'update public.evidence_packs set items = ''[]'' where true'), 'OPSTA append_only', 'a pack cannot be changed');
select is(tests.answer('owner', 'delete from public.evidence_packs where true'), 'OPSTA append_only', 'a pack cannot be deleted');
select is(tests.answer('owner', 'truncate public.evidence_packs cascade'), 'OPSTA append_only', 'packs cannot be truncated');
update public.sources set is_restricted = true where id = tests.id('call');
select is((select is_restricted from public.evidence_packs where id = (select (pack ->> 'id')::uuid from weekly)), true,
  'restricting a source restricts its pack');
select is((select count(*)::int from public.audit_events where action = 'evidence_pack.created'), 3, 'the audit log contains every pack');

select * from finish();
rollback;
