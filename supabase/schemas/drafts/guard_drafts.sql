-- The rules of drafts, which apply to every caller, the owner included: a pack and a draft never change, a
-- statement is withdrawn and never rewritten, and all of them follow the scope of their card.

create or replace function private.tg_evidence_packs__guard_items()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if new.is_restricted >= old.is_restricted
    and to_jsonb(new) - '{is_restricted,scope_id}'::text[] = to_jsonb(old) - '{is_restricted,scope_id}'::text[]
  then
    return new;
  end if;
  raise exception using errcode = 'OPSTA', message = 'An evidence pack never changes', hint = 'append_only';
end;
$$;
comment on function private.tg_evidence_packs__guard_items() is 'Raises OPSTA (append_only).';

create or replace function private.tg_drafts__guard_content()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if to_jsonb(new) - 'scope_id' = to_jsonb(old) - 'scope_id' then
    return new;
  end if;
  raise exception using errcode = 'OPSTA', message = 'The record of a draft never changes', hint = 'append_only';
end;
$$;
comment on function private.tg_drafts__guard_content() is 'Raises OPSTA (append_only).';

create or replace function private.tg_author_statements__guard_words()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if to_jsonb(new) - '{scope_id,withdrawn_at}'::text[] = to_jsonb(old) - '{scope_id,withdrawn_at}'::text[]
    and (new.withdrawn_at is not distinct from old.withdrawn_at or old.withdrawn_at is null)
  then
    return new;
  end if;
  raise exception using errcode = 'OPSTA', message = 'The words of a statement never change. Withdraw it instead', hint = 'append_only';
end;
$$;
comment on function private.tg_author_statements__guard_words() is 'Raises OPSTA (append_only).';

create trigger tg_evidence_packs__guard_items before update on public.evidence_packs
  for each row execute function private.tg_evidence_packs__guard_items();
create trigger tg_drafts__guard_content before update on public.drafts
  for each row execute function private.tg_drafts__guard_content();
create trigger tg_author_statements__guard_words before update on public.author_statements
  for each row execute function private.tg_author_statements__guard_words();
alter table public.evidence_packs enable always trigger tg_evidence_packs__guard_items;
alter table public.drafts enable always trigger tg_drafts__guard_content;
alter table public.author_statements enable always trigger tg_author_statements__guard_words;

-- A source that is restricted, or moved to another project, restricts the packs that repeat it, and the cards that
-- were drafted from them: a draft may use text of a pack that it does not cite.
create or replace function private.tg_sources__restrict_packs()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  with restricted_packs as (
    update public.evidence_packs set is_restricted = true
    where evidence_packs.organization_id = new.organization_id and evidence_packs.source_ids @> array[new.id]
      and evidence_packs.project_id <> new.scope_id and not evidence_packs.is_restricted
    returning evidence_packs.id)
  update public.approvals set is_restricted = true
  where approvals.id = any (array(
    select card.id from public.approvals as card
    join public.drafts on drafts.approval_id = card.id
    join restricted_packs on restricted_packs.id = drafts.pack_id
    where not card.is_restricted
    order by card.id
    for update of card));
  return null;
end;
$$;
comment on function private.tg_sources__restrict_packs() is
  'Restricts the packs that repeat a restricted source, and the cards that were drafted from them.';

create trigger tg_sources__restrict_packs after update on public.sources
  for each row when (new.scope_id is distinct from old.scope_id)
  execute function private.tg_sources__restrict_packs();
alter table public.sources enable always trigger tg_sources__restrict_packs;

-- Restricting a card restricts the pack that it was drafted from, because both contain the same text. Packs that list
-- the card repeat its title, and so may the cards that were drafted from them.
create or replace function private.tg_approvals__restrict_packs()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.evidence_packs set is_restricted = true
  where not evidence_packs.is_restricted
    and evidence_packs.id = any (array(select drafts.pack_id from public.drafts where drafts.approval_id = new.id));
  with restricted_packs as (
    update public.evidence_packs set is_restricted = true
    where evidence_packs.organization_id = new.organization_id and evidence_packs.project_id = new.project_id
      and not evidence_packs.is_restricted
      and evidence_packs.items @> jsonb_build_array(jsonb_build_object('kind', 'row', 'row_id', new.id))
    returning evidence_packs.id)
  update public.approvals set is_restricted = true
  where approvals.id = any (array(
    select card.id from public.approvals as card
    join public.drafts on drafts.approval_id = card.id
    join restricted_packs on restricted_packs.id = drafts.pack_id
    where not card.is_restricted
    order by card.id
    for update of card));
  return null;
end;
$$;
comment on function private.tg_approvals__restrict_packs() is
  'The pack of a restricted draft is restricted, and so are packs that list a restricted card.';

create trigger tg_approvals__restrict_packs after update on public.approvals
  for each row when (new.is_restricted and not old.is_restricted)
  execute function private.tg_approvals__restrict_packs();
alter table public.approvals enable always trigger tg_approvals__restrict_packs;
