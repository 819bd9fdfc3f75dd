begin;
select plan(8);
select tests.two_agencies();

-- Clocks in this zone go back to midnight on 25 October 2026, so midnight occurs twice.
update public.organizations set time_zone = 'Atlantic/Azores' where id = tests.id('North');
delete from public.status_updates where project_id = tests.id('alpha');
delete from public.time_entries where project_id = tests.id('alpha');

insert into public.tasks (organization_id, project_id, title, status, started_on, completed_on)
select tests.id('North'), tests.id('alpha'), 'Task', (array['done', 'open'])[1 + floor(random() * 2)::integer]::public.task_status,
       date '2026-09-01' + floor(random() * 200)::integer, date '2026-09-01' + floor(random() * 200)::integer
from generate_series(1, 120);
insert into public.time_entries (organization_id, project_id, person_id, spent_on, hours)
select tests.id('North'), tests.id('alpha'), tests.id('member'), date '2026-09-01' + floor(random() * 200)::integer, 1
from generate_series(1, 120);
insert into public.status_updates (organization_id, project_id, author_id, health, summary, created_at)
select tests.id('North'), tests.id('alpha'), tests.id('lead'), 'on_track', 'Fine.', at
from (
  select timestamptz '2026-10-24 12:00+00' + interval '10 minutes' * n as at from generate_series(1, 200) as n
  union all
  select timestamptz '2026-09-01' + random() * interval '200 days' from generate_series(1, 60)
) as entries;
insert into public.portfolio_classifications (organization_id, project_id, version, tier, classified_by, created_at)
select tests.id('North'), tests.id('alpha'), n, 'core', tests.id('lead'), timestamptz '2026-09-01' + random() * interval '200 days'
from generate_series(1, 60) as n;
insert into public.audit_events (organization_id, occurred_at, actor_db_role, action, object_type, object_id, project_id, before, after)
select tests.id('North'), timestamptz '2026-09-01' + random() * interval '200 days', 'none', 'project.updated', 'project',
       tests.id('alpha'), tests.id('alpha'), '{}', '{}'
from generate_series(1, 60);

create temporary table expected_entries as
select (created_at at time zone 'Atlantic/Azores')::date as day, 'status_update' as kind, 1 as size
from public.status_updates where project_id = tests.id('alpha')
union all
select (created_at at time zone 'Atlantic/Azores')::date, 'classification', 1
from public.portfolio_classifications where project_id = tests.id('alpha')
union all
select (occurred_at at time zone 'Atlantic/Azores')::date, 'project_changed', 1
from public.audit_events where object_id = tests.id('alpha')
union all
select spent_on, 'hours', count(*) from public.time_entries where project_id = tests.id('alpha') group by spent_on
union all
select started_on, 'tasks_started', count(*) from public.tasks
where project_id = tests.id('alpha') and started_on is not null group by started_on
union all
select completed_on, 'tasks_completed', count(*) from public.tasks
where project_id = tests.id('alpha') and status = 'done' and completed_on is not null group by completed_on;

create function pg_temp.pages(day_limit integer, kinds public.timeline_kind[] default null)
returns table (page integer, entry_position bigint, day date, kind text, size integer)
language plpgsql as $$
declare
  v_answer jsonb;
  v_before date;
  v_page integer := 0;
begin
  loop
    v_answer := public.get_project_timeline(tests.id('alpha'), v_before, pages.day_limit, pages.kinds);
    v_page := v_page + 1;
    return query
      select v_page, entries.entry_position, (content ->> 'day')::date, content ->> 'kind',
             coalesce(content -> 'entry_count', content -> 'count', '1')::integer
      from jsonb_array_elements(v_answer -> 'entries') with ordinality as entries (content, entry_position);
    v_before := (v_answer ->> 'next_before')::date;
    exit when v_before is null or v_page > 300;
  end loop;
end $$;
grant execute on function pg_temp.pages(integer, public.timeline_kind[]) to authenticated;
grant select on expected_entries to authenticated;

select tests.act_as('lead');
select bag_eq(
  format('select day, kind, size from pg_temp.pages(%s)', day_limit), 'select day, kind, size::integer from expected_entries',
  format('pages of %s days list everything once', day_limit))
from unnest(array[1, 7, 30, 90]) as day_limit;
select bag_eq(
  $$ select day, kind, size from pg_temp.pages(2, '{status_update,tasks_started}') $$,
  $$ select day, kind, size::integer from expected_entries where kind in ('status_update', 'tasks_started') $$,
  'pages with a filter by kind list everything once');
select is_empty(
  $$ select day from pg_temp.pages(7) group by day having count(distinct page) > 1 $$, 'a day is never split between pages');
select is(
  (select array_agg(days) from (select count(distinct day) as days from pg_temp.pages(7) group by page order by page) as full_pages
   where days <> 7),
  (select array_agg(remainder) from (select count(distinct day) % 7 as remainder from expected_entries) as counted where remainder > 0),
  'every page but the last has the requested number of days');
select is(
  (select count(*) from pg_temp.pages(30) as entries
   where exists (select from pg_temp.pages(30) as later
                 where (later.page, later.entry_position) > (entries.page, entries.entry_position) and later.day > entries.day)),
  0::bigint, 'days of later pages are earlier');

select * from finish();
rollback;
