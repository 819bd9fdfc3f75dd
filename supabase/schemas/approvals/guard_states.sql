-- The rules of the queue, which apply to every writer, the owner included. A card begins as pending; its status
-- changes only as listed here; its proposal and its proposer never change; a payload changes only with a new version
-- that is pending again; and its decider always has the right to decide.

create or replace function private.approval_transitions()
returns table (before public.approval_status, after public.approval_status)
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select transition.before::public.approval_status, transition.after::public.approval_status
  from (values
    ('pending', 'approved'), ('pending', 'rejected'),
    ('approved', 'executing'), ('approved', 'pending'),
    ('executing', 'executed'), ('executing', 'failed'), ('executing', 'unknown'),
    ('failed', 'executing'), ('failed', 'pending'),
    ('unknown', 'executed'), ('unknown', 'failed')
  ) as transition (before, after)
$$;
comment on function private.approval_transitions() is
  'Which status may follow which. An approved or failed card is pending again when it is edited or its decision lapses.';

create or replace function private.approval_hash(approval public.approvals)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  -- jsonb orders keys and spells values in one way, so its text is canonical.
  select encode(sha256(convert_to(jsonb_build_object(
    'id', approval.id, 'organization_id', approval.organization_id, 'version', approval.version,
    'kind', approval.kind::text, 'project_id', approval.project_id, 'target_id', approval.target_id,
    'undo_of_id', approval.undo_of_id, 'payload', approval.payload)::text, 'UTF8')), 'hex')
$$;
comment on function private.approval_hash(public.approvals) is 'The SHA-256 of everything that a decision covers, in hexadecimal.';

-- Why a person may not decide a card, as a hint of OPDEN; null when they may. Where self-approval is forbidden,
-- everyone who wrote a version of the card is its author, because each version builds on the one before and may
-- contain their text. Texts of a merged person count as the survivor's.
create or replace function private.decider_refusal(approval public.approvals, person_id uuid)
returns text
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person public.people;
  v_author_ids uuid[];
begin
  select * into v_person from public.people
  where people.id = decider_refusal.person_id and people.organization_id = approval.organization_id;
  if v_person.id is null or v_person.archived_at is not null or v_person.role not in ('admin', 'lead') then
    return 'role_not_allowed';
  elsif not v_person.is_prompt_owner and exists (
    select from public.approval_kinds where approval_kinds.kind = approval.kind and approval_kinds.is_prompt_owned)
  then
    return 'prompt_owner_only';
  elsif exists (
    select from public.organization_settings as settings
    where settings.organization_id = approval.organization_id and settings.forbids_self_approval)
  then
    v_author_ids := array(
      select people.id from public.people
      where people.organization_id = approval.organization_id and people.merged_into_id = v_person.id
    ) || v_person.id;
    if approval.proposed_by = any (v_author_ids) or approval.last_edited_by = any (v_author_ids) or exists (
      select from public.approval_versions as versions
      where versions.approval_id = approval.id and versions.written_by = any (v_author_ids))
    then
      return 'self_approval_forbidden';
    end if;
  end if;
  return null;
end;
$$;

create or replace function private.tg_approvals__guard_states()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_problem text;
begin
  -- Everything that the hash covers is refused below when it changes without a new version.
  if tg_op = 'INSERT' or new.version <> old.version or new.payload_hash is distinct from old.payload_hash then
    new.payload_hash := private.approval_hash(new);
  end if;
  if tg_op = 'INSERT' or new.version <> old.version then
    select ranks.stakes_rank, ranks.due_rank into new.stakes_rank, new.due_rank from private.inbox_ranks(new) as ranks;
  end if;
  if new.assigned_to is not null and (tg_op = 'INSERT' or new.assigned_to is distinct from old.assigned_to) then
    perform private.require_assignee(new, new.assigned_to);
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'pending' or new.version <> 1 or new.last_edited_by is not null then
      v_problem := 'A new card must be pending, in version 1';
    end if;
  else
    new.updated_at := clock_timestamp();
    if (new.id, new.organization_id, new.kind, new.project_id, new.proposer, new.proposed_by,
        new.agent_session_id, new.undo_of_id, new.created_at)
       is distinct from
       (old.id, old.organization_id, old.kind, old.project_id, old.proposer, old.proposed_by,
        old.agent_session_id, old.undo_of_id, old.created_at)
    then
      v_problem := 'A proposal and its proposer never change';
    elsif new.version <> old.version
      and (new.version <> old.version + 1 or new.status <> 'pending'
           or old.status not in ('pending', 'approved', 'failed')
           or (new.last_edited_by is null and new.kind <> 'sync_removal'))
    then
      v_problem := 'A new version must have the next number, an editor and the status pending';
    elsif new.version = old.version
      and (new.payload, new.title, new.target_id, new.target_snapshot, new.last_edited_by)
          is distinct from (old.payload, old.title, old.target_id, old.target_snapshot, old.last_edited_by)
    then
      v_problem := 'A new payload needs a new version';
    elsif old.is_restricted and not new.is_restricted then
      v_problem := 'A restricted card stays restricted';
    elsif new.status <> old.status
      and not exists (select from private.approval_transitions() as transition
                      where transition.before = old.status and transition.after = new.status)
    then
      v_problem := format('A card cannot change from %s to %s', old.status, new.status);
    elsif new.status = old.status
      and (new.decided_by, new.decided_at, new.decided_hash, new.reason, new.executed_at, new.result, new.inverse)
          is distinct from
          (old.decided_by, old.decided_at, old.decided_hash, old.reason, old.executed_at, old.result, old.inverse)
    then
      v_problem := 'The decision and the result of a card never change';
    elsif old.status <> 'pending' and new.status <> 'pending'
      and (new.decided_by, new.decided_at, new.decided_hash, new.decided_version, new.decided_target_hash,
           new.effect_payload)
          is distinct from
          (old.decided_by, old.decided_at, old.decided_hash, old.decided_version, old.decided_target_hash,
           old.effect_payload)
    then
      v_problem := 'A decision never changes';
    elsif new.status = 'executed' and old.status <> 'executed'
      and exists (select from public.approval_kinds
                  where approval_kinds.kind = new.kind and approval_kinds."group" = 'external')
      and (new.vendor_called_at is null or new.vendor_confirmed_at is null
           or new.result is distinct from new.confirmed_result)
    then
      v_problem := 'A card with an external effect needs an announced call and a result that a lookup confirmed';
    elsif new.status is distinct from old.status and new.status in ('approved', 'rejected', 'executing') then
      v_problem := private.decider_refusal(new, new.decided_by);
      if v_problem is not null then
        raise exception using
          errcode = 'OPDEN',
          message = 'The person who decided this card has no right to decide it',
          hint = 'decider_not_allowed',
          detail = jsonb_build_object('reason', v_problem)::text;
      end if;
    end if;
  end if;
  if v_problem is not null then
    raise exception using errcode = 'OPSTA', message = v_problem, hint = 'illegal_transition';
  end if;
  return new;
