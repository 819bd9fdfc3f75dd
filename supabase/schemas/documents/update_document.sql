-- Renames a document or changes its kind. The kind decides who sees the document, so only admins and leads change it.
-- Foreign keys pass its new scope on to its versions and passages in the same statement.
-- Raises OPAUT · OPDEN (role_not_allowed, kind_needs_lead) · OPINV (no_changes, unknown_fields, malformed_fields,
-- invalid_document) · OPNFD (document_not_found) · OPSTA (document_archived) · OPLIM.
create or replace function private.update_document(document_id uuid, changes jsonb)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_document public.documents;
  v_source public.sources;
  v_title text;
  v_kind public.document_kind;
  v_is_restricted boolean;
  v_before jsonb;
  v_after jsonb;
begin
  perform private.limit_work_changes(v_viewer);
  perform private.require_changes(changes, array['title', 'kind']);
  if changes ? 'kind' and v_viewer.role not in ('admin', 'lead') then
    raise exception using
      errcode = 'OPDEN',
      message = 'Only an admin or a lead can change the kind of a document, because it decides who sees it',
      hint = 'kind_needs_lead';
  end if;
  v_document := private.lock_document(v_viewer, update_document.document_id);
  select * into v_source from public.sources where sources.id = v_document.id;
  if v_source.archived_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The document is archived. Restore it first', hint = 'document_archived';
  end if;
  v_title := case when changes ? 'title' then btrim(changes ->> 'title') else v_source.title end;
  v_kind := case when changes ? 'kind' then private.document_kind_of(changes ->> 'kind') else v_document.kind end;
  if coalesce(v_title, '') = '' or char_length(v_title) > 500 or v_title ~ '[[:cntrl:]]' then
    raise exception using
      errcode = 'OPINV',
      message = 'A document needs a title of at most 500 characters, on one line',
      hint = 'invalid_document';
  end if;

  -- A file that is restricted at its vendor stays restricted, whatever its kind.
  v_is_restricted := private.is_restricted_kind(v_kind) or exists (
    select from private.synced_files as files where files.id = v_document.id and files.is_restricted);

  v_before := private.document_json(v_document.id);
  if not private.is_restricted_kind(v_kind) and v_kind <> v_document.kind then
    update public.documents set kind = v_kind where documents.id = v_document.id;
  end if;
  if v_title <> v_source.title or v_source.is_restricted <> v_is_restricted then
    update public.sources set title = v_title, is_restricted = v_is_restricted
    where sources.id = v_document.id;
  end if;
  -- Set after the restriction, because a constraint refuses a restricted kind on an unrestricted document.
  if private.is_restricted_kind(v_kind) and v_kind <> v_document.kind then
    update public.documents set kind = v_kind where documents.id = v_document.id;
  end if;

  update public.document_versions as versions
  set flags = private.flags_of_kind(v_kind, versions.flags, versions.facts)
  where versions.document_id = v_document.id
    and versions.flags <> private.flags_of_kind(v_kind, versions.flags, versions.facts);

  v_after := private.document_json(v_document.id);
  if v_after is distinct from v_before then
    -- The event is restricted if the document was or is restricted, because members may not read its name.
    perform private.record_audit_event(
      v_document.organization_id, 'document.updated', 'document', v_document.id, v_before, v_after,
      v_source.project_id, null, v_document.is_restricted or v_is_restricted);
  end if;
  return v_after;
end;
$$;

-- Raises OPINV (invalid_document) if the word is not a kind.
create or replace function private.document_kind_of(word text)
returns public.document_kind
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if word is null or word <> all (enum_range(null::public.document_kind)::text[]) then
    raise exception using
      errcode = 'OPINV', message = 'There is no such kind of document', hint = 'invalid_document';
  end if;
  return word::public.document_kind;
end;
$$;

create or replace function public.update_document(document_id uuid, changes jsonb)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.update_document(document_id, changes) $$;

grant execute on function private.update_document(uuid, jsonb) to authenticated;
grant execute on function public.update_document(uuid, jsonb) to authenticated;

comment on function private.document_kind_of(text) is 'Raises OPINV (invalid_document).';
comment on function public.update_document(uuid, jsonb) is
  'Returns the document. Changes: title, kind. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA · OPLIM.';
