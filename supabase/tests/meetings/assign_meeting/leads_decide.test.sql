-- An admin or lead assigns a meeting, removes its project or restricts it. No sync overrides them, and other callers are
-- refused.
begin;
select plan(43);
select tests.two_agencies();
select tests.meetings();
select tests.sync('meetings', array[tests.meeting('1', changes => '{"title": "Dentist", "invitees": []}')]);
select tests.sync('meetings', array[tests.meeting('2')]);
create temporary table meeting as select tests.meeting_id('1') as id, tests.meeting_id('2') as matched_id;
grant select on meeting to authenticated, anon, service_role;
create function pg_temp.project() returns uuid language sql as $$ select project_id from public.sources where id = (select id from meeting) $$;

create temporary table denied (persona text, code text);
insert into denied values
  ('member', 'OPDEN'), ('member2', 'OPDEN'), ('client', 'OPDEN'), ('outsider', 'OPDEN'), ('other_admin', 'OPNFD'),
  ('anonymous', '42501'), ('service', '42501');
grant select on denied to authenticated, anon, service_role;
create function pg_temp.refuses(persona text, code text, statement text) returns text language plpgsql as $$
begin
  perform tests.act_as(persona);
  return throws_ok(statement, code, null, persona || ' is refused: ' || statement);
end $$;
grant execute on function pg_temp.refuses(text, text, text) to authenticated, anon, service_role;
select pg_temp.refuses(persona, code, 'select public.assign_meeting((select id from meeting), tests.id(''alpha''))') from denied;
select tests.act_as('owner');
select is(pg_temp.project(), null, 'the refusals assign no project');
select pg_temp.refuses(persona, code, 'select public.restrict_meeting((select matched_id from meeting), true)') from denied;
select tests.act_as('owner');
select ok(not is_restricted, 'the refusals do not restrict the meeting') from public.sources where id = (select matched_id from meeting);

select tests.act_as('lead');
select throws_ok($$ select public.assign_meeting((select id from meeting), tests.id('delta')) $$, 'OPNFD', null, 'a meeting cannot be assigned to a project of another organization');
select throws_ok($$ select public.assign_meeting(tests.id('missing'), tests.id('alpha')) $$, 'OPNFD', null, 'an unknown meeting is not found');
select throws_ok($$ select public.restrict_meeting((select id from meeting), null) $$, 'OPINV', null, 'a call that neither sets nor lifts a restriction is refused');

select is(public.assign_meeting((select id from meeting), tests.id('beta')) - array['id', 'title', 'starts_at', 'ends_at'],
  jsonb_build_object('project_id', tests.id('beta'), 'is_restricted', false, 'matched_by', 'person', 'match_reason', 'Assigned by a person',
    'previous_project_id', null), 'a lead assigns a meeting');
select tests.act_as('member2');
select isnt_empty($$ select from public.meetings where external_id = '1' $$, 'members of the project see the assigned meeting');
select isnt_empty($$ select from public.passages where source_id = (select id from meeting) $$, 'members of the project see the text of the meeting');
select isnt_empty($$ select from public.project_notes where source_id = (select id from meeting) $$, 'members of the project see the entry in the note');
select tests.act_as('owner');
select is((select count(*)::int from public.audit_events where action = 'meeting.assigned' and object_id = (select id from meeting)), 1, 'the audit log contains the assignment once');
select is(tests.counts(tests.sync('meetings', array[tests.meeting('1', '2', '{"title": "P-1 dentist", "invitees": []}')])), '{0,1,0,0,0,0}', 'a sync changes the title to name another project');
select is(pg_temp.project(), tests.id('beta'), 'a sync does not move an assigned meeting');

-- A move to another project, and its undo.
select tests.act_as('lead');
select is(public.assign_meeting((select id from meeting), tests.id('alpha')) ->> 'previous_project_id', tests.id('beta')::text, 'the answer to a move names the former project');
select tests.sees('member2', $$ select id from public.project_notes $$, '{}');
select tests.act_as('member');
select isnt_empty($$ select from public.project_notes where source_id = (select id from meeting) $$, 'the entry of a meeting that moved is in the note of the new project');
select tests.act_as('lead');
select is(public.assign_meeting((select id from meeting), null) ->> 'project_id', null, 'a lead removes the project of a meeting');
select tests.act_as('owner');
select is_empty($$ select from public.passages where source_id = (select id from meeting) $$, 'removing the project of a meeting deletes its text');
select is_empty($$ select from public.project_notes where source_id = (select id from meeting) $$, 'removing the project of a meeting deletes its entry');
select is(tests.counts(tests.sync('meetings', array[tests.meeting('1', '3', '{"title": "P-2 dentist", "invitees": []}')])), '{0,1,0,0,0,0}', 'a sync changes the title to name a project');
select is(pg_temp.project(), null, 'a sync does not assign a meeting whose project a lead removed');
select is_empty($$ select from private.unmatched_meeting_ids(tests.id('North')) $$, 'a meeting whose project a lead removed is not listed as unmatched');

-- Restricted.
select tests.act_as('lead');
select is(public.restrict_meeting((select matched_id from meeting), true) ->> 'is_restricted', 'true', 'a lead restricts a meeting');
select tests.act_as('member');
select is_empty('select from public.meetings', 'members do not see a restricted meeting');
select is_empty('select from public.project_notes', 'members do not see the entry of a restricted meeting');
select is_empty('select from public.passages', 'members do not see the text of a restricted meeting');
select is_empty('select from public.approvals', 'members do not see the card that cites a restricted meeting');
select tests.act_as('lead');
select is(public.restrict_meeting((select matched_id from meeting), false) ->> 'is_restricted', 'false', 'a lead lifts the restriction');
select tests.act_as('member');
select isnt_empty('select from public.project_notes', 'members see the entry of a meeting whose restriction was lifted');
select tests.act_as('owner');
select results_eq(
  $$ select action, count(*)::int from public.audit_events where action like 'meeting.%' group by 1 order by 1 $$,
  $$ values ('meeting.assigned', 2), ('meeting.released', 1), ('meeting.restricted', 1), ('meeting.unassigned', 1) $$,
  'the audit log contains each change of the meeting');

select * from finish();
rollback;
