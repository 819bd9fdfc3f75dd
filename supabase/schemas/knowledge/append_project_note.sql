-- Adds the entry of a source to the note of its project, or replaces the one it has. Called in the transaction that
-- publishes the source.
-- Raises OPNFD (source_not_found) · OPSTA (source_of_other_project).
create or replace function private.append_project_note(
  organization_id uuid, project_id uuid, source_id uuid, occurred_on date, title text, body text)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_source public.sources;
begin
  select * into v_source from public.sources
  where sources.id = append_project_note.source_id
    and sources.organization_id = append_project_note.organization_id
  for update;
  if v_source.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such source', hint = 'source_not_found';
  elsif v_source.project_id is distinct from append_project_note.project_id or v_source.archived_at is not null then
    raise exception using
      errcode = 'OPSTA',
      message = 'The source belongs to another project, or is archived. Assign it to this project first',
      hint = 'source_of_other_project';
  end if;
  perform private.write_project_notes(
    array[v_source.id], array[append_project_note.occurred_on], array[append_project_note.title],
    array[append_project_note.body]);
end;
$$;
comment on function private.append_project_note(uuid, uuid, uuid, date, text, text) is
  'For functions that publish a source. A source has one entry. Raises OPNFD · OPSTA.';

-- Writes the entries of sources that the caller has locked, each to the note of its project.
create or replace function private.write_project_notes(
  source_ids uuid[], occurred_ons date[], titles text[], bodies text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.project_notes as existing_note (
    organization_id, project_id, source_id, scope_id, occurred_on, title, body)
  select
    sources.organization_id, sources.project_id, sources.id, sources.scope_id, input.occurred_on,
    left(btrim(input.title), 500), left(btrim(coalesce(input.body, '')), 20000)
  from unnest(
    write_project_notes.source_ids, write_project_notes.occurred_ons, write_project_notes.titles,
    write_project_notes.bodies) as input (source_id, occurred_on, title, body)
  join public.sources on sources.id = input.source_id
  on conflict on constraint project_notes_source_id_key do update
  set project_id = excluded.project_id, scope_id = excluded.scope_id, occurred_on = excluded.occurred_on,
      title = excluded.title, body = excluded.body
  where (existing_note.project_id, existing_note.scope_id, existing_note.occurred_on, existing_note.title, existing_note.body)
    is distinct from
    (excluded.project_id, excluded.scope_id, excluded.occurred_on, excluded.title, excluded.body);
end;
$$;

-- An entry follows its source to another project, and is removed when the source is archived or no longer has a
-- project.
create or replace function private.tg_sources__move_note()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if new.project_id is null or new.archived_at is not null then
    delete from public.project_notes where project_notes.source_id = new.id;
  else
    update public.project_notes set project_id = new.project_id where project_notes.source_id = new.id;
  end if;
  return new;
end;
$$;

create trigger tg_sources__move_note before update of project_id, archived_at on public.sources
  for each row
  when (old.project_id is distinct from new.project_id or old.archived_at is distinct from new.archived_at)
  execute function private.tg_sources__move_note();
