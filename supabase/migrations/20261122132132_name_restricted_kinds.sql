-- Documents are few: the scan for the new check is short.
-- squawk-ignore-file constraint-missing-not-valid
set local check_function_bodies = off;

alter table "public"."documents"
  drop constraint "contract_is_restricted";

alter table "public"."documents"
  drop constraint "sow_is_restricted";

create or replace function private.create_document_upload (
  project_id   uuid,
  file_name    text,
  content_type text,
  size_bytes   bigint,
  title        text                 default null::text,
  kind         public.document_kind default null::public.document_kind,
  document_id  uuid                 default null::uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_sees_all constant boolean := v_viewer.role in ('admin', 'lead');
  v_is_restricted constant boolean := coalesce(private.is_restricted_kind(create_document_upload.kind), false);
  v_file_name constant text := btrim(create_document_upload.file_name);
  v_content_type constant text := lower(btrim(split_part(create_document_upload.content_type, ';', 1)));
  v_title constant text := btrim(coalesce(create_document_upload.title, create_document_upload.file_name));
  v_document public.documents;
  v_version public.document_versions;
begin
  if v_is_restricted and not v_sees_all then
    raise exception using
      errcode = 'OPDEN',
      message = 'Contracts and statements of work are for admins and leads',
      hint = 'kind_needs_lead';
  end if;
  perform private.check_upload(v_file_name, v_content_type, size_bytes, v_title);
  perform private.require_open_project(v_viewer, project_id);

  if document_id is null then
    v_document := private.new_document(
      v_viewer, project_id, v_title, coalesce(create_document_upload.kind, 'other'), v_is_restricted);
  else
    v_document := private.next_document_version(
      v_viewer, document_id, project_id, create_document_upload.title, create_document_upload.kind);
  end if;

  insert into public.document_versions (
    document_id, version, organization_id, scope_id, path, file_name, content_type, size_bytes, uploaded_by)
  values (
    v_document.id, v_document.latest_version, v_document.organization_id, v_document.scope_id,
    private.document_path(v_document.organization_id, v_document.id, v_document.latest_version, v_file_name),
    v_file_name, v_content_type, create_document_upload.size_bytes, v_viewer.id)
  returning * into v_version;
  perform private.record_audit_event(
    v_document.organization_id, 'document.upload_begun', 'document', v_document.id, null,
    jsonb_build_object('version', v_version.version, 'file_name', v_version.file_name,
                       'size_bytes', v_version.size_bytes, 'kind', v_document.kind),
    create_document_upload.project_id, null, v_document.is_restricted);
  perform private.reserve_storage(v_viewer, 'documents', v_version.size_bytes);
  return jsonb_build_object('document_id', v_document.id, 'version', v_version.version,
                            'bucket', 'documents', 'path', v_version.path);
end;
$function$;

create or replace function private.flags_of_kind (
  kind  public.document_kind,
  flags text[],
  facts jsonb
)
  returns text[]
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_not_found constant text[] := array(
    select jsonb_array_elements_text(coalesce(flags_of_kind.facts -> 'not_found', '[]')));
begin
  return array(
    select flag from unnest(flags_of_kind.flags) as flag where flag <> all (v_not_found)
    union all
    select flag from unnest(v_not_found) as flag where private.is_restricted_kind(flags_of_kind.kind));
end;
$function$;

create or replace function private.is_restricted_kind (
  kind public.document_kind
)
  returns boolean
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select kind in ('contract', 'sow') $function$;

create or replace function private.update_document (
  document_id uuid,
  changes     jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_document public.documents;
  v_source public.sources;
  v_title text;
  v_kind public.document_kind;
  v_before jsonb;
  v_after jsonb;
begin
  perform private.require_changes(changes, array['title', 'kind']);
  if changes ? 'kind' and v_viewer.role not in ('admin', 'lead') then
    raise exception using
      errcode = 'OPDEN',
      message = 'What kind a document is decides who sees it, so only an admin or a lead can change that',
      hint = 'kind_needs_lead';
  end if;
  v_document := private.lock_document(v_viewer, update_document.document_id);
  select * into v_source from public.sources where sources.id = v_document.id;
  if v_source.archived_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The document is archived', hint = 'document_archived';
  end if;
  v_title := case when changes ? 'title' then btrim(changes ->> 'title') else v_source.title end;
  v_kind := case when changes ? 'kind' then private.document_kind_of(changes ->> 'kind') else v_document.kind end;
  if coalesce(v_title, '') = '' or char_length(v_title) > 500 or v_title ~ '[[:cntrl:]]' then
    raise exception using
      errcode = 'OPINV',
      message = 'A document needs a title of at most 500 characters, in one line',
      hint = 'invalid_document';
  end if;

  v_before := private.document_json(v_document.id);
  if not private.is_restricted_kind(v_kind) and v_kind <> v_document.kind then
    update public.documents set kind = v_kind where documents.id = v_document.id;
  end if;
  if v_title <> v_source.title or v_source.is_restricted <> private.is_restricted_kind(v_kind) then
    update public.sources set title = v_title, is_restricted = private.is_restricted_kind(v_kind)
    where sources.id = v_document.id;
  end if;
  -- Restricted by now, as a contract has to be.
  if private.is_restricted_kind(v_kind) and v_kind <> v_document.kind then
    update public.documents set kind = v_kind where documents.id = v_document.id;
  end if;

  update public.document_versions as versions
  set flags = private.flags_of_kind(v_kind, versions.flags, versions.facts)
  where versions.document_id = v_document.id
    and versions.flags <> private.flags_of_kind(v_kind, versions.flags, versions.facts);

  v_after := private.document_json(v_document.id);
  if v_after is distinct from v_before then
    -- Restricted before or after: what it was called then is no member's to read.
    perform private.record_audit_event(
      v_document.organization_id, 'document.updated', 'document', v_document.id, v_before, v_after,
      v_source.project_id, null, v_document.is_restricted or private.is_restricted_kind(v_kind));
  end if;
  return v_after;
end;
$function$;

comment on function "private"."is_restricted_kind"(public.document_kind) is
  'Whether documents of this kind are restricted; null for null.';

comment on type "public"."document_kind" is 'The kind of a document; contracts and statements of work are restricted.';

revoke all on function "private"."is_restricted_kind"(public.document_kind) from public;

alter table "public"."documents"
  add constraint "restricted_kind_is_restricted"
    check ((is_restricted OR (NOT private.is_restricted_kind(kind))));
