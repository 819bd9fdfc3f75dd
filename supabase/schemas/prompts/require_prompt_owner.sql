-- The admin or lead behind the call, who owns the prompt.
create or replace function private.require_prompt_owner()
returns public.people
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
begin
  if not v_viewer.is_prompt_owner then
    raise exception using
      errcode = 'OPDEN',
      message = 'Only a prompt owner can change the prompt. An admin chooses prompt owners under Settings, People',
      hint = 'prompt_owner_only';
  end if;
  return v_viewer;
end;
$$;
comment on function private.require_prompt_owner() is
  'The admin or lead behind the call, who owns the prompt. Raises OPAUT · OPDEN.';
