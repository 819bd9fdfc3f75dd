-- The rules of skills: every text comes from a card that a prompt owner approved, and equals the text of that
-- card.

create or replace function private.tg_skill_versions__guard_approved()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_card public.approvals := private.executing_prompt_card(new.organization_id, new.approval_id, 'skill_update');
begin
  if v_card.decided_by <> new.created_by
    or (v_card.payload ->> 'title', v_card.payload ->> 'content') is distinct from (new.title, new.content)
    or v_card.payload ->> 'name' is distinct from (
      select skills.name from public.skills
      where skills.id = new.skill_id and skills.organization_id = new.organization_id)
    or new.number <> 1 + coalesce((
      select max(skill_versions.number) from public.skill_versions where skill_versions.skill_id = new.skill_id), 0)
  then
    raise exception using
      errcode = 'OPSTA', message = 'A skill must match its card', hint = 'version_not_allowed';
  end if;
  return new;
end;
$$;
comment on function private.tg_skill_versions__guard_approved() is
  'Ensures that versions of skills match their approved cards. Raises OPSTA · OPDEN.';

create or replace function private.tg_skills__guard_approved()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_before public.skills;
  v_version public.skill_versions;
begin
  if tg_op = 'UPDATE' then
    v_before := old;
    if (new.id, new.organization_id, new.name, new.created_at)
       is distinct from (old.id, old.organization_id, old.name, old.created_at)
    then
      raise exception using errcode = 'OPSTA', message = 'A skill cannot change its name', hint = 'skill_not_moved';
    end if;
  end if;
  if new.live_version_id is not distinct from v_before.live_version_id then
    return new;
  end if;

  select * into v_version from public.skill_versions
  where skill_versions.id = new.live_version_id and skill_versions.skill_id = new.id
    and skill_versions.organization_id = new.organization_id;
  if v_version.id is null or v_version.number < (
    select skill_versions.number from public.skill_versions where skill_versions.id = v_before.live_version_id)
  then
    raise exception using
      errcode = 'OPSTA', message = 'Only a newer version of the same skill can be made live', hint = 'skill_not_moved';
  end if;
  perform private.executing_prompt_card(new.organization_id, v_version.approval_id, 'skill_update');
  return new;
end;
$$;
comment on function private.tg_skills__guard_approved() is
  'The live version of a skill changes only to one whose card a prompt owner approved. Raises OPSTA · OPDEN.';

create trigger tg_skill_versions__guard_approved before insert on public.skill_versions
  for each row execute function private.tg_skill_versions__guard_approved();
create trigger tg_skills__guard_approved before insert or update on public.skills
  for each row execute function private.tg_skills__guard_approved();
create trigger tg_skills__refuse_delete before delete on public.skills
  for each row execute function private.tg_refuse_change();
create trigger tg_skills__refuse_truncate before truncate on public.skills
  for each statement execute function private.tg_refuse_change();
alter table public.skill_versions enable always trigger tg_skill_versions__guard_approved;
alter table public.skills enable always trigger tg_skills__guard_approved;
alter table public.skills enable always trigger tg_skills__refuse_delete;
alter table public.skills enable always trigger tg_skills__refuse_truncate;
