-- The author can correct a status for one day. The earlier texts are retained, and derived values use the new text.
begin;
select plan(17);
select tests.two_agencies();
create temporary table original (id uuid, created_at timestamptz);
grant all on original to authenticated;
select tests.act_as('member');
insert into original select (answer ->> 'id')::uuid, (answer ->> 'created_at')::timestamptz
from (select public.post_status_update(tests.id('alpha'), 'at_risk', 'Late.', 'Weather', null)) as post (answer);

select is(public.correct_status_update(id, 1, 'off_track', 'Very late.', 'Weather', 'Ask for help') - array['created_at', 'corrected_at'],
  jsonb_build_object('id', id, 'organization_id', tests.id('North'), 'project_id', tests.id('alpha'), 'author_id', tests.id('member'),
    'health', 'off_track', 'summary', 'Very late.', 'risks', 'Weather', 'next_steps', 'Ask for help', 'version', 2),
  'the author corrects a status and gets the new text') from original;
select is(public.correct_status_update(id, 2, 'off_track', 'Very late indeed.') ->> 'version', '3', 'the author corrects the status again') from original;
select is(public.correct_status_update(id, 3, 'off_track', 'Very late indeed.') ->> 'version', '3', 'the same text makes no new version')
from original;
select throws_ok(format('select public.correct_status_update(%L, 2, ''on_track'', ''Fine.'')', id), 'OPSTA', null,
  'a correction at an earlier version is refused') from original;
select throws_ok(format('select public.correct_status_update(%L, %L, ''on_track'', %L)', id, version, summary), 'OPINV', null, description)
from original, (values (3, ' ', 'a correction without a summary is refused'), (null, 'Fine.', 'a correction without a version is refused')) as cases (version, summary, description);

select is(health::text, 'off_track', 'a project has the health of the corrected status')
from public.project_summaries where id = tests.id('alpha');
select results_eq($$ select version, health::text, summary, risks, next_steps from public.status_update_versions order by version $$,
  $$ values (1, 'at_risk', 'Late.', 'Weather', null), (2, 'off_track', 'Very late.', 'Weather', 'Ask for help') $$,
  'every earlier text of a status can be read');
select is((select written_at from public.status_update_versions where version = 1), created_at, 'an earlier text has the time at which it was written') from original;
select is(entry - array['at', 'day', 'by', 'id', 'corrected_at'],
  '{"kind": "status_update", "health": "off_track", "summary": "Very late indeed.", "risks": null, "next_steps": null, "version": 3}',
  'the timeline has a corrected status once, with its new text')
from jsonb_array_elements(public.get_project_timeline(tests.id('alpha'), kinds => '{status_update}') -> 'entries') as entry, original
where entry ->> 'id' = original.id::text;
select is((select created_at from public.status_updates where id = original.id), created_at, 'a correction does not change the time of a status') from original;

select tests.act_as('owner');
select results_eq($$ select actor_person_id, project_id, before -> 'version', after -> 'version', after ->> 'summary'
    from public.audit_events where action = 'status_update.corrected' order by occurred_at, after -> 'version' $$,
  $$ values (tests.id('member'), tests.id('alpha'), '1'::jsonb, '2'::jsonb, 'Very late.'),
            (tests.id('member'), tests.id('alpha'), '2', '3', 'Very late indeed.') $$, 'the audit log contains each correction');
select throws_ok(statement, 'OPSTA', null, 'an earlier text cannot be changed: ' || statement)
from unnest(array['update public.status_update_versions set summary = ''Fine.'' where version = 1',
  'delete from public.status_update_versions where version = 1', 'truncate public.status_update_versions']) as statement;

-- The day begins when the status is posted, however often it is corrected.
update public.status_updates set created_at = clock_timestamp() - age from original, (values (interval '23 hours 59 minutes')) as cases (age)
where status_updates.id = original.id;
select is(tests.answer('member', format('select public.correct_status_update(%L, 3, ''on_track'', ''Fine.'')', id)), 'ok', 'a correction within a day is accepted')
from original;
update public.status_updates set created_at = clock_timestamp() - interval '24 hours' from original where status_updates.id = original.id;
select is(tests.answer('member', format('select public.correct_status_update(%L, 4, ''at_risk'', ''Late.'')', id)), 'OPSTA correction_closed',
  'a correction after a day is refused') from original;

select * from finish();
rollback;
