-- A client approves a deliverable or asks for changes. The decision applies to the content that they saw. An
-- approval is final; a request for changes can be followed by an approval. Repeating the decision returns the same
-- record.
-- Raises OPAUT · OPDEN (not a client contact) · OPNFD (deliverable_not_found) · OPINV (decision_missing,
-- comment_missing, invalid_text) · OPSTA (view_not_recorded, deliverable_changed, deliverable_already_approved); for
-- changes also the errors of create_client_request.
create or replace function private.decide_deliverable(
  deliverable_id uuid, content_hash text, decision public.deliverable_decision, comment text default null)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_client();
  v_comment text;
  v_deliverable record;
  v_latest_decision private.deliverable_decisions;
begin
  select deliverables.* into v_deliverable
  from private.client_deliverables(v_viewer.organization_id, v_viewer.client_id) as deliverables
  where deliverables.id = decide_deliverable.deliverable_id;
  if v_deliverable.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such deliverable', hint = 'deliverable_not_found';
  end if;
  -- The lock makes two decisions wait for each other. A withdrawal also waits, or has ended before this decision.
  perform from public.deliverable_releases where deliverable_releases.id = v_deliverable.id for update;
  select deliverables.* into v_deliverable
  from private.client_deliverables(v_viewer.organization_id, v_viewer.client_id) as deliverables
  where deliverables.id = decide_deliverable.deliverable_id;
  if v_deliverable.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such deliverable', hint = 'deliverable_not_found';
  end if;
  perform private.require_first_reading(v_deliverable.first_read_at);
  if decide_deliverable.decision is null then
    raise exception using
      errcode = 'OPINV', message = 'Approve the deliverable or ask for changes', hint = 'decision_missing';
  end if;
  v_comment := private.require_visible_text(nullif(btrim(decide_deliverable.comment), ''), false, 4000, 'comment');
  if decide_deliverable.decision = 'changes_requested' and v_comment is null then
    raise exception using
      errcode = 'OPINV', message = 'Describe the changes that you need', hint = 'comment_missing';
  elsif decide_deliverable.content_hash is distinct from v_deliverable.content_hash then
    raise exception using
      errcode = 'OPSTA', message = 'The deliverable has changed since you opened it. Open it again',
      hint = 'deliverable_changed';
  end if;

  select decisions.* into v_latest_decision from private.deliverable_decisions as decisions
  where decisions.organization_id = v_viewer.organization_id and decisions.approval_id = v_deliverable.approval_id
  order by decisions.decided_at desc, decisions.id
  limit 1;
  if v_latest_decision.decision = 'approved' and decide_deliverable.decision <> 'approved' then
    raise exception using
      errcode = 'OPSTA',
      message = format('%s approved this deliverable. Send a request if something must change', v_latest_decision.decided_by_name),
      hint = 'deliverable_already_approved';
  elsif v_latest_decision.decision = decide_deliverable.decision
    and (v_latest_decision.decision = 'approved' or v_latest_decision.comment = v_comment)
  then
    return private.deliverable_record(v_viewer, v_latest_decision);
  end if;

  insert into private.deliverable_decisions (
    organization_id, approval_id, decision, comment, content_hash, decided_by, decided_by_name)
  values (
    v_viewer.organization_id, v_deliverable.approval_id, decide_deliverable.decision, v_comment,
    v_deliverable.content_hash, v_viewer.id, v_viewer.name)
  returning * into v_latest_decision;
  if v_latest_decision.decision = 'changes_requested' then
    perform private.record_client_request(
      v_viewer, v_deliverable.project_id, 'change', left(format(E'%s\n\n%s', v_deliverable.title, v_comment), 4000));
  end if;
  perform private.record_audit_event(
    v_viewer.organization_id, 'deliverable.' || v_latest_decision.decision, 'deliverable', v_deliverable.id,
    after => jsonb_build_object('content_hash', v_latest_decision.content_hash, 'comment', v_latest_decision.comment),
    project_id => v_deliverable.project_id);
  return private.deliverable_record(v_viewer, v_latest_decision);
end;
$$;

-- A decision with everything needed to understand it outside the portal: the record for the client.
create or replace function private.deliverable_record(viewer public.people, decision private.deliverable_decisions)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select private.deliverable_decision_json(decision) || jsonb_build_object(
      'deliverable_id', deliverables.id, 'title', deliverables.title,
      'project', (select projects.name from public.projects where projects.id = deliverables.project_id),
      'file', case when deliverables.document_id is not null then jsonb_build_object(
        'name', deliverables.file_name, 'sha256', deliverables.file_sha256) end)
    from private.client_deliverables(viewer.organization_id, viewer.client_id) as deliverables
    where deliverables.approval_id = decision.approval_id);
end;
$$;
comment on function private.deliverable_record(public.people, private.deliverable_decisions) is
  'The record of a decision that the client keeps.';

create or replace function public.decide_deliverable(
  deliverable_id uuid, content_hash text, decision public.deliverable_decision, comment text default null)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.decide_deliverable(deliverable_id, content_hash, decision, comment) $$;

grant execute on function private.decide_deliverable(uuid, text, public.deliverable_decision, text) to authenticated;
grant execute on function public.decide_deliverable(uuid, text, public.deliverable_decision, text) to authenticated;

comment on function public.decide_deliverable(uuid, text, public.deliverable_decision, text) is
  'Returns the record of the decision. Raises OPAUT · OPDEN · OPNFD · OPINV · OPSTA · OPLIM · OPBIG.';
