-- The approved text of a card for a client, as its file needs it: its sections without markers, the canonical name, and
-- the revision history where the profile asks for one. The file name contains the card and the version, so that no file
-- replaces an older one. Days are those of the organization.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (draft_not_found) · OPSTA (draft_not_approved).
create or replace function private.get_approved_draft(approval_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_draft constant jsonb := private.get_draft(approval_id);
  v_approval public.approvals;
  v_zone text;
begin
  select * into v_approval from public.approvals where approvals.id = get_approved_draft.approval_id;
  select organizations.time_zone into v_zone
  from public.organizations where organizations.id = v_approval.organization_id;
  if v_approval.status in ('pending', 'rejected') or private.is_undo_payload(v_approval.kind, v_approval.payload) then
    raise exception using
      errcode = 'OPSTA', message = 'The draft is not approved. Approve it, then download the file',
      hint = 'draft_not_approved', detail = jsonb_build_object('status', v_approval.status)::text;
  end if;
  return jsonb_build_object(
    'title', coalesce(v_approval.payload ->> 'title', v_approval.payload ->> 'headline'),
    'project', v_draft -> 'project' -> 'name',
    'client', v_draft -> 'project' -> 'client',
    'agency', v_draft -> 'project' -> 'agency',
    'version', v_approval.version,
    'approved_by', private.person_reference(v_approval.decided_by) -> 'name',
    'approved_on', (v_approval.decided_at at time zone v_zone)::date,
    'file_name', format('%s %s v%s',
      v_draft #>> '{export,file_name}', left(v_approval.id::text, 8), v_approval.version),
    'format', v_draft #> '{export,format}',
    'sections', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'heading', texts.section, 'body', private.strip_markers(texts.content)) order by texts."position"), '[]')
      from private.client_texts(v_approval.kind, v_approval.payload) as texts where not texts.is_title),
    'revisions', case when (v_draft #>> '{export,includes_revision_history}')::boolean then (
      select jsonb_agg(jsonb_build_object(
        'version', versions.version, 'by', private.person_reference(versions.written_by) -> 'name',
        'written_on', (versions.created_at at time zone v_zone)::date) order by versions.version)
      from public.approval_versions as versions
      where versions.approval_id = v_approval.id and versions.version <= v_approval.version) end);
end;
$$;

create or replace function public.get_approved_draft(approval_id uuid)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_approved_draft(approval_id) $$;

grant execute on function private.get_approved_draft(uuid) to authenticated;
grant execute on function public.get_approved_draft(uuid) to authenticated;
comment on function public.get_approved_draft(uuid) is
  'Returns { title, sections, file_name, format, version, revisions, … }. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