end;
$$;
comment on function private.tg_approvals__guard_states() is
  'Guards the states of cards, computes payload_hash and the ranks, and checks the assignee. Raises OPSTA (illegal_transition) · OPDEN · OPINV · OPNFD.';

-- Children follow their card into another scope (the key cascades); nothing else in them changes.
create or replace function private.tg_refuse_change_but_scope()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'scope_id' = to_jsonb(old) - 'scope_id' then
    return new;
  end if;
  raise exception using
    errcode = 'OPSTA', message = format('%I is append-only', tg_table_name), hint = 'append_only';
end;
$$;
comment on function private.tg_refuse_change_but_scope() is
  'Makes a table append-only except for scope_id, which follows its parent. Raises OPSTA.';

create trigger tg_approvals__guard_states before insert or update on public.approvals
  for each row execute function private.tg_approvals__guard_states();
create trigger tg_approvals__refuse_delete before delete on public.approvals
  for each row execute function private.tg_refuse_change();
create trigger tg_approvals__refuse_truncate before truncate on public.approvals
  for each statement execute function private.tg_refuse_change();
create trigger tg_approval_versions__refuse_change before update or delete on public.approval_versions
  for each row execute function private.tg_refuse_change_but_scope();
create trigger tg_approval_versions__refuse_truncate before truncate on public.approval_versions
  for each statement execute function private.tg_refuse_change();
create trigger tg_approval_citations__refuse_change before update or delete on public.approval_citations
  for each row execute function private.tg_refuse_change_but_scope();
create trigger tg_approval_citations__refuse_truncate before truncate on public.approval_citations
  for each statement execute function private.tg_refuse_change();
create trigger tg_approval_events__refuse_change before update or delete on public.approval_events
  for each row execute function private.tg_refuse_change_but_scope();
create trigger tg_approval_events__refuse_truncate before truncate on public.approval_events
  for each statement execute function private.tg_refuse_change();
alter table public.approvals enable always trigger tg_approvals__guard_states;
alter table public.approvals enable always trigger tg_approvals__refuse_delete;
alter table public.approvals enable always trigger tg_approvals__refuse_truncate;
alter table public.approval_versions enable always trigger tg_approval_versions__refuse_change;
alter table public.approval_versions enable always trigger tg_approval_versions__refuse_truncate;
alter table public.approval_citations enable always trigger tg_approval_citations__refuse_change;
alter table public.approval_citations enable always trigger tg_approval_citations__refuse_truncate;
alter table public.approval_events enable always trigger tg_approval_events__refuse_change;
alter table public.approval_events enable always trigger tg_approval_events__refuse_truncate;

-- Restricting a source, or moving it to another project, also restricts, in the same statement, the cards that cite it,
-- release it or were made from it, unless they belong to its new project. The reason is that viewers of a card see its
-- evidence.
create or replace function private.tg_sources__restrict_approvals()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.approvals set is_restricted = true
  where approvals.id = any (array(
    select card.id from public.approvals as card
    where not card.is_restricted
      and card.project_id <> new.scope_id
      and card.id in (
        select approval_citations.approval_id from public.approval_citations
        where approval_citations.organization_id = new.organization_id
          and approval_citations.source_id = new.id
        union all
        select materials.approval_id from private.approval_materials as materials
        where materials.organization_id = new.organization_id and materials.source_id = new.id
        union all
        select release.id from public.approvals as release
        where release.organization_id = new.organization_id and release.project_id = old.project_id
          and release.kind = 'deliverable_release' and release.payload ->> 'source_id' = new.id::text)
    -- Locks the cards in the order in which batch_approve() does, so that the two cannot deadlock.
    order by card.id
    for update));
  return null;
end;
$$;
comment on function private.tg_sources__restrict_approvals() is 'Restricts the cards that cite, release or were made from a source that their project can no longer see.';

create trigger tg_sources__restrict_approvals after update on public.sources
  for each row when (new.scope_id is distinct from old.scope_id)
  execute function private.tg_sources__restrict_approvals();
alter table public.sources enable always trigger tg_sources__restrict_approvals;
