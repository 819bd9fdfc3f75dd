-- Carries out an approved card of a prompt kind, in the transaction that marks it as executed. The decider is the
-- author of the version.
-- Raises OPSTA (the rule already exists, there is no prompt to add it to, or the card is not being executed) ·
-- OPDEN (the decider no longer owns the prompt) · OPINV (another kind).
create or replace function private.carry_out_prompt(approval public.approvals)
returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_live_version public.prompt_versions;
  v_version public.prompt_versions;
begin
  perform private.lock_prompt(approval.organization_id);
  if approval.kind = 'skill_update' then
    return private.carry_out_skill(approval);
  end if;

  v_live_version := private.live_prompt_version(approval.organization_id);
  v_version.organization_id := approval.organization_id;
  v_version.note := approval.payload ->> 'why';
  v_version.approval_id := approval.id;
  v_version.created_by := approval.decided_by;
  case approval.kind
    when 'prompt_update' then
      if v_live_version.id is null then
        raise exception using
          errcode = 'OPSTA', message = 'There is no prompt yet to add this rule to. Set a prompt first', hint = 'no_live_prompt';
      elsif approval.payload ->> 'rule' = any (v_live_version.rules) then
        raise exception using
          errcode = 'OPSTA', message = 'The prompt already has this rule. Reject the card', hint = 'rule_already_learned';
      elsif cardinality(v_live_version.rules) >= 200 then
        raise exception using
          errcode = 'OPSTA', message = 'The prompt already has 200 rules. Remove one first', hint = 'too_many_rules';
      end if;
      v_version.base := v_live_version.base;
      v_version.rules := v_live_version.rules || (approval.payload ->> 'rule');
      v_version.origin := 'learned_rule';
      v_version := private.add_prompt_version(v_version, 'prompt.rule_learned');
    when 'prompt_base_update' then
      v_version.base := approval.payload ->> 'base';
      v_version.rules := v_live_version.rules;
      v_version.origin := 'base_update';
      v_version := private.add_prompt_version(v_version, 'prompt.base_updated');
    else
      raise exception using
        errcode = 'OPINV', message = 'The card does not change the prompt', hint = 'kind_not_carried_out';
  end case;
  return jsonb_build_object(
    'result', jsonb_build_object('table', 'prompt_versions', 'id', v_version.id), 'inverse', null);
end;
$$;
comment on function private.carry_out_prompt(public.approvals) is
  'Returns { result: { table, id }, inverse: payload | null }. Raises OPSTA · OPDEN · OPINV.';

create or replace function private.carry_out_skill(approval public.approvals)
returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_name text := approval.payload ->> 'name';
  v_skill public.skills;
  v_before public.skill_versions;
  v_version_id uuid;
begin
  insert into public.skills (organization_id, name) values (approval.organization_id, v_name)
  on conflict (organization_id, name) do nothing;
  select * into v_skill from public.skills
  where skills.organization_id = approval.organization_id and skills.name = v_name
  for update;
  select * into v_before from public.skill_versions where skill_versions.id = v_skill.live_version_id;

  insert into public.skill_versions (organization_id, skill_id, number, title, content, approval_id, created_by)
  select approval.organization_id, v_skill.id,
         1 + coalesce((select max(skill_versions.number) from public.skill_versions
                       where skill_versions.skill_id = v_skill.id), 0),
         approval.payload ->> 'title', approval.payload ->> 'content', approval.id, approval.decided_by
  returning skill_versions.id into v_version_id;
  update public.skills set live_version_id = v_version_id, archived_at = null where skills.id = v_skill.id;

  perform private.record_audit_event(
    approval.organization_id, 'skill.updated', 'skill', v_skill.id,
    jsonb_build_object('live_version_id', v_before.id),
    jsonb_build_object('live_version_id', v_version_id, 'approval_id', approval.id, 'created_by', approval.decided_by));
  return jsonb_build_object(
    'result', jsonb_build_object('table', 'skill_versions', 'id', v_version_id),
    'inverse', case when v_before.id is not null then jsonb_build_object(
      'name', v_name, 'title', v_before.title, 'content', v_before.content) end);
end;
$$;
comment on function private.carry_out_skill(public.approvals) is
  'Returns { result, inverse }; the inverse is the former text, if there was one. Raises OPSTA · OPDEN.';
