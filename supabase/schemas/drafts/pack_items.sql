-- The evidence of a project and a period, numbered in this order: passages (first, so that a card can cite them by the
-- same numbers), rows, figures, and the profile's standing facts. In each item, text is a sentence or the words of a
-- passage; query is a label for where the item comes from, such as project_notes or hours_in_period. An item whose
-- is_internal is true is for the author, not for the client.
create or replace function private.pack_items(
  organization_id uuid,
  project_id uuid,
  from_on date,
  to_on date,
  profile public.authoring_profiles
)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_project public.projects;
  v_zone text;
  v_shares_hours boolean;
begin
  select * into v_project from public.projects
  where projects.organization_id = pack_items.organization_id and projects.id = pack_items.project_id;
  select organizations.time_zone into v_zone
  from public.organizations where organizations.id = pack_items.organization_id;
  select operating_profiles.shares_hours into v_shares_hours
  from public.operating_profiles where operating_profiles.account_id = v_project.account_id;
  return (
    select coalesce(jsonb_agg(
      jsonb_strip_nulls(entry.item) || jsonb_build_object('number', entry.number) order by entry.number), '[]')
    from (
      select item, row_number() over (order by part, position) as number
      from (
        select 1 as part, passages.position, passages.item
        from private.pack_passages(v_project, from_on, to_on, v_zone, profile) as passages
        union all
        select 2, rows.position, rows.item
        from private.pack_rows(v_project, from_on, to_on, v_zone) as rows
        union all
        select 3, figures.position, figures.item || jsonb_build_object(
          'is_internal', figures.item ->> 'group' = 'hours' and not coalesce(v_shares_hours, false))
        from private.pack_figures(v_project, from_on, to_on) as figures
        union all
        select 4, facts.position, jsonb_build_object(
          'group', 'fact', 'kind', 'fact', 'query', 'standing_facts', 'title', profile.name, 'text', facts.fact)
        from unnest(profile.standing_facts) with ordinality as facts (fact, position)
      ) as items (part, position, item)
    ) as entry);
end;
$$;
comment on function private.pack_items(uuid, uuid, date, date, public.authoring_profiles) is
  'Returns [{ number, group, kind, query, title, text, is_internal?, occurred_on?, source_kind?, source_id?, source_version?, passage_id?, location?, table?, row_id? }].';

create or replace function private.format_day(day date)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select to_char(day, 'FMDD FMMonth FMYYYY') $$;
comment on function private.format_day(date) is 'A day as a client reads it: 3 March 2026.';

create or replace function private.format_hours(hours numeric)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select trim_scale(hours) || case when hours = 1 then ' hour' else ' hours' end $$;
comment on function private.format_hours(numeric) is 'Hours as a client reads them: 1 hour, or 2.5 hours.';

-- Passages of the sources that a draft may cite: processed documents, and meetings, emails and notes of the
-- project. A profile limits their kinds and age; without one, they must be from the period. Passages whose text is in the
-- project's running note come first, then those with a keyword for a decision or a risk; at most five per source. The
-- item has the text of the source, not of the note, so that a reader can open the passage.
create or replace function private.pack_passages(
  project public.projects, from_on date, to_on date, zone text, profile public.authoring_profiles
)
returns table ("position" bigint, item jsonb)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_decision constant text := '\m(decid|agree|approv|sign(ed)? off|accept|entschied|beschlossen)';
  v_risk constant text := '\m(risk|delay|block|late|overdue|problem|concern|issue)';
  v_max_age constant integer := case when profile.id is null then to_on - from_on else profile.max_source_age_days end;
