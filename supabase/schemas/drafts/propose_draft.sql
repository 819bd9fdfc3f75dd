-- Proposes a draft that was written from an evidence pack. The quotes of its citations come from the pack:
-- item_numbers lists the items behind the markers of the text, passages first.
-- Raises what propose_approval raises, and OPNFD (pack_not_found) · OPINV (invalid_draft).
create or replace function private.propose_draft(
  pack_id uuid, kind public.approval_kind, payload jsonb, item_numbers integer[], model text
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_pack public.evidence_packs;
  v_profile public.authoring_profiles;
  v_approval public.approvals;
  v_draft public.drafts;
begin
  select * into v_pack from public.evidence_packs
  where evidence_packs.id = propose_draft.pack_id and evidence_packs.organization_id = v_viewer.organization_id
  for share;
  if v_pack.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such evidence pack', hint = 'pack_not_found';
  end if;
  select * into v_profile from public.authoring_profiles where authoring_profiles.id = v_pack.profile_id;
  if propose_draft.kind is null
    or propose_draft.kind <> coalesce(v_profile.kind, 'weekly_update')
    or not private.are_pack_items(v_pack, item_numbers)
  then
    raise exception using
      errcode = 'OPINV', message = 'Send a card of the profile''s kind, and the numbers of the pack''s items, passages first',
      hint = 'invalid_draft';
  end if;

  v_approval := private.create_approval(
    v_viewer, propose_draft.kind, v_pack.project_id, propose_draft.payload,
    (select coalesce(jsonb_agg(jsonb_build_object(
       'role', 'evidence', 'source_id', item -> 'source_id', 'chunk_id', item -> 'passage_id', 'quote', item -> 'text')
       order by entry.position), '[]')
     from unnest(item_numbers) with ordinality as entry (number, position)
     join jsonb_array_elements(v_pack.items) as item
       on (item ->> 'number')::integer = entry.number and item ->> 'kind' = 'passage'),
    'person', null, null);
  if v_pack.is_restricted and not v_approval.is_restricted then
    update public.approvals set is_restricted = true where approvals.id = v_approval.id
    returning * into v_approval;
  end if;
  insert into public.drafts (approval_id, organization_id, pack_id, profile_id, item_numbers, model, export, scope_id)
  values (
    v_approval.id, v_approval.organization_id, v_pack.id, v_pack.profile_id, propose_draft.item_numbers,
    nullif(btrim(propose_draft.model), ''), private.draft_export(v_approval, v_profile), v_approval.scope_id)
  returning * into v_draft;
  v_approval := private.store_readiness(v_approval);
  return jsonb_build_object(
    'approval', private.approval_json(v_approval), 'readiness', v_approval.readiness, 'pack_id', v_draft.pack_id,
    'export', v_draft.export, 'model', v_draft.model);
end;
$$;

-- Whether numbers name items of a pack, each once, with the passages before the rest.
create or replace function private.are_pack_items(pack public.evidence_packs, item_numbers integer[])
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return item_numbers is not null and cardinality(item_numbers) <= 400 and (
    select count(item) = count(*) and count(distinct entry.number) = count(*)
      and coalesce(max(entry.position) filter (where item ->> 'kind' = 'passage'), 0)
        = count(*) filter (where item ->> 'kind' = 'passage')
    from unnest(item_numbers) with ordinality as entry (number, position)
    left join jsonb_array_elements(pack.items) as item on (item ->> 'number')::integer = entry.number);
end;
$$;

-- The canonical file of a draft, as its profile names it at this moment.
create or replace function private.draft_export(approval public.approvals, profile public.authoring_profiles)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_name text := coalesce(profile.export_name, '{project} update {date}');
  v_project public.projects;
  v_words jsonb;
begin
  select * into v_project from public.projects where projects.id = approval.project_id;
  v_words := private.draft_project_json(v_project);
  v_name := replace(v_name, '{title}', coalesce(approval.payload ->> 'title', approval.payload ->> 'headline', ''));
  v_name := replace(v_name, '{project}', v_words ->> 'name');
  v_name := replace(v_name, '{client}', v_words ->> 'client');
  v_name := replace(v_name, '{date}', approval.created_at::date::text);
  -- Removes every character that a file system refuses or reads as a path.
  v_name := btrim(regexp_replace(regexp_replace(v_name, '[^[:alnum:] ._-]+', ' ', 'g'), '\s+', ' ', 'g'), ' .');
  return jsonb_build_object(
    'format', coalesce(profile.export_format, 'pdf'),
    'file_name', left(coalesce(nullif(v_name, ''), 'Draft'), 120),
    'includes_revision_history', coalesce(profile.includes_revision_history, false),
    'profile', case when profile.id is not null then jsonb_build_object(
      'key', profile.key, 'name', profile.name, 'version', profile.version) end);
end;
$$;
comment on function private.draft_export(public.approvals, public.authoring_profiles) is
  'Returns { format, file_name, includes_revision_history, profile }.';

create or replace function public.propose_draft(
  pack_id uuid, kind public.approval_kind, payload jsonb, item_numbers integer[], model text default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.propose_draft(pack_id, kind, payload, item_numbers, model) $$;

grant execute on function private.propose_draft(uuid, public.approval_kind, jsonb, integer[], text) to authenticated;
grant execute on function public.propose_draft(uuid, public.approval_kind, jsonb, integer[], text) to authenticated;
comment on function public.propose_draft(uuid, public.approval_kind, jsonb, integer[], text) is
  'Returns { approval, readiness, pack_id, export, model }. Raises OPAUT · OPDEN · OPNFD · OPINV · OPSTA · OPLIM · OPBIG.';
