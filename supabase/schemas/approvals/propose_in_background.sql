-- Proposes a card for a background function, which has read its evidence. No person proposed it, so everyone with
-- the right may decide it. The caller ensures that one fact leads to one card.
-- Raises OPINV (invalid_payload, invalid_citations) · OPNFD (project_not_found, source_not_found) · OPBIG.
create or replace function private.propose_in_background(
  organization_id uuid, kind public.approval_kind, project_id uuid, payload jsonb, citations jsonb)
returns uuid
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind public.approval_kinds;
  v_approval public.approvals;
  v_citations public.approval_citations[];
  v_reader public.people;
begin
  select * into v_kind from public.approval_kinds where approval_kinds.kind = propose_in_background.kind;
  if not exists (
    select from public.projects
    where projects.organization_id = propose_in_background.organization_id
      and projects.id = propose_in_background.project_id and projects.archived_at is null)
  then
    raise exception using errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  -- A background function may read everything in its organization.
  v_reader.organization_id := propose_in_background.organization_id;
  v_reader.role := 'lead';
  v_approval.id := gen_random_uuid();
  v_approval.payload := private.check_payload(
    propose_in_background.organization_id, propose_in_background.project_id, propose_in_background.kind,
    propose_in_background.payload);
  v_citations := private.check_citations(v_reader, v_approval.id, propose_in_background.citations);
  insert into public.approvals (
    id, organization_id, kind, project_id, title, payload, is_restricted, proposer, request_id)
  values (
    v_approval.id, propose_in_background.organization_id, propose_in_background.kind, propose_in_background.project_id,
    private.approval_title(
      propose_in_background.kind, propose_in_background.project_id, v_approval.payload,
      propose_in_background.organization_id),
    v_approval.payload,
    -- Viewers of the card see the sources that it cites.
    v_kind.is_restricted or exists (
      select from unnest(v_citations) as citation
      join public.sources on sources.id = citation.source_id
      where sources.scope_id <> propose_in_background.project_id),
    'background', private.request_id())
  returning * into v_approval;
  insert into public.approval_citations (
    organization_id, approval_id, number, role, source_id, source_version, source_was_restricted, passage_id, quote,
    scope_id)
  select citation.organization_id, citation.approval_id, citation.number, citation.role, citation.source_id,
         citation.source_version, citation.source_was_restricted, citation.passage_id, citation.quote, v_approval.scope_id
  from unnest(v_citations) as citation;
  v_approval := private.store_readiness(v_approval);
  perform private.record_approval_version(v_approval, null);
  perform private.record_approval_event(v_approval, 'proposed');
  return v_approval.id;
end;
$$;
comment on function private.propose_in_background(uuid, public.approval_kind, uuid, jsonb, jsonb) is
  'Returns the id of the card. citations as in propose_approval(). Raises OPINV · OPNFD · OPBIG.';
