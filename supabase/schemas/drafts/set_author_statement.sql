-- A person states a sentence of a pending card on their own account, or withdraws the statement. The author of the
-- card, an admin or a lead may do so. An assistant may not: it only proposes.
-- Raises OPAUT · OPDEN (role_not_allowed) · OPNFD (approval_not_found) · OPINV (sentence_not_found) · OPSTA
-- (approval_already_decided, version_conflict) · OPBIG (storage_quota_exceeded) · OPLIM.
create or replace function private.set_author_statement(
  approval_id uuid, version integer, sentence text, is_stated boolean
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_approval public.approvals;
  v_sentence constant text := private.bare_sentence(sentence);
  v_change_count integer;
begin
  perform private.limit_work_changes(v_viewer);
  v_approval := private.lock_approval(set_author_statement.approval_id, v_viewer);
  if v_viewer.role not in ('admin', 'lead') and v_approval.proposed_by is distinct from v_viewer.id then
    raise exception using
      errcode = 'OPDEN', message = 'Only the author, an admin or a lead can mark a sentence of this card as stated by them',
      hint = 'role_not_allowed';
  elsif v_approval.status <> 'pending' then
    raise exception using
      errcode = 'OPSTA', message = 'The card is decided. Edit it to change its statements',
      hint = 'approval_already_decided', detail = jsonb_build_object('status', v_approval.status)::text;
  end if;
  perform private.refuse_stale_approval(v_approval, set_author_statement.version);
  if is_stated and not exists (
    select from private.client_texts(v_approval.kind, v_approval.payload) as texts
    cross join lateral (
      select private.split_sentences(texts.content) as sentence where not texts.is_title
      union all select texts.content where texts.is_title) as sentences
    where private.bare_sentence(sentences.sentence) = v_sentence)
  then
    raise exception using
      errcode = 'OPINV', message = 'The card has no such sentence. Open it again', hint = 'sentence_not_found';
  end if;

  if is_stated then
    insert into public.author_statements (organization_id, approval_id, sentence, stated_by, scope_id)
    values (v_approval.organization_id, v_approval.id, v_sentence, v_viewer.id, v_approval.scope_id)
    on conflict do nothing;
  else
    update public.author_statements set withdrawn_at = clock_timestamp()
    where author_statements.approval_id = v_approval.id and author_statements.sentence = v_sentence
      and author_statements.withdrawn_at is null;
  end if;
  get diagnostics v_change_count = row_count;
  if v_change_count > 0 then
    perform private.record_approval_event(
      v_approval, case when is_stated then 'stated' else 'statement_withdrawn' end::public.approval_event_type,
      jsonb_build_object('sentence', v_sentence));
    v_approval := private.store_readiness(v_approval);
    -- Each change is an event with the sentence.
    perform private.reserve_storage(v_viewer, 'text', octet_length(v_sentence));
  end if;
  return jsonb_build_object('approval', private.approval_json(v_approval), 'readiness', v_approval.readiness);
end;
$$;

create or replace function public.set_author_statement(
  approval_id uuid, version integer, sentence text, is_stated boolean default true
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.set_author_statement(approval_id, version, sentence, is_stated) $$;

grant execute on function private.set_author_statement(uuid, integer, text, boolean) to authenticated;
grant execute on function public.set_author_statement(uuid, integer, text, boolean) to authenticated;
comment on function public.set_author_statement(uuid, integer, text, boolean) is
  'Returns { approval, readiness }. version: the one that the author saw. Raises OPAUT · OPDEN · OPNFD · OPINV · OPSTA · OPBIG · OPLIM.';
