-- The rules of uploads, which apply to every writer, the owner included: a new upload awaits its
-- file, changes its state only as listed here, never changes its file, and is never deleted.
create or replace function private.document_transitions()
returns table (before public.document_status, after public.document_status)
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select transition.before::public.document_status, transition.after::public.document_status
  from (values
    ('awaiting_upload', 'queued'), ('awaiting_upload', 'superseded'),
    ('queued', 'indexing'), ('queued', 'failed'), ('queued', 'superseded'),
    ('indexing', 'indexed'), ('indexing', 'failed'), ('indexing', 'superseded'),
    ('indexed', 'queued'), ('failed', 'queued')
  ) as transition (before, after)
$$;
comment on function private.document_transitions() is
  'Which status of an upload may follow which. An indexed or failed upload can be queued again.';

create or replace function private.tg_document_versions__guard_states()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_problem text;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'awaiting_upload' then
      v_problem := 'A new upload must await its file';
    end if;
  elsif (new.document_id, new.version, new.organization_id, new.path, new.file_name, new.content_type,
         new.size_bytes, new.uploaded_by)
    is distinct from
    (old.document_id, old.version, old.organization_id, old.path, old.file_name, old.content_type,
     old.size_bytes, old.uploaded_by)
  then
    v_problem := 'An upload never changes its file. Upload another version instead';
  elsif new.sha256 is distinct from old.sha256 and old.sha256 is not null then
    v_problem := 'The file of an upload never changes';
  elsif new.status <> old.status
    and not exists (select from private.document_transitions() as transition
                    where transition.before = old.status and transition.after = new.status)
  then
    v_problem := format('An upload cannot change from %s to %s', old.status, new.status);
  end if;
  if v_problem is not null then
    raise exception using errcode = 'OPSTA', message = v_problem, hint = 'illegal_transition';
  end if;
  return new;
end;
$$;
comment on function private.tg_document_versions__guard_states() is
  'Guards the states and files of uploads. Raises OPSTA (illegal_transition).';

create trigger tg_document_versions__guard_states before insert or update on public.document_versions
  for each row execute function private.tg_document_versions__guard_states();
create trigger tg_document_versions__refuse_delete before delete on public.document_versions
  for each row execute function private.tg_refuse_change();
create trigger tg_document_versions__refuse_truncate before truncate on public.document_versions
  for each statement execute function private.tg_refuse_change();
alter table public.document_versions enable always trigger tg_document_versions__guard_states;
alter table public.document_versions enable always trigger tg_document_versions__refuse_delete;
alter table public.document_versions enable always trigger tg_document_versions__refuse_truncate;
