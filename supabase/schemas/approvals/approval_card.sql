-- A card with everything a person needs to decide it: its changes, the reasons against approving, and this
-- person's permitted actions. An opened card also has its evidence, influences, effect on other people and
-- history. A card in a list has the readiness that was stored with its payload, because a page of cards must not
-- cost one check per card.
create or replace function private.approval_card(
  approval public.approvals,
  viewer public.people,
  is_opened boolean
)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_is_open constant boolean := approval.status in ('pending', 'approved', 'failed');
  v_evidence constant jsonb := case when is_opened then private.approval_evidence(approval, viewer) end;
  v_state constant jsonb := private.approval_target(approval) -> 'state';
  v_readiness constant jsonb := case
    when not v_is_open then '[]'
    when is_opened then private.evaluate_readiness(approval, v_evidence)
    else approval.readiness end;
  v_refusal constant text := private.decider_refusal(approval, viewer.id);
begin
  return jsonb_build_object(
    'approval', private.approval_json(approval),
    'diff', private.diff_to_state(approval, v_state),
    'readiness', v_readiness,
    'freshness', jsonb_build_object(
      'proposed_at', approval.created_at,
      'target_changed', v_is_open and v_state is distinct from approval.target_snapshot,
      'evidence_changed', case when is_opened then exists (
        select from jsonb_array_elements(v_evidence) as citation
        where citation ->> 'role' = 'evidence' and citation ->> 'state' in ('changed', 'missing', 'restricted')) end),
    'allowed_actions', private.allowed_actions(approval, v_refusal, v_readiness = '[]'),
    'refusal', v_refusal)
    || case when is_opened then jsonb_build_object(
      'evidence', v_evidence,
      'draft_pack_id', (select drafts.pack_id from public.drafts where drafts.approval_id = approval.id),
      'materials', private.materials_json(approval),
      'files', private.card_files(approval, viewer),
      'effect', jsonb_build_object(
        'is_read_by_members', private.has_effect_for_members(approval),
        'payload_without_quotes', case when v_is_open
          then private.payload_without_quotes(approval) else approval.effect_payload end))
      || private.approval_history(approval) else '{}' end;
end;
$$;
comment on function private.approval_card(public.approvals, public.people, boolean) is 'Returns contract Card.';

-- The material that the assistant had seen when it proposed a card, at most 200 entries: sources and projects, or the
-- organization for material of several projects or of an unknown one. Every reader of the card may read this material:
-- the card is restricted if its project's readers may not.
create or replace function private.materials_json(approval public.approvals)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_agg(entry.material order by entry.rank, entry.name, entry.id), '[]')
    from (
      select origin.*, jsonb_build_object(
        'kind', case origin.rank when 1 then 'organization' when 2 then 'project' else 'source' end,
        'id', origin.id, 'name', origin.name, 'is_beyond_project', origin.scope_id is distinct from approval.project_id
        ) as material
      from (
        select case when materials.source_id is not null then 3 when projects.id is not null then 2 else 1 end as rank,
          coalesce(sources.id, projects.id, organizations.id) as id,
          coalesce(sources.title, projects.name, organizations.name) as name,
          coalesce(sources.scope_id, materials.scope_id) as scope_id
        from private.approval_materials as materials
        left join public.sources on sources.id = materials.source_id
        left join public.projects on projects.id = materials.scope_id and materials.source_id is null
        left join public.organizations on organizations.id = materials.scope_id and materials.source_id is null
        where materials.approval_id = approval.id
      ) as origin
      order by origin.rank, origin.name, origin.id
      limit 200
    ) as entry);
end;
$$;
comment on function private.materials_json(public.approvals) is 'Returns [{ kind, id, name, is_beyond_project }].';

-- A person's permitted actions on a card, given the reason why they may not decide it, or null.
create or replace function private.allowed_actions(approval public.approvals, refusal text, is_ready boolean)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return to_jsonb(array_remove(
    case when refusal = 'role_not_allowed' then '{}'
    else case approval.status
      when 'pending' then array[
        case when refusal is null and is_ready then 'approve' end,
        case when refusal is null and is_ready then 'approve_and_execute' end,
        case when refusal is null then 'reject' end,
        case when refusal is distinct from 'prompt_owner_only' and approval.kind <> 'sync_removal' then 'edit' end]
      when 'approved' then array[
        case when refusal is distinct from 'prompt_owner_only' and approval.execution_job_id is null then 'execute' end,
        case when refusal is distinct from 'prompt_owner_only' and approval.kind <> 'sync_removal' then 'edit' end]
      when 'failed' then array[
        case when refusal is distinct from 'prompt_owner_only' and approval.execution_job_id is null then 'execute' end,
        case when refusal is distinct from 'prompt_owner_only' and approval.kind <> 'sync_removal' then 'edit' end]
      when 'unknown' then array[
        case when refusal is distinct from 'prompt_owner_only' then 'execute' end]
      when 'executed' then array[case when private.is_undoable(approval) then 'propose_undo' end]
      else '{}' end
    end, null));
end;
$$;
comment on function private.allowed_actions(public.approvals, text, boolean) is
  'Returns a list of contract AllowedAction. For a card with an unknown outcome, execute looks up its effect again.';

create or replace function private.approval_history(approval public.approvals)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_build_object(
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'number', event.number, 'type', event.type, 'status', event.status, 'version', event.version,
        'by', private.person_reference(event.actor_id), 'occurred_at', event.occurred_at,
        'decided_card', event.decided_card, 'details', event.details) order by event.number), '[]')
      from public.approval_events as event where event.approval_id = approval.id),
    'versions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'version', versions.version, 'title', versions.title, 'payload', versions.payload,
        'by', private.person_reference(versions.written_by), 'created_at', versions.created_at) order by versions.version), '[]')
      from public.approval_versions as versions where versions.approval_id = approval.id));
end;
$$;
comment on function private.approval_history(public.approvals) is 'Returns { events, versions }, oldest first.';
