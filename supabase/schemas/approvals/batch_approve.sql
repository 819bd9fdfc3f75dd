-- Approves several cards independently: a refused card does not prevent the approval of the others.
-- Raises OPAUT · OPDEN · OPINV (invalid_batch).
create or replace function private.batch_approve(approval_ids uuid[], versions jsonb default '{}')
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_approval_id uuid;
  v_results jsonb := '{}';
  v_code text;
  v_hint text;
  v_message text;
  v_detail text;
begin
  if coalesce(cardinality(approval_ids), 0) not between 1 and 100 or array_position(approval_ids, null) is not null
    or jsonb_typeof(coalesce(versions, '{}')) <> 'object'
    or exists (select from jsonb_each(versions) as version
               where jsonb_typeof(version.value) <> 'number' or version.value::text !~ '^[0-9]{1,9}$')
  then
    raise exception using
      errcode = 'OPINV', message = 'Choose 1 to 100 cards', hint = 'invalid_batch';
  end if;
  -- Locks the cards in a fixed order, so that two batches with the same cards cannot deadlock.
  for v_approval_id in select distinct input from unnest(approval_ids) as input order by input loop
    begin
      v_results := v_results || jsonb_build_object(v_approval_id, jsonb_build_object(
        'id', v_approval_id, 'ok', true,
        'approval', private.approve_approval(
          v_approval_id, (versions ->> v_approval_id::text)::integer) -> 'approval'));
    exception
      when sqlstate 'OPDEN' or sqlstate 'OPNFD' or sqlstate 'OPSTA' or sqlstate 'OPINV' then
        get stacked diagnostics
          v_code = returned_sqlstate, v_hint = pg_exception_hint,
          v_message = message_text, v_detail = pg_exception_detail;
        v_results := v_results || jsonb_build_object(v_approval_id, jsonb_build_object(
          'id', v_approval_id, 'ok', false,
          'error', jsonb_build_object(
            'code', v_code, 'hint', v_hint, 'message', v_message,
            'detail', nullif(v_detail, '')::jsonb)));
    end;
  end loop;
  return jsonb_build_object('results', (
    select jsonb_agg(v_results -> input.id::text order by input.position)
    from unnest(approval_ids) with ordinality as input (id, position)));
end;
$$;

create or replace function public.batch_approve(approval_ids uuid[], versions jsonb default '{}')
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.batch_approve(approval_ids, versions) $$;

grant execute on function private.batch_approve(uuid[], jsonb) to authenticated;
grant execute on function public.batch_approve(uuid[], jsonb) to authenticated;
comment on function public.batch_approve(uuid[], jsonb) is
  'Returns { results: [{ id, ok, approval | error: { code, hint, message, detail } }] } in the order given. versions: { id: version seen }. Raises OPAUT · OPDEN · OPINV.';
