-- Puts a card into the queue: an intended write, with its evidence. Anyone who sees a project may propose a card
-- for it; prompt cards have no project. Nothing happens until a person decides. A card of an assistant inherits the
-- scope of everything that was shown in its conversation, as the database recorded it: if that is more than the
-- project's readers see, the card is restricted.
-- Raises OPAUT · OPDEN · OPNFD (project_not_found, source_not_found) · OPINV (invalid_payload, invalid_proposal,
-- invalid_citations) · OPSTA (project_archived, too_many_open_cards) · OPLIM (rate_limited) · OPBIG
-- (payload_too_large, storage_quota_exceeded).
create or replace function private.propose_approval(
  kind public.approval_kind,
  project_id uuid,
  payload jsonb,
  citations jsonb default '[]',
  proposer public.proposer default 'person',
  agent_session_id uuid default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
begin
  if kind is null or proposer is null or proposer = 'background'
    or (proposer <> 'agent' and agent_session_id is not null)
  then
    raise exception using
      errcode = 'OPINV',
      message = 'A proposal needs a kind, and a person or an agent in a session',
      hint = 'invalid_proposal';
  end if;
  if kind = 'client_request' then
    raise exception using
      errcode = 'OPINV', message = 'Only a client can send a request, in the portal', hint = 'invalid_proposal';
  end if;
  if kind = 'sync_removal' then
    raise exception using
      errcode = 'OPINV', message = 'Only a sync can propose removals', hint = 'invalid_proposal';
  end if;
  return private.approval_json(private.create_approval(
    v_viewer, kind, project_id, payload, citations, proposer, agent_session_id, null));
end;
$$;

create or replace function private.create_approval(
  viewer public.people,
  kind public.approval_kind,
  project_id uuid,
  payload jsonb,
  citations jsonb,
  proposer public.proposer,
  agent_session_id uuid,
  undo_of_id uuid
)
returns public.approvals
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind public.approval_kinds;
  v_approval public.approvals;
  v_citations public.approval_citations[];
  v_target jsonb;
begin
  perform private.consume_rate_limit(viewer, 'propose', private.rate_limit_of('propose'), 60);
  select * into v_kind from public.approval_kinds where approval_kinds.kind = create_approval.kind;
  if not v_kind.needs_project and create_approval.project_id is not null then
    raise exception using
      errcode = 'OPINV', message = 'A card of this kind has no project. Leave out project_id', hint = 'invalid_proposal';
  elsif v_kind.needs_project
    and not coalesce(create_approval.project_id = any (
      -- A request comes from a contact of the client, who cannot see the rows of any project.
      case when v_kind.kind = 'client_request'
        then private.client_project_ids(viewer.organization_id, viewer.client_id)
        else private.project_ids_of(viewer) end), false)
  then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  elsif exists (select from public.projects
                where projects.id = create_approval.project_id and projects.archived_at is not null)
  then
    raise exception using
      errcode = 'OPSTA', message = 'The project is archived. Restore it first', hint = 'project_archived';
  end if;

  perform private.refuse_too_many_cards(viewer);

  v_approval.id := gen_random_uuid();
  v_approval.organization_id := viewer.organization_id;
  v_approval.kind := create_approval.kind;
  v_approval.project_id := create_approval.project_id;
  v_approval.payload := private.check_payload(
    viewer.organization_id, create_approval.project_id, create_approval.kind, create_approval.payload);
  v_approval.undo_of_id := create_approval.undo_of_id;
  v_target := private.approval_target(v_approval);
  v_citations := private.check_citations(viewer, v_approval.id, create_approval.citations);
  if octet_length(v_approval.payload::text) + (
      select coalesce(sum(octet_length(citation.quote)), 0) from unnest(v_citations) as citation) > private.max_card_bytes()
  then
    perform private.refuse_large_card();
  end if;

  insert into public.approvals (
    id, organization_id, kind, project_id, title, payload, is_restricted, target_id, target_snapshot,
    undo_of_id, proposer, proposed_by, agent_session_id, request_id)
  values (
    v_approval.id, viewer.organization_id, v_approval.kind, v_approval.project_id,
    private.approval_title(v_approval.kind, v_approval.project_id, v_approval.payload, viewer.organization_id),
    v_approval.payload,
    -- Viewers of a card see its citations, so it is restricted unless all cited sources belong to its project.
    v_kind.is_restricted or private.undoes_restricted(v_approval)
    or exists (
      select from unnest(v_citations) as citation
      join public.sources on sources.id = citation.source_id
      where sources.scope_id is distinct from coalesce(v_approval.project_id, sources.scope_id))
    -- Its text may contain anything that was shown in the assistant's conversation.
    or create_approval.proposer = 'agent' and exists (
      select from private.materials_of_session(viewer, create_approval.agent_session_id) as materials
      where materials.scope_id is distinct from coalesce(v_approval.project_id, materials.scope_id)),
    (v_target ->> 'id')::uuid, v_target -> 'state', create_approval.undo_of_id,
    create_approval.proposer, viewer.id, create_approval.agent_session_id, private.request_id())
  returning * into v_approval;

  insert into public.approval_citations (
    organization_id, approval_id, number, role, source_id, source_version, source_was_restricted, passage_id, quote,
    scope_id)
  select citation.organization_id, citation.approval_id, citation.number, citation.role, citation.source_id,
         citation.source_version, citation.source_was_restricted, citation.passage_id, citation.quote, v_approval.scope_id
  from unnest(v_citations) as citation;
  if create_approval.proposer = 'agent' then
    insert into private.approval_materials (organization_id, approval_id, scope_id, source_id)
    select v_approval.organization_id, v_approval.id, materials.scope_id, materials.source_id
    from private.materials_of_session(viewer, create_approval.agent_session_id) as materials
    on conflict on constraint approval_materials_approval_id_scope_id_source_id_key do nothing;
  end if;
  v_approval := private.store_readiness(v_approval);
  perform private.record_approval_version(v_approval, viewer.id);
  perform private.record_approval_event(
    v_approval, 'proposed',
    case when undo_of_id is not null then jsonb_build_object('undo_of_id', undo_of_id) end);
  -- A person has seen the text that they wrote, but not the text of their assistant.
  if create_approval.proposer = 'person' then
    perform private.record_readings(viewer, array[v_approval]);
  end if;
  perform private.reserve_storage(viewer, 'text', private.card_bytes(v_approval));
  return v_approval;
end;
$$;

-- The checked citations of a proposal: the proposer sees every source, every passage is in the published text, and
-- evidence is quoted. Whether the quote is verbatim is checked at the decision.
create or replace function private.check_citations(viewer public.people, approval_id uuid, citations jsonb)
returns public.approval_citations[]
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scope_ids uuid[] := private.scope_ids_of(viewer);
  v_entry jsonb;
  v_number integer := 0;
  v_source public.sources;
  v_citation public.approval_citations;
  v_citations public.approval_citations[] := '{}';
  v_uuid constant text := '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
begin
  if jsonb_typeof(coalesce(citations, '[]')) <> 'array' or jsonb_array_length(coalesce(citations, '[]')) > 200 then
    raise exception using
      errcode = 'OPINV', message = 'Send at most 200 citations', hint = 'invalid_citations';
  end if;
  for v_entry in select * from jsonb_array_elements(citations) loop
    v_number := v_number + 1;
    if jsonb_typeof(v_entry) <> 'object'
      or coalesce(v_entry ->> 'role', '') not in ('evidence', 'influence')
      or coalesce(v_entry ->> 'source_id', '') !~ v_uuid
      or coalesce(v_entry ->> 'chunk_id', '00000000-0000-0000-0000-000000000000') !~ v_uuid
      or (v_entry ->> 'role' = 'evidence' and coalesce(private.comparable_text(v_entry ->> 'quote'), '') = '')
      or char_length(v_entry ->> 'quote') > 4000
      or v_entry - array['role', 'source_id', 'chunk_id', 'quote'] <> '{}'
    then
      raise exception using
        errcode = 'OPINV',
        message = format('Citation %s needs a role, a source and, as evidence, a quote', v_number),
        hint = 'invalid_citations',
        detail = jsonb_build_object('citation', v_number)::text;
    end if;
    select * into v_source from public.sources
    where sources.id = (v_entry ->> 'source_id')::uuid
      and sources.organization_id = viewer.organization_id
      and sources.scope_id = any (v_scope_ids) and sources.archived_at is null
    -- Locked until the card is stored, so that a concurrent restriction of the source also restricts the card.
    for share;
    v_citation.organization_id := viewer.organization_id;
    v_citation.approval_id := approval_id;
    v_citation.number := v_number;
    v_citation.role := (v_entry ->> 'role')::public.citation_role;
    v_citation.source_id := v_source.id;
    v_citation.source_version := coalesce(v_source.published_version, v_source.version);
    v_citation.source_was_restricted := v_source.is_restricted;
    v_citation.passage_id := (v_entry ->> 'chunk_id')::uuid;
    v_citation.quote := nullif(btrim(v_entry ->> 'quote'), '');
    if v_citation.passage_id is null and v_citation.quote is not null then
      -- Stored once, even when no passage has the quote, so that readers of the card need not search the whole source.
      v_citation.passage_id := (
        select passage.id from private.quoted_passage(v_source.id, v_citation.source_version, v_citation.quote) as passage);
    end if;
    if v_source.id is null or (v_citation.passage_id is not null and not exists (
      select from public.passages
      where passages.id = v_citation.passage_id and passages.source_id = v_source.id
        and passages.source_version = v_citation.source_version))
    then
      raise exception using
        errcode = 'OPNFD', message = 'There is no such source', hint = 'source_not_found';
    end if;
    v_citations := v_citations || v_citation;
  end loop;
  return v_citations;
end;
$$;

-- Everyone reviews pending cards, so their number is limited.
-- Raises OPSTA (too_many_open_cards).
create or replace function private.refuse_too_many_cards(viewer public.people)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_limit constant bigint := private.quota_of('open_cards_per_person');
begin
  if (select count(*) from public.approvals
      where approvals.organization_id = (viewer).organization_id and approvals.proposed_by = (viewer).id
        and approvals.status = 'pending') >= v_limit
  then
    raise exception using
      errcode = 'OPSTA',
      message = format('%s of your cards are waiting for a decision. Propose more after some of them are decided', v_limit),
      hint = 'too_many_open_cards';
  end if;
end;
$$;

create or replace function private.max_card_bytes()
returns integer
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select 200000 $$;
comment on function private.max_card_bytes() is 'The maximum size of a card in bytes: its payload and the quotes that it cites.';

-- Raises OPBIG (payload_too_large).
create or replace function private.refuse_large_card()
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using
    errcode = 'OPBIG',
    message = format('The card is too large. Shorten it to at most %s bytes, quotes included',
      to_char(private.max_card_bytes(), 'FM999,999')),
    hint = 'payload_too_large';
end;
$$;

-- The bytes that a card adds to the text of its organization.
create or replace function private.card_bytes(approval public.approvals)
returns bigint
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return octet_length(approval.payload::text) + (
    select coalesce(sum(octet_length(approval_citations.quote)), 0)
    from public.approval_citations where approval_citations.approval_id = approval.id);
end;
$$;

-- Checks the readiness of a card once, with the scope of a viewer who sees the whole organization, so that listing
-- cards needs no check.
create or replace function private.store_readiness(approval public.approvals)
returns public.approvals
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval public.approvals := approval;
  v_reader public.people;
  v_readiness jsonb;
begin
  v_reader.organization_id := approval.organization_id;
  v_reader.role := 'lead';
  v_readiness := private.approval_readiness(approval, v_reader);
  if v_readiness <> approval.readiness then
    update public.approvals set readiness = v_readiness where approvals.id = approval.id
    returning * into v_approval;
  end if;
  return v_approval;
end;
$$;
comment on function private.store_readiness(public.approvals) is
  'Stores the reasons that prevent an approval of the new payload.';

create or replace function private.record_approval_version(approval public.approvals, written_by uuid)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.approval_versions (
    organization_id, approval_id, version, title, payload, payload_hash, written_by, scope_id)
  values (
    approval.organization_id, approval.id, approval.version, approval.title, approval.payload,
    approval.payload_hash, record_approval_version.written_by, approval.scope_id);
end;
$$;

create or replace function public.propose_approval(
  kind public.approval_kind,
  project_id uuid,
  payload jsonb,
  citations jsonb default '[]',
  proposer public.proposer default 'person',
  agent_session_id uuid default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.propose_approval(kind, project_id, payload, citations, proposer, agent_session_id)
$$;

grant execute on function private.propose_approval(
  public.approval_kind, uuid, jsonb, jsonb, public.proposer, uuid) to authenticated;
grant execute on function public.propose_approval(
  public.approval_kind, uuid, jsonb, jsonb, public.proposer, uuid) to authenticated;
comment on function public.propose_approval(
  public.approval_kind, uuid, jsonb, jsonb, public.proposer, uuid) is
  'Returns the new card. citations: [{ role, source_id, chunk_id?, quote? }], numbered from 1. Raises OPAUT · OPDEN · OPNFD · OPINV · OPSTA · OPLIM · OPBIG.';
