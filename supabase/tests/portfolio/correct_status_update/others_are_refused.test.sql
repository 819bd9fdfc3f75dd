-- A person cannot correct the status of another person, or a status that they no longer see. The refusals change nothing.
begin;
select plan(15);
select tests.two_agencies();
update public.status_updates set created_at = clock_timestamp(), author_id = tests.id('member')
where id in (tests.id('alpha update'), tests.id('shared update'));
update public.status_updates set created_at = clock_timestamp() where id = tests.id('delta update');
create function pg_temp.snapshot() returns text language sql as $$
  select md5(string_agg(line, '' order by line)) from (
    select status_updates::text from public.status_updates union all
    select status_update_versions::text from public.status_update_versions union all
    select audit_events::text from public.audit_events) as snapshot (line)
$$;
create temporary table before as select pg_temp.snapshot() as snapshot;
create function pg_temp.corrects(persona text, update_of text) returns text language sql as $$
  select tests.answer(persona, format('select public.correct_status_update(%L, 1, ''off_track'', ''Forged'')', tests.id(update_of || ' update')))
$$;

select is(pg_temp.corrects(persona, project), expected, format('%s who corrects the status of %s gets %s', persona, project, expected))
from (values
  ('admin', 'alpha', 'OPDEN not_the_author'), ('lead', 'alpha', 'OPDEN not_the_author'),
  ('member2', 'shared', 'OPDEN not_the_author'), ('member2', 'alpha', 'OPNFD status_update_not_found'),
  ('client', 'alpha', 'OPDEN role_not_allowed'), ('outsider', 'alpha', 'OPDEN no_membership'),
  ('other_admin', 'alpha', 'OPNFD status_update_not_found'), ('admin', 'delta', 'OPNFD status_update_not_found'),
  ('anonymous', 'alpha', '42501'), ('service', 'alpha', '42501'),
  ('member', 'nothing', 'OPNFD status_update_not_found')) as cases (persona, project, expected);
select is(pg_temp.snapshot(), before.snapshot, 'the refusals leave every status unchanged') from before;

delete from public.project_members where person_id = tests.id('member') and project_id = tests.id('alpha');
select is(pg_temp.corrects('member', 'alpha'), 'OPNFD status_update_not_found', 'an author who left the project cannot correct their status');
update public.projects set archived_at = now() where id = tests.id('shared');
select is(pg_temp.corrects('member', 'shared'), 'OPSTA project_archived', 'an author cannot correct their status on an archived project');
select is(pg_temp.snapshot(), before.snapshot, 'the refusals after a change of access change nothing') from before;

select * from finish();
rollback;