begin
  return query
    select row_number() over (
        order by candidate.is_noted desc, candidate.has_keyword desc, candidate.occurred_on desc, candidate.title, candidate.position, candidate.id),
      jsonb_build_object(
        'group', case when candidate.content ~* v_decision then 'decided' when candidate.content ~* v_risk then 'at_risk' else 'passage' end,
        'kind', 'passage', 'query', case when candidate.is_noted then 'project_notes' else 'passages' end, 'title', candidate.title, 'text', left(candidate.content, 4000),
        'occurred_on', candidate.occurred_on, 'source_kind', candidate.kind, 'source_id', candidate.source_id,
        'source_version', candidate.source_version, 'passage_id', candidate.id, 'location', candidate.location)
    from (
      select passages.id, passages.content, passages.position, passages.location, passages.source_id,
        passages.source_version, source.title, source.kind, source.occurred_on,
        passages.content ~* (v_decision || '|' || v_risk) as has_keyword, note_match.is_noted,
        row_number() over (
          partition by source.id
          order by note_match.is_noted desc, passages.content ~* (v_decision || '|' || v_risk) desc, passages.position) as rank_in_source
      from (
        select sources.*, (coalesce(sources.occurred_at, sources.created_at) at time zone zone)::date as occurred_on
        from public.sources
        where sources.organization_id = project.organization_id and sources.project_id = project.id
          and sources.archived_at is null and sources.published_version is not null
          and (profile.id is null or sources.kind = any (profile.source_kinds))
          and (sources.scope_id = project.id or coalesce(profile.includes_restricted, false))
          and (sources.kind <> 'document' or exists (
            select from public.documents
            where documents.id = sources.id and documents.indexed_version is not null))
      ) as source
      join public.passages
        on passages.source_id = source.id and passages.source_version = source.published_version
      cross join lateral (
        select exists (
          select from public.project_notes as notes
          where notes.source_id = source.id
            and (private.is_quoted(notes.body, passages.content) or private.is_quoted(passages.content, notes.body))
        ) as is_noted
      ) as note_match
      where source.occurred_on <= to_on
        and (v_max_age is null or source.occurred_on >= to_on - v_max_age)
    ) as candidate
    where candidate.rank_in_source <= 5
    order by 1
    limit coalesce(profile.max_passages, 20);
end;
$$;

-- The rows that matter for the period, one sentence each: tasks that were finished or added in it, scope changes that were
-- published and cards that were approved in it, late and blocked tasks, the risks of status updates, and tasks due in
-- the three weeks after it. A row can have an item in several groups.
create or replace function private.pack_rows(project public.projects, from_on date, to_on date, zone text)
returns table ("position" bigint, item jsonb)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select row_number() over (order by entry.rank, entry.on_day, entry.title, entry.row_id),
      jsonb_build_object(
        'group', entry.item_group, 'kind', 'row', 'query', entry.table_name || '_' || entry.item_group, 'table', entry.table_name,
        'row_id', entry.row_id, 'title', entry.title, 'text', entry.sentence, 'occurred_on', entry.on_day)
    from (
      (select 1 as rank, 'done' as item_group, 'tasks' as table_name, tasks.id as row_id, tasks.title,
        tasks.completed_on as on_day, format('The task %s was finished on %s.', tasks.title, private.format_day(tasks.completed_on)) as sentence
      from public.tasks
      where tasks.project_id = project.id and tasks.archived_at is null and tasks.status = 'done'
        and tasks.completed_on between from_on and to_on
      order by tasks.completed_on desc, tasks.id limit 50)
      union all
      (select 2, 'changed', 'tasks', tasks.id, tasks.title, (tasks.created_at at time zone zone)::date,
        format('The task %s was added on %s.', tasks.title, private.format_day((tasks.created_at at time zone zone)::date))
      from public.tasks
      where tasks.project_id = project.id and tasks.archived_at is null
        and tasks.status in ('open', 'in_progress', 'blocked')
        and (tasks.created_at at time zone zone)::date between from_on and to_on
      order by tasks.created_at desc, tasks.id limit 20)
      union all
      (select 2, 'changed', 'scope_changes', changes.approval_id, changes.title, (changes.published_at at time zone zone)::date,
        format('The scope change %s was published on %s.', changes.title,
          private.format_day((changes.published_at at time zone zone)::date))
      from public.scope_changes as changes
      where changes.project_id = project.id and not changes.is_restricted and changes.withdrawn_at is null
        and (changes.published_at at time zone zone)::date between from_on and to_on
      order by changes.published_at desc limit 20)
      union all
      (select 3, 'decided', 'approvals', cards.id, cards.title, (cards.decided_at at time zone zone)::date,
        format('On %s we approved this: %s.', private.format_day((cards.decided_at at time zone zone)::date), cards.title)
      from public.approvals as cards
      where cards.project_id = project.id and not cards.is_restricted and cards.undo_of_id is null
        and cards.kind in ('scope_change', 'deliverable_release', 'client_readout', 'scope_summary')
        and cards.status in ('approved', 'executing', 'executed')
        and (cards.decided_at at time zone zone)::date between from_on and to_on
      order by cards.decided_at desc limit 20)
      union all
      (select 4, 'at_risk', 'tasks', tasks.id, tasks.title, tasks.due_on,
        format('The task %s was due on %s and is still open.', tasks.title, private.format_day(tasks.due_on))
      from public.tasks
      where tasks.project_id = project.id and tasks.archived_at is null
        and tasks.status in ('open', 'in_progress', 'blocked') and tasks.due_on < to_on
      order by tasks.due_on, tasks.id limit 20)
      union all
      (select 4, 'at_risk', 'tasks', tasks.id, tasks.title, null, format('The task %s is blocked.', tasks.title)
      from public.tasks
      where tasks.project_id = project.id and tasks.archived_at is null and tasks.status = 'blocked'
        and (tasks.due_on is null or tasks.due_on >= to_on)
      order by tasks.id limit 20)
      union all
      (select 4, 'at_risk', 'status_updates', updates.id, 'Status of ' || private.format_day((updates.created_at at time zone zone)::date),
        (updates.created_at at time zone zone)::date, updates.risks
      from public.status_updates as updates
      where updates.project_id = project.id and updates.risks is not null
        and (updates.created_at at time zone zone)::date between from_on and to_on
      order by updates.created_at desc limit 5)
      union all
      (select 5, 'planned', 'tasks', tasks.id, tasks.title, tasks.due_on,
        format('The task %s is due on %s.', tasks.title, private.format_day(tasks.due_on))
      from public.tasks
      where tasks.project_id = project.id and tasks.archived_at is null
        and tasks.status in ('open', 'in_progress') and tasks.due_on between to_on and to_on + 21
      order by tasks.due_on, tasks.id limit 20)
    ) as entry;
