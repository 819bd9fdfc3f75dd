-- The rules of prompts and skills, which apply to every writer, the owner of the tables included. A
-- version has the text of its author or its card; the live version changes only to a newer one that is not
-- staged, and only by a prompt owner.

-- Locks the row, so that ownership cannot end between the check and the commit.
create or replace function private.lock_prompt_owner(organization_id uuid, person_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform 1 from public.people
  where people.id = person_id and people.organization_id = lock_prompt_owner.organization_id
    and people.archived_at is null and people.role in ('admin', 'lead') and people.is_prompt_owner
  for share;
  if not found then
    raise exception using
      errcode = 'OPDEN', message = 'Only a prompt owner can change the prompt', hint = 'prompt_owner_only';
  end if;
end;
$$;
comment on function private.lock_prompt_owner(uuid, uuid) is
  'Returns nothing when the person is a prompt owner, and ensures that they remain one until the transaction ends. Raises OPDEN.';

create or replace function private.executing_prompt_card(organization_id uuid, approval_id uuid, kind public.approval_kind)
returns public.approvals
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_card public.approvals;
begin
  select * into v_card from public.approvals
  where approvals.id = executing_prompt_card.approval_id
    and approvals.organization_id = executing_prompt_card.organization_id
    and approvals.kind = executing_prompt_card.kind
    and approvals.status in ('executing', 'executed');
  if v_card.id is null or v_card.decided_hash is distinct from private.approval_hash(v_card) then
    raise exception using
      errcode = 'OPSTA',
      message = 'Only an approved card that is being executed can add this',
      hint = 'card_not_approved';
  end if;
  perform private.lock_prompt_owner(organization_id, v_card.decided_by);
  return v_card;
end;
$$;
comment on function private.executing_prompt_card(uuid, uuid, public.approval_kind) is
  'The card of that kind, approved by a prompt owner and being executed. Raises OPSTA · OPDEN.';

create or replace function private.tg_prompt_versions__guard_origin()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_live_version public.prompt_versions := private.live_prompt_version(new.organization_id);
  v_rules text[] := coalesce(v_live_version.rules, '{}');
  v_restored_version public.prompt_versions;
  v_card public.approvals;
  v_problem text;
begin
  if new.number <> 1 + coalesce((
    select max(prompt_versions.number) from public.prompt_versions
    where prompt_versions.organization_id = new.organization_id), 0)
  then
    v_problem := 'A new version must have the next number';
  end if;

  if new.origin = 'staged' then
    perform 1 from public.people
    where people.id = new.created_by and people.organization_id = new.organization_id
      and people.archived_at is null and people.role in ('admin', 'lead');
    if not found then
      raise exception using
        errcode = 'OPDEN', message = 'Only an admin or a lead can stage a prompt', hint = 'role_not_allowed';
    end if;
  else
    perform private.lock_prompt_owner(new.organization_id, new.created_by);
  end if;

  case new.origin
    when 'set', 'staged' then
      if new.rules <> v_rules then
        v_problem := 'Only cards change the learned rules. Keep them when the base changes';
      end if;
    when 'rollback' then
      select * into v_restored_version from public.prompt_versions
      where prompt_versions.id = new.restores_id and prompt_versions.organization_id = new.organization_id;
      if v_restored_version.origin = 'staged' or v_restored_version.base is distinct from new.base or v_restored_version.rules is distinct from new.rules then
        v_problem := 'A rollback must repeat a version that was live';
      end if;
    when 'learned_rule' then
      v_card := private.executing_prompt_card(new.organization_id, new.approval_id, 'prompt_update');
      if new.base is distinct from v_live_version.base or new.rules <> v_rules || (v_card.payload ->> 'rule') then
        v_problem := 'A learned rule must be the one of its card, added to the live rules';
      end if;
    when 'base_update' then
      v_card := private.executing_prompt_card(new.organization_id, new.approval_id, 'prompt_base_update');
      if new.base is distinct from v_card.payload ->> 'base' or new.rules <> v_rules then
        v_problem := 'A new base must have the text of its card and the live rules';
      end if;
  end case;
  if v_card.id is not null and v_card.decided_by <> new.created_by then
    v_problem := 'The author of a version must be the person who approved its card';
  end if;
  if v_problem is not null then
    raise exception using errcode = 'OPSTA', message = v_problem, hint = 'version_not_allowed';
  end if;
  return new;
end;
$$;
comment on function private.tg_prompt_versions__guard_origin() is
  'Ensures that versions of the prompt contain only what their author or card may write. Raises OPSTA · OPDEN.';

create or replace function private.tg_live_prompts__guard_owner()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_before public.live_prompts;
  v_version public.prompt_versions;
  v_problem text;
begin
  if tg_op = 'UPDATE' then
    v_before := old;
    if new.organization_id <> old.organization_id then
      v_problem := 'A prompt stays with its organization';
    end if;
  end if;

  if new.staged_version_id is distinct from v_before.staged_version_id and new.staged_version_id is not null
    and not exists (
      select from public.prompt_versions
      where prompt_versions.id = new.staged_version_id and prompt_versions.organization_id = new.organization_id
        and prompt_versions.origin = 'staged')
  then
    v_problem := 'Only a version that was created for staging can be staged';
  end if;

  if new.live_version_id is not distinct from v_before.live_version_id then
    if (new.moved_by, new.moved_at) is distinct from (v_before.moved_by, v_before.moved_at) then
      v_problem := 'moved_by and moved_at change only with the live version';
    end if;
  else
    select * into v_version from public.prompt_versions
    where prompt_versions.id = new.live_version_id and prompt_versions.organization_id = new.organization_id;
    if v_version.id is null or v_version.origin = 'staged' then
      v_problem := 'Only a version of the organization that is not staged can be made live';
    elsif v_version.number < (
      select prompt_versions.number from public.prompt_versions where prompt_versions.id = v_before.live_version_id)
    then
      v_problem := 'Only a newer version can be made live. Roll back with a new version';
    elsif v_version.created_by is distinct from new.moved_by then
      v_problem := 'Only the author of a version can make it live';
    end if;
    perform private.lock_prompt_owner(new.organization_id, new.moved_by);
    if v_version.approval_id is not null and v_problem is null then
      perform private.executing_prompt_card(new.organization_id, v_version.approval_id, case v_version.origin
        when 'learned_rule' then 'prompt_update' else 'prompt_base_update' end::public.approval_kind);
    end if;
  end if;
  if v_problem is not null then
    raise exception using errcode = 'OPSTA', message = v_problem, hint = 'prompt_not_moved';
  end if;
  return new;
end;
$$;
comment on function private.tg_live_prompts__guard_owner() is
  'Only a prompt owner changes the live version, and only to a version of the organization. Raises OPSTA · OPDEN.';

create trigger tg_prompt_versions__guard_origin before insert on public.prompt_versions
  for each row execute function private.tg_prompt_versions__guard_origin();
create trigger tg_live_prompts__guard_owner before insert or update on public.live_prompts
  for each row execute function private.tg_live_prompts__guard_owner();
create trigger tg_live_prompts__refuse_delete before delete on public.live_prompts
  for each row execute function private.tg_refuse_change();
create trigger tg_live_prompts__refuse_truncate before truncate on public.live_prompts
  for each statement execute function private.tg_refuse_change();
alter table public.prompt_versions enable always trigger tg_prompt_versions__guard_origin;
alter table public.live_prompts enable always trigger tg_live_prompts__guard_owner;
alter table public.live_prompts enable always trigger tg_live_prompts__refuse_delete;
alter table public.live_prompts enable always trigger tg_live_prompts__refuse_truncate;
