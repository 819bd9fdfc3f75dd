-- A citation remembers whether its source was restricted when it was cited: who cites a contract knows that it is
-- one, but nobody decided about a quote from something that was restricted afterwards.
create or replace function private.tg_approval_citations__note_restriction()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  new.source_was_restricted := coalesce((
    select sources.is_restricted from public.sources
    where sources.organization_id = new.organization_id and sources.id = new.source_id), false);
  return new;
end;
$$;
comment on function private.tg_approval_citations__note_restriction() is
  'Keeps source_was_restricted.';

create trigger tg_approval_citations__note_restriction before insert on public.approval_citations
  for each row execute function private.tg_approval_citations__note_restriction();

revoke execute on function private.tg_approval_citations__note_restriction() from public;