end;
$$;

-- The figures of a period, and the start, end and lead of a project. As in the portal, the hours and the budget of an
-- earlier client do not count.
create or replace function private.pack_figures(project public.projects, from_on date, to_on date)
returns table ("position" bigint, item jsonb)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    with hours as (
      select private.client_hours(project.id, client.id, to_on => pack_figures.to_on) as to_date,
        private.client_hours(project.id, client.id, pack_figures.from_on, pack_figures.to_on) as period_hours,
        private.client_budget_hours(project.id, client.id) as budget
      from (select private.client_of_project(project.organization_id, project.id) as id) as client
    ), work as (
      select count(*) filter (where tasks.status = 'done' and tasks.completed_on between from_on and to_on) as done_count,
        count(*) filter (where tasks.status in ('open', 'in_progress', 'blocked')) as open_count
      from public.tasks where tasks.project_id = project.id and tasks.archived_at is null
    )
    select figure.position::bigint, jsonb_build_object(
      'group', figure.item_group, 'kind', 'figure', 'query', figure.query, 'title', figure.title, 'text', figure.sentence)
    from hours cross join work cross join lateral (values
      (1, 'period', 'period', 'Period',
        format('The period is %s to %s.', private.format_day(from_on), private.format_day(to_on))),
      (2, 'done', 'tasks_done', 'Finished tasks', case when work.done_count > 0 then format(
        case when work.done_count = 1 then 'We finished %s task in this period.' else 'We finished %s tasks in this period.' end, work.done_count) end),
      (3, 'planned', 'tasks_open', 'Open tasks', case when work.open_count > 0 then format(
        case when work.open_count = 1 then '%s task is open.' else '%s tasks are open.' end, work.open_count) end),
      (4, 'hours', 'hours_in_period', 'Hours in the period', format(
        'We recorded %s in this period.', private.format_hours(hours.period_hours))),
      (5, 'hours', 'hours_of_budget', 'Hours and budget', case when hours.budget > 0 then format(
        'We have used %s of the budget of %s, which is %s percent.', private.format_hours(hours.to_date),
        private.format_hours(hours.budget), round(hours.to_date * 100 / hours.budget))
        else format('We have used %s so far.', private.format_hours(hours.to_date)) end),
      (6, 'planned', 'project_end', 'End of the project', case when project.due_on is not null
        then format('The project ends on %s.', private.format_day(project.due_on)) end),
      (7, 'fact', 'project_start', 'Start of the project', case when project.starts_on is not null
        then format('The project began on %s.', private.format_day(project.starts_on)) end),
      (8, 'fact', 'project_lead', 'Project lead', (
        select format('%s leads the project.', people.name) from public.people where people.id = project.lead_id))
    ) as figure (position, item_group, query, title, sentence)
    where figure.sentence is not null;
end;
$$;
