set local check_function_bodies = off;

create or replace function private.called_execution_of_job (
  job_id  uuid,
  attempt integer
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals := private.execution_of_job(job_id, attempt);
begin
  if v_approval.vendor_called_at is null then
    raise exception using
      errcode = 'OPSTA', message = 'Announce the call before you make it', hint = 'call_not_marked';
  end if;
  return v_approval;
end;
$function$;

create or replace function private.carry_out_locally (
  job_id  uuid,
  attempt integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals := private.called_execution_of_job(carry_out_locally.job_id, carry_out_locally.attempt);
  v_done jsonb := private.local_effect(v_approval);
begin
  if v_done is not null then
    return v_done;
  elsif v_approval.status <> 'executing' then
    raise exception using
      errcode = 'OPSTA', message = 'This attempt no longer holds the lease', hint = 'lease_lost';
  end if;
  perform private.require_decided(v_approval);
  v_approval.payload := coalesce(v_approval.effect_payload, v_approval.payload);
  if v_approval.kind = 'task_create' then
    perform private.create_local_task(v_approval);
  elsif v_approval.kind = 'calendar_event_create' then
    perform private.create_local_event(v_approval);
  elsif v_approval.kind in ('calendar_event_update', 'calendar_event_cancel') then
    perform private.change_local_event(v_approval);
  else
    raise exception using
      errcode = 'OPINV', message = 'This kind is not executed here', hint = 'wrong_kind';
  end if;
  return private.local_effect(v_approval);
end;
$function$;

create or replace function private.carry_out_portal (
  approval public.approvals
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_id uuid;
  v_payload constant jsonb := approval.payload;
begin
  if private.is_undo_payload(approval.kind, v_payload) then
    return private.set_withdrawn(approval);
  end if;

  case approval.kind
    when 'weekly_update' then
      insert into public.weekly_updates (
        organization_id, project_id, approval_id, is_restricted, week_of, headline, body, next_steps)
      values (
        approval.organization_id, approval.project_id, approval.id, approval.is_restricted,
        (v_payload ->> 'week_of')::date, v_payload ->> 'headline', v_payload ->> 'body', v_payload ->> 'next_steps')
      returning weekly_updates.id into v_id;
    when 'scope_change' then
      insert into public.scope_changes (
        organization_id, project_id, approval_id, is_restricted, title, description, hours_change,
        amount_change, effective_on)
      values (
        approval.organization_id, approval.project_id, approval.id, approval.is_restricted,
        v_payload ->> 'title', v_payload ->> 'description', (v_payload ->> 'hours_change')::numeric,
        (v_payload ->> 'amount_change')::numeric, (v_payload ->> 'effective_on')::date)
      returning scope_changes.id into v_id;
    when 'sow_draft' then
      insert into public.sow_drafts (organization_id, project_id, approval_id, is_restricted, title, sections)
      values (
        approval.organization_id, approval.project_id, approval.id, approval.is_restricted,
        v_payload ->> 'title', v_payload -> 'sections')
      returning sow_drafts.id into v_id;
    when 'client_readout' then
      insert into public.client_readouts (organization_id, project_id, approval_id, is_restricted, title, sections)
      values (
        approval.organization_id, approval.project_id, approval.id, approval.is_restricted,
        v_payload ->> 'title', v_payload -> 'sections')
      returning client_readouts.id into v_id;
    when 'deliverable_release' then
      -- Held until the end, so that the file is not restricted, moved or archived meanwhile.
      if v_payload ? 'source_id' then
        perform from public.sources
        where sources.organization_id = approval.organization_id
          and sources.id = (v_payload ->> 'source_id')::uuid
          and sources.scope_id = approval.project_id and sources.archived_at is null
        for share;
        if not found then
          raise exception using
            errcode = 'OPSTA',
            message = 'The file was archived, restricted or moved, so it isn''t served',
            hint = 'file_not_released';
        end if;
      end if;
      insert into public.deliverable_releases (
        organization_id, project_id, approval_id, is_restricted, title, source_id, note)
      values (
        approval.organization_id, approval.project_id, approval.id, approval.is_restricted,
        v_payload ->> 'title', (v_payload ->> 'source_id')::uuid, v_payload ->> 'note')
      returning deliverable_releases.id into v_id;
  end case;
  return jsonb_build_object(
    'result', jsonb_build_object('table', private.portal_table(approval.kind), 'id', v_id),
    'inverse', jsonb_build_object('withdraw', approval.id));
end;
$function$;

create or replace function private.carry_out_prompt (
  approval public.approvals
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_live public.prompt_versions;
  v_version public.prompt_versions;
begin
  perform private.lock_prompt(approval.organization_id);
  if approval.kind = 'skill_update' then
    return private.carry_out_skill(approval);
  end if;

  v_live := private.live_prompt_version(approval.organization_id);
  v_version.organization_id := approval.organization_id;
  v_version.note := approval.payload ->> 'why';
  v_version.approval_id := approval.id;
  v_version.created_by := approval.decided_by;
  case approval.kind
    when 'prompt_update' then
      if v_live.id is null then
        raise exception using
          errcode = 'OPSTA', message = 'There is no prompt yet that could learn a rule', hint = 'no_live_prompt';
      elsif approval.payload ->> 'rule' = any (v_live.rules) then
        raise exception using
          errcode = 'OPSTA', message = 'The prompt has this rule already', hint = 'rule_already_learned';
      elsif cardinality(v_live.rules) >= 200 then
        raise exception using
          errcode = 'OPSTA', message = 'The prompt already has 200 rules. Remove one first', hint = 'too_many_rules';
      end if;
      v_version.base := v_live.base;
      v_version.rules := v_live.rules || (approval.payload ->> 'rule');
      v_version.origin := 'learned_rule';
      v_version := private.add_prompt_version(v_version, 'prompt.rule_learned');
    when 'prompt_base_update' then
      v_version.base := approval.payload ->> 'base';
      v_version.rules := v_live.rules;
      v_version.origin := 'base_update';
      v_version := private.add_prompt_version(v_version, 'prompt.base_updated');
    else
      raise exception using
        errcode = 'OPINV', message = 'The card does not change the prompt', hint = 'kind_not_carried_out';
  end case;
  return jsonb_build_object(
    'result', jsonb_build_object('table', 'prompt_versions', 'id', v_version.id), 'inverse', null);
end;
$function$;

create or replace function private.change_local_event (
  approval public.approvals
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_payload jsonb := approval.payload;
  v_before public.calendar_events := private.event_of_approval(approval);
  v_after public.calendar_events;
begin
  select * into v_before from public.calendar_events as event where event.id = v_before.id for update;
  if v_before.provider <> 'local' then
    raise exception using
      errcode = 'OPSTA', message = 'The event is in another calendar', hint = 'event_elsewhere';
  elsif approval.kind = 'calendar_event_update' and v_before.status = 'cancelled' then
    raise exception using
      errcode = 'OPSTA', message = 'The event is cancelled', hint = 'event_cancelled';
  elsif approval.kind = 'calendar_event_cancel' then
    update public.calendar_events as event set
      status = 'cancelled',
      description = case when event.status = 'cancelled' then event.description
        else nullif(concat_ws(e'\n\n', v_payload ->> 'note', event.description), '') end
    where event.id = v_before.id
    returning * into v_after;
  else
    perform private.require_event_order(
      coalesce((v_payload ->> 'starts_at')::timestamptz, v_before.starts_at),
      coalesce((v_payload ->> 'ends_at')::timestamptz, v_before.ends_at));
    update public.calendar_events as event set
      summary = coalesce(v_payload ->> 'summary', event.summary),
      description = coalesce(v_payload ->> 'description', event.description),
      location = coalesce(v_payload ->> 'location', event.location),
      starts_at = coalesce((v_payload ->> 'starts_at')::timestamptz, event.starts_at),
      ends_at = coalesce((v_payload ->> 'ends_at')::timestamptz, event.ends_at),
      time_zone = coalesce(v_payload ->> 'time_zone', event.time_zone),
      attendees = case when jsonb_typeof(v_payload -> 'attendees') = 'array'
        then private.texts_of(v_payload -> 'attendees') else event.attendees end
    where event.id = v_before.id
    returning * into v_after;
  end if;
  perform private.record_local_effect(
    approval,
    case when v_after.status = 'cancelled' then 'calendar_event.cancelled' else 'calendar_event.updated' end,
    'calendar_event', v_after.id, to_jsonb(v_before), to_jsonb(v_after));
end;
$function$;

create or replace function private.check_integration_secret (
  provider public.integration_provider,
  secret   text,
  may_stay boolean
)
  returns void
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_key jsonb;
begin
  if secret is null then
    if may_stay then
      return;
    end if;
    raise exception using errcode = 'OPINV', message = 'Enter a secret', hint = 'secret_missing';
  elsif provider = 'clickup' then
    if secret ~ '^(Bearer )?[!-~]+$' and char_length(secret) between 8 and 500 then
      return;
    end if;
  elsif octet_length(secret) <= 20000 then
    begin
      v_key := secret::jsonb;
    exception when data_exception then
      v_key := null;
    end;
    if jsonb_typeof(v_key) = 'object' and coalesce(v_key ->> 'client_email', '') like '%@%'
      and coalesce(v_key ->> 'private_key', '') like '-----BEGIN PRIVATE KEY-----%'
    then
      return;
    end if;
  end if;
  raise exception using
    errcode = 'OPINV',
    message = case provider
      when 'clickup' then 'The secret is a token of ClickUp'
      else 'The secret is the key file of a Google service account' end,
    hint = 'invalid_secret';
end;
$function$;

create or replace function private.check_payload (
  organization_id uuid,
  project_id      uuid,
  kind            public.approval_kind,
  payload         jsonb
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_field record;
  v_value record;
  v_checked jsonb := '{}';
  v_problems jsonb := '[]';
begin
  if jsonb_typeof(payload) is distinct from 'object' then
    v_problems := '[{"field": "payload", "message": "Write an object"}]';
  elsif octet_length(payload::text) > private.max_card_bytes() then
    perform private.refuse_large_card();
  elsif private.is_undo_payload(kind, payload) then
    select * into v_value from private.check_undo(organization_id, project_id, kind, payload);
    v_checked := v_value.checked;
    v_problems := v_value.problems;
  else
    select coalesce(jsonb_agg(jsonb_build_object('field', left(unknown.name, 100), 'message', 'There is no such field')), '[]')
    into v_problems
    from (
      select jsonb_object_keys(payload) as name
      except
      select fields.name from private.payload_fields(check_payload.kind) as fields
      order by name
      limit 50
    ) as unknown;
    for v_field in
      select * from private.payload_fields(check_payload.kind) as fields order by fields."position"
    loop
      if coalesce(jsonb_typeof(payload -> v_field.name), 'null') = 'null' then
        if v_field.required then
          v_problems := v_problems || jsonb_build_object('field', v_field.name, 'message', 'This is needed');
        end if;
        continue;
      end if;
      select * into v_value from private.check_field(
        organization_id, project_id, v_field.type, v_field.max, v_field.choices, payload -> v_field.name);
      if v_value.problem is null and v_field.required and v_value.checked = '[]' then
        v_value.problem := 'This is needed';
      end if;
      if v_value.problem is not null then
        v_problems := v_problems || jsonb_build_object('field', v_field.name, 'message', v_value.problem);
      else
        v_checked := v_checked || jsonb_build_object(v_field.name, v_value.checked);
      end if;
    end loop;
    v_problems := v_problems || private.event_problems(kind, v_checked, v_problems);
  end if;

  if v_problems <> '[]' then
    raise exception using
      errcode = 'OPINV',
      message = format('The card is invalid: %s', (
        select string_agg(format('%s: %s', problem ->> 'field', problem ->> 'message'), ', ')
        from jsonb_array_elements(v_problems) with ordinality as listed (problem, place)
        where listed.place <= 5)),
      hint = 'invalid_payload',
      detail = jsonb_build_object('fields', v_problems)::text;
  elsif octet_length(v_checked::text) > private.max_card_bytes() then
    perform private.refuse_large_card();
  end if;
  return v_checked;
end;
$function$;

create or replace function private.check_undo (
  organization_id uuid,
  project_id      uuid,
  kind            public.approval_kind,
  payload         jsonb,
  OUT             checked jsonb,
  OUT             problems jsonb
)
  returns record
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_field constant text := case when payload ? 'withdraw' then 'withdraw' else 'restore' end;
  v_given constant text := payload ->> v_field;
  v_row jsonb;
  v_problem text;
begin
  if payload ?& array['withdraw', 'restore'] then
    v_problem := 'Either withdraw or restore, not both';
  elsif v_given is null or v_given !~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' then
    v_problem := 'Write the id of the card that published';
  else
    select private.published_row(approvals.organization_id, approvals.kind, approvals.id) into v_row
    from public.approvals
    where approvals.id = v_given::uuid
      and approvals.organization_id = check_undo.organization_id
      and approvals.project_id = check_undo.project_id
      and approvals.kind = check_undo.kind
      and approvals.status = 'executed'
      -- A member does not know of restricted cards.
      and (not approvals.is_restricted or private.led_organization_id() is not null);
    if v_row is null then
      v_problem := 'There is no such published card of this kind in this project';
    elsif v_field = 'withdraw' and v_row ->> 'withdrawn_at' is not null then
      v_problem := 'This is withdrawn already';
    elsif v_field = 'restore' and v_row ->> 'withdrawn_at' is null then
      v_problem := 'This is already published';
    end if;
  end if;
  problems := case when v_problem is null then '[]'
                   else jsonb_build_array(jsonb_build_object('field', v_field, 'message', v_problem)) end;
  checked := case when v_problem is null then jsonb_build_object(v_field, lower(v_given)) end;
end;
$function$;

create or replace function private.check_upload (
  file_name    text,
  content_type text,
  size_bytes   bigint,
  title        text
)
  returns void
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if coalesce(file_name, '') = '' or char_length(file_name) > 255 or file_name ~ '[[:cntrl:]/\\]' then
    raise exception using
      errcode = 'OPINV',
      message = 'A file needs a name of at most 255 characters, without slashes',
      hint = 'invalid_document';
  elsif coalesce(title, '') = '' or char_length(title) > 500 or title ~ '[[:cntrl:]]' then
    raise exception using
      errcode = 'OPINV',
      message = 'A document needs a title of at most 500 characters, in one line',
      hint = 'invalid_document';
  elsif coalesce(size_bytes, 0) < 1 then
    raise exception using errcode = 'OPINV', message = 'The file is empty', hint = 'invalid_document';
  elsif size_bytes > 26214400 then
    raise exception using
      errcode = 'OPBIG', message = 'Files can be at most 25 MiB', hint = 'file_too_large';
  elsif private.is_document_type(content_type, file_name) is not true then
    raise exception using
      errcode = 'OPINV',
      message = 'This file type isn''t supported. Upload PDF, Word, PowerPoint, Excel, CSV, Markdown, HTML, text, e-mail or transcripts',
      hint = 'unsupported_file_type';
  end if;
end;
$function$;

create or replace function private.classify_project (
  project_id   uuid,
  version      integer,
  tier         public.portfolio_tier default null::public.portfolio_tier,
  service_line text                  default null::text,
  risk         public.risk_level     default null::public.risk_level,
  reason       text                  default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_before public.portfolio_classifications;
  v_after public.portfolio_classifications;
begin
  if version is null or char_length(service_line) > 100 or char_length(reason) > 1000 then
    raise exception using
      errcode = 'OPINV',
      message = 'Name the version that you saw. Service line and reason take 100 and 1,000 characters',
      hint = 'invalid_classification';
  end if;
  -- The project's row is the lock: two classifications of it come one after the other.
  perform from public.projects
  where projects.id = classify_project.project_id
    and projects.organization_id = v_viewer.organization_id
  for no key update;
  if not found then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  select * into v_before
  from public.portfolio_classifications
  where portfolio_classifications.project_id = classify_project.project_id
  order by portfolio_classifications.version desc
  limit 1;
  perform private.refuse_stale_version(
    'portfolio_classification', classify_project.project_id, classify_project.version,
    coalesce(v_before.version, 0), case when v_before.id is not null then to_jsonb(v_before) end);

  if v_before.id is not null
    and (tier, service_line, risk, reason)
      is not distinct from (v_before.tier, v_before.service_line, v_before.risk, v_before.reason)
  then
    return to_jsonb(v_before);
  end if;
  insert into public.portfolio_classifications (
    organization_id, project_id, version, tier, service_line, risk, reason, classified_by, created_at)
  values (
    v_viewer.organization_id, classify_project.project_id, coalesce(v_before.version, 0) + 1,
    classify_project.tier, classify_project.service_line, classify_project.risk,
    classify_project.reason, v_viewer.id, clock_timestamp())
  returning * into v_after;
  perform private.record_row_change(
    v_viewer.organization_id, 'project.classified', 'portfolio_classification', v_after.project_id,
    to_jsonb(v_before) - 'project_id', to_jsonb(v_after) - 'project_id', v_after.project_id);
  return to_jsonb(v_after);
end;
$function$;

create or replace function private.confirm_execution (
  job_id  uuid,
  attempt integer,
  marker  uuid,
  result  jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals := private.execution_of_job(confirm_execution.job_id, confirm_execution.attempt);
  v_job private.jobs := private.require_job_lease(confirm_execution.job_id, confirm_execution.attempt);
begin
  if v_approval.vendor_called_at is null then
    raise exception using
      errcode = 'OPSTA', message = 'Nothing was called, so nothing can be confirmed', hint = 'vendor_not_called';
  elsif marker is distinct from v_approval.id then
    raise exception using
      errcode = 'OPINV', message = 'The object found has the marker of another card', hint = 'wrong_marker';
  end if;
  perform private.require_external_result(v_approval, confirm_execution.result);
  if confirm_execution.result ->> 'provider' = 'local'
    and private.local_effect(v_approval) is distinct from confirm_execution.result
  then
    raise exception using
      errcode = 'OPSTA', message = 'This card has no result here', hint = 'effect_not_found';
  end if;
  update public.approvals
  set vendor_confirmed_at = clock_timestamp(), confirmed_result = confirm_execution.result
  where approvals.id = v_approval.id
  returning * into v_approval;
  perform private.record_approval_event(
    v_approval, 'vendor_confirmed', jsonb_build_object('result', confirm_execution.result), job => v_job);
end;
$function$;

create or replace function private.create_account (
  client_id uuid,
  name      text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_account public.accounts;
begin
  if char_length(btrim(coalesce(name, ''))) not between 1 and 200 then
    raise exception using
      errcode = 'OPINV', message = 'Enter a name of 1 to 200 characters', hint = 'invalid_name';
  end if;
  -- Held until the end, so that the client is not archived meanwhile.
  perform from public.clients
  where clients.id = create_account.client_id
    and clients.organization_id = v_viewer.organization_id
    and clients.archived_at is null
  for key share;
  if not found then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such client', hint = 'client_not_found';
  end if;
  begin
    insert into public.accounts (organization_id, client_id, name)
    values (v_viewer.organization_id, create_account.client_id, btrim(create_account.name))
    returning * into v_account;
  exception when unique_violation then
    raise exception using
      errcode = 'OPSTA',
      message = format('The client has an account called %s already', btrim(create_account.name)),
      hint = 'account_exists';
  end;
  perform private.record_audit_event(
    v_viewer.organization_id, 'account.created', 'account', v_account.id, null,
    jsonb_build_object('client_id', v_account.client_id, 'name', v_account.name,
                       'version', v_account.version));
  return to_jsonb(v_account);
end;
$function$;

create or replace function private.create_client (
  name    text,
  website text default null::text,
  note    text default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_client public.clients;
begin
  if char_length(btrim(coalesce(name, ''))) not between 1 and 200 then
    raise exception using
      errcode = 'OPINV', message = 'Enter a name of 1 to 200 characters', hint = 'invalid_name';
  end if;
  begin
    insert into public.clients (organization_id, name, website, note)
    values (v_viewer.organization_id, btrim(create_client.name), create_client.website, create_client.note)
    returning * into v_client;
  exception when unique_violation then
    perform private.refuse_taken_client_name(v_viewer.organization_id, btrim(create_client.name));
  end;
  perform private.record_audit_event(
    v_viewer.organization_id, 'client.created', 'client', v_client.id, null,
    jsonb_build_object('name', v_client.name, 'version', v_client.version));
  return to_jsonb(v_client);
end;
$function$;

create or replace function private.decide_to_approve (
  approval    public.approvals,
  viewer      public.people,
  version     integer,
  with_quotes boolean
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals;
  v_reasons jsonb;
  v_shown jsonb;
  v_effect jsonb;
begin
  perform private.require_decider(approval, viewer);
  if approval.status = 'rejected' then
    perform private.refuse_decided(approval);
  end if;
  perform private.refuse_stale_approval(approval, decide_to_approve.version);
  if approval.status <> 'pending' then
    return approval;
  elsif decide_to_approve.version is null then
    raise exception using
      errcode = 'OPSTA',
      message = 'Name the version of the card that you approve, or open the card and approve it there',
      hint = 'version_required',
      detail = jsonb_build_object('version', approval.version)::text;
  end if;

  v_reasons := private.approval_readiness(approval, viewer);
  if v_reasons <> '[]' then
    raise exception using
      errcode = 'OPSTA',
      message = 'This draft is not ready. Fix the listed problems, then approve it',
      hint = 'draft_not_ready',
      detail = jsonb_build_object('reasons', v_reasons)::text;
  end if;
  if decide_to_approve.with_quotes is not true then
    v_effect := private.payload_without_quotes(approval);
  end if;
  v_shown := jsonb_build_object(
    'title', approval.title,
    'payload', approval.payload,
    'diff', private.approval_diff(approval),
    'evidence', private.approval_evidence(approval, viewer))
    || case when v_effect is not null then jsonb_build_object('effect', v_effect) else '{}' end;

  update public.approvals set
    status = 'approved',
    decided_by = viewer.id,
    decided_at = clock_timestamp(),
    decided_version = approvals.version,
    decided_hash = approvals.payload_hash,
    decided_target_hash = private.target_hash(approval),
    effect_payload = v_effect,
    -- Why an earlier decision lapsed is no verdict on this one.
    review = null
  where approvals.id = approval.id
  returning * into v_approval;
  perform private.record_approval_event(v_approval, 'approved', shown => v_shown);
  return v_approval;
end;
$function$;

create or replace function private.edit_approval (
  approval_id uuid,
  payload     jsonb,
  version     integer default null::integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_approval public.approvals := private.lock_approval(edit_approval.approval_id, v_viewer);
  v_edited public.approvals;
  v_target jsonb;
begin
  if private.decider_refusal(v_approval, v_viewer.id) = 'prompt_owner_only' then
    perform private.require_decider(v_approval, v_viewer);
  end if;
  if v_approval.status = 'rejected' then
    perform private.refuse_decided(v_approval);
  elsif v_approval.status not in ('pending', 'approved', 'failed') then
    raise exception using
      errcode = 'OPSTA',
      message = 'The card is executing or already executed. Propose another one',
      hint = 'approval_in_execution',
      detail = jsonb_build_object('status', v_approval.status)::text;
  end if;
  perform private.refuse_stale_approval(v_approval, edit_approval.version);

  v_edited := v_approval;
  v_edited.payload := private.check_payload(
    v_approval.organization_id, v_approval.project_id, v_approval.kind, edit_approval.payload);
  if v_edited.payload = v_approval.payload then
    return jsonb_build_object('approval', private.approval_json(v_approval));
  end if;
  v_target := private.approval_target(v_edited);

  update public.approvals set
    version = approvals.version + 1,
    title = private.approval_title(
      v_edited.kind, v_edited.project_id, v_edited.payload, v_edited.organization_id),
    payload = v_edited.payload,
    target_id = (v_target ->> 'id')::uuid,
    target_snapshot = v_target -> 'state',
    is_restricted = approvals.is_restricted or private.undoes_restricted(v_edited),
    last_edited_by = v_viewer.id,
    status = 'pending',
    decided_by = null, decided_at = null, decided_version = null, decided_hash = null,
    decided_target_hash = null, review = null, effect_payload = null,
    execution_requested_by = null, execution_requested_at = null, execution_job_id = null,
    execution_attempt = null, execution_started_at = null, vendor_called_at = null,
    vendor_confirmed_at = null, confirmed_result = null, execution_error = null
  where approvals.id = v_approval.id
  returning * into v_approval;
  v_approval := private.store_readiness(v_approval);
  perform private.record_approval_version(v_approval, v_viewer.id);
  perform private.record_approval_event(v_approval, 'edited');
  perform private.record_readings(v_viewer, array[v_approval]);
  perform private.reserve_storage(v_viewer, 'text', octet_length(v_approval.payload::text));
  return jsonb_build_object('approval', private.approval_json(v_approval));
end;
$function$;

create or replace function private.executing_prompt_card (
  organization_id uuid,
  approval_id     uuid,
  kind            public.approval_kind
)
  returns public.approvals
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
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
      errcode = 'OPSTA', message = 'No executing, approved card contains this', hint = 'card_not_approved';
  end if;
  perform private.hold_prompt_owner(organization_id, v_card.decided_by);
  return v_card;
end;
$function$;

create or replace function private.execution_of_job (
  job_id  uuid,
  attempt integer
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(execution_of_job.job_id, execution_of_job.attempt);
  v_approval public.approvals;
begin
  select * into v_approval
  from public.approvals
  where approvals.id = (v_job.payload ->> 'approval_id')::uuid
    and approvals.organization_id = v_job.organization_id
  for update;
  if v_approval.execution_job_id is distinct from v_job.id
    or not (v_approval.status = 'unknown'
            or (v_approval.status = 'executing' and v_approval.execution_attempt = v_job.attempt))
  then
    raise exception using
      errcode = 'OPSTA', message = 'This attempt no longer holds the lease', hint = 'lease_lost';
  end if;
  return v_approval;
end;
$function$;

create or replace function private.finding_codes()
  returns table (
    rank         integer,
    code         text,
    subject_type public.finding_subject,
    severity     public.finding_severity,
    title        text,
    settled_by   text,
    fix_action   text,
    fix_fields   text[]
  )
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select
    listed.rank, listed.code, listed.subject_type::public.finding_subject,
    listed.severity::public.finding_severity, listed.title, listed.settled_by, listed.fix_action,
    listed.fix_fields::text[]
  from (values
    (1, 'project_over_budget', 'project', 'high', 'Over budget',
     'A larger budget agreed with the client, or hours that belong elsewhere moved there.',
     'project_update', '{budget_hours}'),
    (2, 'project_past_due', 'project', 'high', 'Past its due date',
     'A new due date, or the project completed.', 'project_update', '{due_on,status}'),
    (3, 'status_contradicted', 'project', 'high', 'Status contradicts the figures',
     'A status that takes the figures into account.', 'status_update', '{health,summary}'),
    (4, 'project_without_lead', 'project', 'high', 'No lead',
     'Somebody who answers for the project.', 'project_update', '{lead_id}'),
    (5, 'project_lead_left', 'project', 'high', 'Its lead has left',
     'Somebody else who answers for the project.', 'project_update', '{lead_id}'),
    (6, 'import_failed', 'import_run', 'high', 'An import failed',
     'Import a corrected file.', null, null),
    (7, 'approval_unknown', 'approval', 'high', 'Result unknown',
     'The next automatic check settles it. Open the card to see what is known.', null, null),
    (8, 'approval_failed', 'approval', 'high', 'An approved card failed',
     'Open the card, then execute it again, edit it or reject it.', null, null),
    (9, 'job_dead', 'job', 'high', 'Background work gave up',
     'The error comes from the background worker. Fix its cause; work that belongs to a card can be executed again there.', null, null),
    (10, 'document_stuck', 'document', 'high', 'Document not processed',
     'Upload the file again, or check that the background worker runs.', null, null),
    (11, 'job_waiting', 'job', 'high', 'Background work waits',
     'The worker has taken no job. Check that the background functions run and that the vault has their address.',
     null, null),
    (12, 'document_file_changed', 'document', 'high', 'A stored file was replaced',
     'The file uploaded again as a new version, or read again once its own bytes are back; or the document archived.', null, null),
    (20, 'project_near_budget', 'project', 'medium', 'Near its budget',
     'A larger budget, or work that ends before the hours do.', 'project_update', '{budget_hours}'),
    (21, 'project_over_estimate', 'project', 'medium', 'More hours than estimated',
     'Estimates come from imported tasks. Correct them where they come from and import the file again.', null, null),
    (22, 'status_overdue', 'project', 'medium', 'Status overdue',
     'A status update.', 'status_update', '{health,summary}'),
    (23, 'status_missing', 'project', 'medium', 'No status yet',
     'A first status update.', 'status_update', '{health,summary}'),
    (24, 'open_tasks_past_due', 'project', 'medium', 'Open tasks past due',
     'Tasks come from imported files. Close them or move their due days there and import the file again.', null, null),
    (25, 'open_items_stale', 'project', 'medium', 'Open tasks gone quiet',
     'Tasks and hours come from imported files. Book hours or close the tasks there and import the file again.', null, null),
    (26, 'open_items_unverified', 'project', 'medium', 'Open tasks without recorded activity',
     'Tasks come from imported files. Add a start, an estimate or hours there, or close the tasks, and import the file again.', null, null),
    (27, 'tasks_owner_left', 'project', 'medium', 'Open tasks of people who left',
     'Assignees come from imported files. Assign the tasks there and import the file again.', null, null),
    (28, 'tasks_without_owner', 'project', 'medium', 'Open tasks without an assignee',
     'Assignees come from imported files. Assign the tasks there and import the file again.', null, null),
    (29, 'project_without_recent_activity', 'project', 'medium', 'No recent activity',
     'Work or a status on it, or the project put on hold in words, completed or cancelled.',
     'status_update', '{health,summary}'),
    (30, 'project_without_budget', 'project', 'medium', 'No budget',
     'A budget in hours or money.', 'project_update', '{budget_hours,budget_amount}'),
    (31, 'project_without_tasks', 'project', 'medium', 'No tasks',
     'Import a file with the tasks of this project.', null, null),
    (32, 'open_tasks_on_ended_project', 'project', 'medium', 'Open tasks on an ended project',
     'The tasks closed, or the project active again.', 'project_update', '{status}'),
    (33, 'unmatched_import_lines', 'import_run', 'medium', 'Lines that an import skipped',
     'Open the import to see the lines, correct them in the file and import it again.', null, null),
    (34, 'duplicate_clients', 'client', 'medium', 'The same client twice',
     'One of them renamed or archived.', 'client_update', '{name,is_archived}'),
    (35, 'approval_resting', 'approval', 'medium', 'Approved but not executed',
     'Open the card and execute it.', null, null),
    (36, 'document_failed', 'document', 'medium', 'A document could not be read',
     'Open the documents of the project. Upload the file in another format, or archive the document.', null, null),
    (50, 'planned_project_under_way', 'project', 'low', 'Planned, but under way',
     'The project made active.', 'project_update', '{status}'),
    (51, 'project_without_open_tasks', 'project', 'low', 'Nothing left to do',
     'The project completed, or its next tasks planned.', 'project_update', '{status}'),
    (52, 'hours_without_task', 'project', 'low', 'Hours on no task',
     'Hours come from imported files. Assign them to tasks there and import the file again.', null, null),
    (53, 'hours_in_future', 'project', 'low', 'Hours dated in the future',
     'Hours come from imported files. Correct their day there and import the file again.', null, null),
    (54, 'document_not_uploaded', 'document', 'low', 'A file that never came',
     'Open the documents of the project. Upload the file again, or archive the document.', null, null)
  ) as listed (rank, code, subject_type, severity, title, settled_by, fix_action, fix_fields)
$function$;

create or replace function private.get_portfolio_health (
  project_id   uuid,
  code         text,
  state        public.finding_state,
  result_limit integer,
  page_cursor  text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_limit constant integer := coalesce(result_limit, 50);
  v_gap_limit constant integer := 50;
  v_window_days constant integer := private.verify_window_days();
  -- Place of the last finding of the page before: settled, rank, size, subject.
  v_after constant text[] := regexp_match(
    page_cursor, '^(true|false)_(\d{1,4})_(-?\d{1,20}(?:\.\d{1,10})?)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  v_figures private.project_figures[];
begin
  if v_limit not between 1 and 100 then
    raise exception using
      errcode = 'OPINV', message = 'A page can have 1 to 100 findings', hint = 'invalid_limit';
  elsif page_cursor is not null and v_after is null then
    raise exception using
      errcode = 'OPINV', message = 'Invalid page cursor', hint = 'invalid_cursor';
  elsif get_portfolio_health.code is not null and not exists (
    select from private.finding_codes() as known where known.code = get_portfolio_health.code
  ) then
    raise exception using
      errcode = 'OPINV', message = 'Not the code of a finding', hint = 'unknown_finding_code';
  elsif get_portfolio_health.project_id is not null and not exists (
    select from public.projects
    where projects.id = get_portfolio_health.project_id
      and projects.organization_id = v_viewer.organization_id
  ) then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;

  perform private.record_chat_materials(array[v_viewer.organization_id]);
  v_figures := array(
    select figures
    from private.compute_project_figures(
      v_viewer.organization_id,
      case when get_portfolio_health.project_id is not null then array[get_portfolio_health.project_id] end
    ) as figures);

  return (
    with live as materialized (
      select
        figures.*,
        array_remove(array[
          case when figures.task_count = 0 then 'tasks' end,
          case when figures.lead_id is null or figures.lead_has_left then 'lead' end,
          case when figures.unowned_count > 0 then 'task_owners' end,
          case when figures.last_activity_on >= figures.today - v_window_days then null
            else 'recent_activity' end,
          case when figures.health is not null
              and (figures.status_days is null or figures.today - figures.status_on <= figures.status_days)
            then null else 'recent_status' end
        ], null) as missing
      from unnest(v_figures) as figures
      where figures.status in ('planned', 'active', 'on_hold')
    ),
    findings as materialized (
      select judged.*, judged.state = 'settled' as is_settled
      from private.judged_findings(v_viewer.organization_id, v_figures,
                                   get_portfolio_health.project_id is null) as judged
    ),
    page as materialized (
      select findings.*
      from findings
      where (get_portfolio_health.code is null or findings.code = get_portfolio_health.code)
        and (get_portfolio_health.state is null or findings.state = get_portfolio_health.state)
        and (v_after is null
          or (findings.is_settled, findings.rank, -findings.size, findings.subject_id)
             > (v_after[1]::boolean, v_after[2]::integer, -(v_after[3]::numeric), v_after[4]::uuid))
      order by findings.is_settled, findings.rank, -findings.size, findings.subject_id
      -- One more tells whether there is a next page.
      limit v_limit + 1
    ),
    shown as materialized (
      select page.*, row_number() over (
        order by page.is_settled, page.rank, -page.size, page.subject_id) as place
      from page
      order by place
      limit v_limit
    )
    select jsonb_build_object(
      'computed_at', now(),
      'today', private.organization_today(v_viewer.organization_id),
      'verify_window_days', v_window_days,
      'board', (
        select jsonb_build_object(
          'project_count', count(*),
          'with_tasks', count(*) filter (where 'tasks' <> all (live.missing)),
          'with_lead', count(*) filter (where 'lead' <> all (live.missing)),
          'with_owned_tasks', count(*) filter (where 'task_owners' <> all (live.missing)),
          'with_recent_activity', count(*) filter (where 'recent_activity' <> all (live.missing)),
          'with_recent_status', count(*) filter (where 'recent_status' <> all (live.missing)),
          'gaps', (
            select coalesce(jsonb_agg(
              jsonb_build_object('project_id', gaps.project_id, 'name', gaps.name, 'missing', gaps.missing)
              order by cardinality(gaps.missing) desc, gaps.name, gaps.project_id), '[]')
            from (
              select * from live
              where live.missing <> '{}'
              order by cardinality(live.missing) desc, live.name, live.project_id
              limit v_gap_limit
            ) as gaps
          ),
          'gaps_left_out', greatest(count(*) filter (where live.missing <> '{}') - v_gap_limit, 0)
        )
        from live
      ),
      'open_items', (
        select jsonb_build_object(
          'open', coalesce(sum(live.open_count), 0),
          'verified', coalesce(sum(live.verified_count), 0),
          'stale', coalesce(sum(live.open_count - live.verified_count - live.unverified_count), 0),
          'unverified', coalesce(sum(live.unverified_count), 0)
        )
        from live
      ),
      'stale_count', (
        select coalesce(sum(live.open_count - live.verified_count - live.unverified_count), 0) from live
      ),
      'totals', (
        select jsonb_build_object(
          'open', count(*) filter (where findings.state = 'open'),
          'unverified', count(*) filter (where findings.state = 'unverified'),
          'settled', count(*) filter (where findings.state = 'settled')
        )
        from findings
      ),
      'counts', (
        select coalesce(jsonb_agg(
          jsonb_build_object('code', counted.code, 'title', counted.title, 'severity', counted.severity,
                             'open', counted.open, 'unverified', counted.unverified,
                             'settled', counted.settled)
          order by counted.rank), '[]')
        from (
          select
            findings.code, findings.title, findings.severity, findings.rank,
            count(*) filter (where findings.state = 'open') as open,
            count(*) filter (where findings.state = 'unverified') as unverified,
            count(*) filter (where findings.state = 'settled') as settled
          from findings
          group by findings.code, findings.title, findings.severity, findings.rank
        ) as counted
      ),
      'findings', coalesce((
        select jsonb_agg(
          jsonb_build_object(
            'code', shown.code,
            'title', shown.title,
            'severity', shown.severity,
            'state', shown.state,
            'subject', jsonb_build_object('type', shown.subject_type, 'id', shown.subject_id,
                                          'name', shown.subject_name, 'project_id', shown.project_id),
            'why', shown.why,
            'facts', shown.facts,
            'facts_hash', private.facts_hash(shown.code, shown.subject_id, shown.is_unverified, shown.basis),
            'evidence', jsonb_build_object(
              'total', shown.evidence_total,
              'rows', private.finding_evidence(shown.code, shown.subject_id, v_viewer.organization_id)),
            'settled_by', shown.settled_by,
            'fix', case when shown.fix_action is not null then
              jsonb_build_object('action', shown.fix_action, 'fields', shown.fix_fields) end,
            'resolution', case when shown.resolution_version is not null then jsonb_build_object(
              'version', shown.resolution_version,
              'state', shown.resolution_state,
              'reason', shown.resolution_reason,
              'decided_by', jsonb_build_object('id', deciders.id, 'name', deciders.name),
              'created_at', shown.resolved_at,
              'facts_changed', shown.facts_changed) end
          )
          order by shown.place)
        from shown
        left join public.people as deciders on deciders.id = shown.resolved_by
      ), '[]'),
      'next_cursor', (
        select concat_ws('_', shown.is_settled::text, shown.rank, trim_scale(shown.size), shown.subject_id)
        from shown
        where shown.place = v_limit and (select count(*) from page) > v_limit
      )
    )
  );
end;
$function$;

create or replace function private.get_texts_to_embed (
  job_id     uuid,
  attempt    integer,
  text_limit integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(get_texts_to_embed.job_id, get_texts_to_embed.attempt);
begin
  if text_limit is null or text_limit < 1 or text_limit > 500 then
    raise exception using
      errcode = 'OPINV', message = 'A batch has 1 to 500 texts', hint = 'invalid_limit';
  elsif v_job.kind = 'document_index' then
    return private.staged_texts(v_job, text_limit);
  elsif v_job.kind = 'source_embed' then
    return private.missing_texts(v_job, text_limit);
  end if;
  raise exception using
    errcode = 'OPSTA', message = 'Another executor is responsible for this job', hint = 'wrong_executor';
end;
$function$;

create or replace function private.hold_prompt_owner (
  organization_id uuid,
  person_id       uuid
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  perform 1 from public.people
  where people.id = person_id and people.organization_id = hold_prompt_owner.organization_id
    and people.archived_at is null and people.role in ('admin', 'lead') and people.is_prompt_owner
  for share;
  if not found then
    raise exception using
      errcode = 'OPDEN', message = 'Only a prompt owner can change the prompt', hint = 'prompt_owner_only';
  end if;
end;
$function$;

create or replace function private.keep_job (
  job_id   uuid,
  attempt  integer,
  lease_ms integer
)
  returns boolean
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_until timestamptz;
begin
  if lease_ms is null or lease_ms not between 1 and 3600000 then
    raise exception using
      errcode = 'OPINV', message = 'A lease can last at most an hour', hint = 'invalid_lease';
  end if;
  -- Past a lock: what holds it is, as a rule, the statement in which the job's own effect happens, and
  -- waiting for that would only hold another connection.
  select jobs.lease_until into v_until
  from private.jobs
  where jobs.id = keep_job.job_id and jobs.attempt = keep_job.attempt and jobs.lease_until is not null
  for update skip locked;
  if not found then
    return exists (
      select from private.jobs
      where jobs.id = keep_job.job_id and jobs.attempt = keep_job.attempt and jobs.lease_until is not null);
  elsif v_until <= clock_timestamp() then
    return false;
  end if;
  update private.jobs
  set lease_until = clock_timestamp() + make_interval(secs => keep_job.lease_ms / 1000.0)
  where jobs.id = keep_job.job_id;
  return true;
end;
$function$;

create or replace function private.lock_approval_in_execution (
  job private.jobs
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals := private.lock_approval_of(job, '{task_act,calendar_act}');
begin
  if v_approval.status is distinct from 'executing'
    or v_approval.execution_job_id is distinct from job.id
    or v_approval.execution_attempt is distinct from job.attempt
  then
    raise exception using
      errcode = 'OPSTA', message = 'This attempt no longer holds the lease', hint = 'lease_lost';
  end if;
  return v_approval;
end;
$function$;

create or replace function private.lock_approval_of (
  job   private.jobs,
  kinds text[]
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals;
begin
  if job.kind <> all (kinds) then
    raise exception using
      errcode = 'OPSTA', message = 'Another executor is responsible for this job', hint = 'wrong_executor';
  end if;
  select * into v_approval
  from public.approvals
  where approvals.id = (job.payload ->> 'approval_id')::uuid
    and approvals.organization_id = job.organization_id
  for update;
  return v_approval;
end;
$function$;

create or replace function private.next_document_version (
  viewer      public.people,
  document_id uuid,
  project_id  uuid,
  title       text,
  kind        public.document_kind
)
  returns public.documents
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_document public.documents := private.lock_document(viewer, document_id);
  v_source public.sources;
begin
  select * into v_source from public.sources where sources.id = v_document.id;
  if v_source.project_id is distinct from next_document_version.project_id then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such document', hint = 'document_not_found';
  elsif v_source.archived_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The document is archived', hint = 'document_archived';
  elsif coalesce(btrim(next_document_version.title), v_source.title) <> v_source.title
    or coalesce(next_document_version.kind, v_document.kind) <> v_document.kind
  then
    raise exception using
      errcode = 'OPINV',
      message = 'A new version keeps the title and the kind of its document. Change them separately',
      hint = 'version_keeps_title';
  end if;
  update public.documents set latest_version = documents.latest_version + 1
  where documents.id = v_document.id
  returning * into v_document;
  return v_document;
end;
$function$;

create or replace function private.project_findings (
  figures private.project_figures[]
)
  returns SETOF private.finding
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  set "DateStyle" to 'ISO, YMD'
  AS $function$
declare
  v_window_days constant integer := private.verify_window_days();
begin
  return query
  with figures as materialized (
    select
      given.*,
      given.status in ('planned', 'active', 'on_hold') as is_live,
      given.open_count - given.verified_count - given.unverified_count as stale_count,
      given.actual_hours > given.budget_hours as is_over_budget,
      given.today - given.due_on as days_late,
      -- A finding once settled comes back when it has become twice as bad, and not every day.
      '{2,4,8,16,32,64,128,256,512,1024}'::float8[] as doublings
    from unnest(project_findings.figures) as given
  ),
  live as materialized (
    select * from figures where figures.is_live
  ),
  found (code, project_id, project_name, is_unverified, size, why, facts, basis, evidence_total) as (
    -- A tenth of the budget more, or another budget, is worth another look.
    select
      'project_over_budget', project_id, name, false, actual_hours - budget_hours,
      format('%s of %s hours are spent, %s more than budgeted.', trim_scale(actual_hours),
             trim_scale(budget_hours), trim_scale(actual_hours - budget_hours)),
      jsonb_build_object('budget_hours', budget_hours, 'actual_hours', actual_hours),
      format('%s/%s', trim_scale(budget_hours), floor(10 * actual_hours / nullif(budget_hours, 0))),
      entry_count
    from live where is_over_budget

    union all
    select
      'project_near_budget', project_id, name, false, round(100 * actual_hours / budget_hours),
      format('%s of %s hours are spent: %s %%.', trim_scale(actual_hours), trim_scale(budget_hours),
             floor(100 * actual_hours / budget_hours)),
      jsonb_build_object('budget_hours', budget_hours, 'actual_hours', actual_hours),
      format('%s/%s', trim_scale(budget_hours), floor(10 * actual_hours / budget_hours)),
      entry_count
    from live where budget_hours > 0 and actual_hours between 0.8 * budget_hours and budget_hours

    -- Hours beyond everything that was ever estimated, done or not. Where a task has no estimate the sum is
    -- not known, and so neither is how far the hours are beyond it.
    union all
    select
      'project_over_estimate', project_id, name, estimated_count < task_count, actual_hours - estimate_hours,
      format('%s hours are spent on work estimated at %s', trim_scale(actual_hours), trim_scale(estimate_hours))
        || case when estimated_count < task_count
             then format('; %s of %s tasks have no estimate.', task_count - estimated_count, task_count)
             else '.' end,
      jsonb_build_object('estimate_hours', estimate_hours, 'actual_hours', actual_hours,
                         'tasks', task_count, 'tasks_without_estimate', task_count - estimated_count),
      format('%s/%s', trim_scale(estimate_hours), floor(10 * actual_hours / estimate_hours)),
      entry_count
    from live where estimate_hours > 0 and actual_hours > estimate_hours

    union all
    select
      'project_past_due', project_id, name, false, days_late::numeric,
      format('It was due on %s, %s days ago, and is still %s.', due_on, days_late, replace(status::text, '_', ' ')),
      jsonb_build_object('due_on', due_on, 'days_late', days_late, 'status', status),
      format('%s/%s', due_on, width_bucket(days_late::float8 / v_window_days, doublings)),
      open_count
    from live where days_late > 0

    union all
    select
      'status_contradicted', project_id, name, false, (today - status_on)::numeric,
      format('The status of %s says on track, but ', status_on)
        || concat_ws(' and ',
             case when is_over_budget then
               format('%s of %s hours are spent', trim_scale(actual_hours), trim_scale(budget_hours)) end,
             case when days_late > 0 then format('it was due on %s', due_on) end)
        || '.',
      jsonb_strip_nulls(jsonb_build_object('health', health, 'status_on', status_on, 'due_on', due_on,
                                           'budget_hours', budget_hours, 'actual_hours', actual_hours)),
      format('%s/%s/%s', status_on, is_over_budget, days_late > 0),
      1
    from live where health = 'on_track' and (is_over_budget or days_late > 0)

    union all
    select
      'status_overdue', project_id, name, false, (today - status_on - status_days)::numeric,
      format('The last status is %s days old', today - status_on)
        || case when cadence is null then format('; without an agreed rhythm it holds for %s.', status_days)
             else format('; the account is reported %s.', cadence) end,
      jsonb_build_object('status_on', status_on, 'status_holds_days', status_days, 'cadence', cadence),
      format('%s/%s', status_on, width_bucket((today - status_on)::float8 / status_days, doublings)),
      1
    from live where today - status_on > status_days

    union all
    select
      'status_missing', project_id, name, true, 0, 'No status posted yet.',
      jsonb_build_object('cadence', cadence), 'none', 0
    from live where health is null

    union all
    select
      'project_without_lead', project_id, name, false, open_count::numeric, 'The project has no lead.',
      jsonb_build_object('status', status), 'none', 0
    from live where lead_id is null

    union all
    select
      'project_lead_left', project_id, name, false, open_count::numeric,
      format('%s leads it and has left.', lead_name),
      jsonb_build_object('lead_id', lead_id, 'lead_name', lead_name), lead_id::text, 1
    from live where lead_has_left

    -- Without a budget nobody can say whether the hours are within it.
    union all
    select
      'project_without_budget', project_id, name, true, actual_hours,
      format('It has a budget neither in hours nor in money; %s hours are spent.', trim_scale(actual_hours)),
      jsonb_build_object('actual_hours', actual_hours), 'none', entry_count
    from live where budget_hours is null and budget_amount is null

    union all
    select
      'project_without_tasks', project_id, name, false, actual_hours,
      format('It has no tasks; %s hours are spent.', trim_scale(actual_hours)),
      jsonb_build_object('status', status, 'actual_hours', actual_hours), 'none', entry_count
    from live where task_count = 0

    union all
    select
      'project_without_open_tasks', project_id, name, false, task_count::numeric,
      format('It is active, and all of its %s tasks are closed.', task_count),
      jsonb_build_object('tasks', task_count), task_count::text, task_count
    from live where status = 'active' and task_count > 0 and open_count = 0

    union all
    select
      'planned_project_under_way', project_id, name, false, actual_hours,
      format('It is planned, but %s hours are spent on it already.', trim_scale(actual_hours)),
      jsonb_build_object('actual_hours', actual_hours, 'last_spent_on', last_spent_on),
      width_bucket(actual_hours::float8, doublings)::text, entry_count
    from live where status = 'planned' and entry_count > 0

    union all
    select
      'project_without_recent_activity', project_id, name, last_activity_on is null,
      coalesce(today - last_activity_on, 0)::numeric,
      case when last_activity_on is null then 'Nothing dated ever happened on it.'
        else format('Nothing has happened on it for %s days, since %s.', today - last_activity_on, last_activity_on)
      end,
      jsonb_build_object('last_activity_on', last_activity_on),
      case when last_activity_on is null then 'none'
        else format('%s/%s', last_activity_on,
                    width_bucket((today - last_activity_on)::float8 / v_window_days, doublings)) end,
      (entry_count > 0)::integer + (health is not null)::integer
    from live
    where last_activity_on is null or last_activity_on < today - v_window_days

    union all
    select
      'tasks_without_owner', project_id, name, false, unowned_count::numeric,
      format('%s of %s open tasks have no assignee.', unowned_count, open_count),
      jsonb_build_object('open_tasks', open_count, 'without_owner', unowned_count),
      unowned_count::text, unowned_count
    from live where unowned_count > 0

    union all
    select
      'tasks_owner_left', project_id, name, false, departed_owner_count::numeric,
      format('%s of %s open tasks are assigned to people who have left.', departed_owner_count, open_count),
      jsonb_build_object('open_tasks', open_count, 'owner_left', departed_owner_count),
      departed_owner_count::text, departed_owner_count
    from live where departed_owner_count > 0

    union all
    select
      'open_tasks_past_due', project_id, name, false, past_due_count::numeric,
      format('%s of %s open tasks are past their due dates, the first since %s.', past_due_count, open_count,
             earliest_due_on),
      jsonb_build_object('open_tasks', open_count, 'past_due', past_due_count, 'earliest_due_on', earliest_due_on),
      format('%s/%s', past_due_count, earliest_due_on), past_due_count
    from live where past_due_count > 0

    union all
    select
      'open_items_stale', project_id, name, false, stale_count::numeric,
      format('%s of %s open tasks have shown no sign of life for more than %s days.', stale_count, open_count,
             v_window_days),
      jsonb_build_object('open_tasks', open_count, 'stale', stale_count), stale_count::text, stale_count
    from live where stale_count > 0

    union all
    select
      'open_items_unverified', project_id, name, true, unverified_count::numeric,
      format('%s of %s open tasks never showed a dated sign of life.', unverified_count, open_count),
      jsonb_build_object('open_tasks', open_count, 'unverified', unverified_count),
      unverified_count::text, unverified_count
    from live where unverified_count > 0

    -- Its share of the hours is what matters: a project that is booked whole, on purpose, stays settled.
    union all
    select
      'hours_without_task', project_id, name, false, taskless_hours,
      format('%s of %s hours belong to no task.', trim_scale(taskless_hours), trim_scale(actual_hours)),
      jsonb_build_object('actual_hours', actual_hours, 'without_task', taskless_hours),
      floor(10 * taskless_hours / actual_hours)::text, taskless_count
    from live where taskless_count > 0

    union all
    select
      'hours_in_future', project_id, name, false, future_count::numeric,
      format('%s time entries are dated after today, the last one %s.', future_count, last_spent_on),
      jsonb_build_object('entries', future_count, 'last_spent_on', last_spent_on),
      format('%s/%s', future_count, last_spent_on), future_count
    from live where future_count > 0

    union all
    select
      'open_tasks_on_ended_project', project_id, name, false, open_count::numeric,
      format('It is %s, but %s of its tasks are open.', status, open_count),
      jsonb_build_object('status', status, 'open_tasks', open_count),
      format('%s/%s', status, open_count), open_count
    from figures where not is_live and open_count > 0
  )
  select
    code, 'project'::public.finding_subject, project_id, project_name, project_id, is_unverified,
    size, why, facts, basis, evidence_total
  from found;
end;
$function$;

create or replace function private.propose_undo (
  approval_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_approval public.approvals := private.lock_approval(propose_undo.approval_id, v_viewer);
begin
  if not private.is_undoable(v_approval) then
    raise exception using
      errcode = 'OPSTA',
      message = 'This card cannot be undone, or another card already undoes it',
      hint = 'not_undoable';
  end if;
  return jsonb_build_object('approval', private.approval_json(private.create_approval(
    v_viewer, v_approval.kind, v_approval.project_id, v_approval.inverse, '[]', 'person', null, v_approval.id)));
end;
$function$;

create or replace function private.read_page_cursor (
  cursor text,
  OUT    at timestamp with time zone,
  OUT    id uuid
)
  returns record
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_parts text[];
begin
  if cursor is null then
    return;
  end if;
  begin
    v_parts := string_to_array(convert_from(decode(cursor, 'base64'), 'UTF8'), ' ');
    at := to_timestamp(0) + make_interval(secs => v_parts[1]::bigint / 1000000)
          + (v_parts[1]::bigint % 1000000) * interval '1 microsecond';
    id := v_parts[2]::uuid;
  exception
    when others then
      id := null;
  end;
  if at is null or id is null then
    raise exception using
      errcode = 'OPINV', message = 'Invalid page cursor', hint = 'invalid_cursor';
  end if;
end;
$function$;

create or replace function private.record_calendar_event (
  job_id  uuid,
  attempt integer,
  event   jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals := private.called_execution_of_job(
    record_calendar_event.job_id, record_calendar_event.attempt);
  v_known public.calendar_events := private.event_of_approval(v_approval);
  v_is_own boolean := case when v_approval.kind = 'calendar_event_create'
    then event ->> 'external_id' = replace(v_approval.id::text, '-', '')
    else event ->> 'external_id' = v_known.external_id and event ->> 'calendar_id' = v_known.calendar_id end;
begin
  if v_is_own is not true or event ->> 'provider' is distinct from 'google_calendar' then
    raise exception using
      errcode = 'OPINV', message = 'The card concerns another event', hint = 'another_event';
  end if;
  insert into public.calendar_events as present (
    organization_id, provider, external_id, calendar_id, project_id, summary, description, location,
    starts_at, ends_at, time_zone, attendees, status, etag)
  values (
    v_approval.organization_id, 'google_calendar', event ->> 'external_id', event ->> 'calendar_id',
    v_approval.project_id, left(event ->> 'summary', 500), event ->> 'description', event ->> 'location',
    (event ->> 'starts_at')::timestamptz, (event ->> 'ends_at')::timestamptz, event ->> 'time_zone',
    private.texts_of(event -> 'attendees'), (event ->> 'status')::public.calendar_event_status, event ->> 'etag')
  on conflict on constraint calendar_events_provider_external_id_key do update set
    summary = excluded.summary, description = excluded.description, location = excluded.location,
    starts_at = excluded.starts_at, ends_at = excluded.ends_at, time_zone = excluded.time_zone,
    attendees = excluded.attendees, status = excluded.status, etag = excluded.etag;
end;
$function$;

create or replace function private.refuse_integration_in_use (
  organization_id uuid,
  provider        public.integration_provider
)
  returns void
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if exists (
    select from public.approvals
    where approvals.organization_id = refuse_integration_in_use.organization_id
      and approvals.status in ('executing', 'unknown')
      and approvals.vendor_called_at is not null and approvals.execution_job_id is not null
      and private.provider_of_kind(approvals.kind) = refuse_integration_in_use.provider)
  then
    raise exception using
      errcode = 'OPSTA',
      message = 'A card is executing there. Try again when it has ended',
      hint = 'integration_in_use';
  end if;
end;
$function$;

create or replace function private.refuse_stale_approval (
  approval public.approvals,
  seen     integer
)
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if seen is not null and seen <> approval.version then
    raise exception using
      errcode = 'OPSTA',
      message = 'The card was edited since you opened it. Review the new version, then decide',
      hint = 'version_conflict',
      detail = jsonb_build_object(
        'version', approval.version, 'current', private.approval_json(approval))::text;
  end if;
end;
$function$;

create or replace function private.refuse_stale_prompt (
  organization_id         uuid,
  expected_version_row_id uuid
)
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_live public.prompt_versions := private.live_prompt_version(organization_id);
begin
  if expected_version_row_id is not null and expected_version_row_id is distinct from v_live.id then
    raise exception using
      errcode = 'OPSTA',
      message = 'Another prompt went live since you opened this one. Review the changes, then decide again',
      hint = 'version_conflict',
      detail = jsonb_build_object(
        'live_version_row_id', v_live.id,
        'live', private.prompt_version_json(v_live) - 'base' - 'rules')::text;
  end if;
end;
$function$;

create or replace function private.refuse_stale_version (
  object_type     text,
  object_id       uuid,
  seen            integer,
  current_version integer,
  current_row     jsonb
)
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if seen is null then
    raise exception using
      errcode = 'OPINV', message = 'Name the version that you saw', hint = 'version_missing';
  elsif seen <> current_version then
    raise exception using
      errcode = 'OPSTA',
      message = 'Someone changed this since you opened it. Review the changes, then save again',
      hint = 'version_conflict',
      detail = jsonb_build_object(
        'version', current_version,
        'current', coalesce(current_row, '{}'),
        'changes', private.changes_since(object_type, object_id, seen))::text;
  end if;
end;
$function$;

create or replace function private.refuse_too_many_cards (
  viewer public.people
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_limit constant bigint := private.quota_of('open_cards_per_person');
begin
  if (select count(*) from public.approvals
      where approvals.organization_id = (viewer).organization_id and approvals.proposed_by = (viewer).id
        and approvals.status = 'pending') >= v_limit
  then
    raise exception using
      errcode = 'OPSTA',
      message = format('%s of your cards are waiting for a decision. Propose more when some are decided', v_limit),
      hint = 'too_many_open_cards';
  end if;
end;
$function$;

create or replace function private.reject_approval (
  approval_id uuid,
  reason      text,
  version     integer default null::integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_approval public.approvals := private.lock_approval(reject_approval.approval_id, v_viewer);
begin
  perform private.require_decider(v_approval, v_viewer);
  if coalesce(btrim(reject_approval.reason), '') = '' or char_length(reject_approval.reason) > 2000 then
    raise exception using
      errcode = 'OPINV', message = 'Enter a reason of at most 2000 characters', hint = 'reason_missing';
  end if;
  if v_approval.status not in ('pending', 'rejected') then
    perform private.refuse_decided(v_approval);
  end if;
  perform private.refuse_stale_approval(v_approval, reject_approval.version);
  if v_approval.status = 'pending' then
    update public.approvals set
      status = 'rejected',
      reason = btrim(reject_approval.reason),
      decided_by = v_viewer.id,
      decided_at = clock_timestamp(),
      decided_version = approvals.version,
      decided_hash = approvals.payload_hash
    where approvals.id = v_approval.id
    returning * into v_approval;
    perform private.record_approval_event(
      v_approval, 'rejected', jsonb_build_object('reason', v_approval.reason),
      jsonb_build_object('title', v_approval.title, 'payload', v_approval.payload));
  end if;
  return jsonb_build_object('approval', private.approval_json(v_approval));
end;
$function$;

create or replace function private.request_execution (
  approval public.approvals,
  viewer   public.people
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals;
  v_job_id uuid;
begin
  -- Whoever wrote the card may have it carried out: it is somebody else who decided.
  if private.decider_refusal(approval, viewer.id) in ('role_not_allowed', 'prompt_owner_only') then
    perform private.require_decider(approval, viewer);
  end if;
  if approval.status = 'pending' then
    raise exception using
      errcode = 'OPSTA',
      message = 'This card is not approved yet',
      hint = 'approval_not_approved';
  elsif approval.status = 'rejected' then
    perform private.refuse_decided(approval);
  elsif approval.status in ('executing', 'executed') then
    return approval;
  elsif approval.execution_job_id is not null then
    -- Looked up while the call may still be on its way, what comes of it would be missed and made twice.
    if approval.vendor_called_at is null
      or approval.vendor_called_at < clock_timestamp() - private.reconciliation_pause()
    then
      perform private.hurry_job(approval.execution_job_id);
    end if;
    return approval;
  end if;

  v_job_id := private.enqueue_job(
    approval.organization_id,
    private.execution_job_kind(approval),
    jsonb_build_object('approval_id', approval.id),
    unique_key => format('%s:%s', approval.id, approval.version),
    request_id => private.request_id());
  update public.approvals set
    execution_requested_by = viewer.id,
    execution_requested_at = clock_timestamp(),
    execution_job_id = v_job_id
  where approvals.id = approval.id
  returning * into v_approval;
  perform private.record_approval_event(
    v_approval, 'execution_requested', jsonb_build_object('job_id', v_job_id));
  return v_approval;
end;
$function$;

create or replace function private.require_base (
  base text
)
  returns void
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if base is null or base !~ '[^[:space:]]' then
    raise exception using errcode = 'OPINV', message = 'Enter a prompt', hint = 'base_missing';
  elsif char_length(base) > 100000 then
    raise exception using
      errcode = 'OPINV', message = 'A prompt has at most 100,000 characters', hint = 'base_too_long';
  end if;
end;
$function$;

create or replace function private.require_confirmed (
  approval public.approvals,
  result   jsonb
)
  returns void
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if approval.vendor_confirmed_at is null or approval.confirmed_result is distinct from result then
    raise exception using
      errcode = 'OPSTA',
      message = 'No look-up has found this result. Look for the marker, then confirm the object with it',
      hint = 'not_confirmed';
  end if;
end;
$function$;

create or replace function private.require_decided (
  approval public.approvals
)
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if private.decider_refusal(approval, approval.decided_by) is not null then
    raise exception using
      errcode = 'OPDEN',
      message = 'The person who approved this card no longer has the right to',
      hint = 'decider_not_allowed';
  end if;
end;
$function$;

create or replace function private.require_decider (
  approval public.approvals,
  viewer   public.people
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  -- Whoever takes their role away waits until this decision is written, or was before it.
  perform 1 from public.people where people.id = viewer.id for share;
  case private.decider_refusal(approval, viewer.id)
    when 'role_not_allowed' then
      raise exception using
        errcode = 'OPDEN', message = 'Only an admin or a lead can do this', hint = 'role_not_allowed';
    when 'self_approval_forbidden' then
      raise exception using
        errcode = 'OPDEN',
        message = 'You wrote this card or a version of it. Your organization requires someone else to decide it',
        hint = 'self_approval_forbidden';
    when 'prompt_owner_only' then
      raise exception using
        errcode = 'OPDEN',
        message = 'Only a prompt owner can change the prompt',
        hint = 'prompt_owner_only';
    else null;
  end case;
end;
$function$;

create or replace function private.require_execution_error (
  error text
)
  returns void
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if coalesce(btrim(error), '') = '' then
    raise exception using errcode = 'OPINV', message = 'Describe the error', hint = 'error_missing';
  end if;
end;
$function$;

create or replace function private.require_import_job (
  job_id  uuid,
  attempt integer
)
  returns private.jobs
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(job_id, attempt);
begin
  if v_job.kind <> 'portfolio_import' then
    raise exception using
      errcode = 'OPSTA', message = 'Another executor is responsible for this job', hint = 'wrong_executor';
  end if;
  return v_job;
end;
$function$;

create or replace function private.require_indexing_job (
  job_id  uuid,
  attempt integer
)
  returns private.jobs
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(job_id, attempt);
begin
  if v_job.kind <> 'document_index' then
    raise exception using
      errcode = 'OPSTA', message = 'Another executor is responsible for this job', hint = 'wrong_executor';
  end if;
  return v_job;
end;
$function$;

create or replace function private.require_job_lease (
  job_id  uuid,
  attempt integer
)
  returns private.jobs
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs;
begin
  select * into v_job from private.jobs where jobs.id = require_job_lease.job_id for update;
  if v_job.id is null or v_job.attempt is distinct from require_job_lease.attempt
    or v_job.lease_until is null or v_job.lease_until <= clock_timestamp()
  then
    raise exception using
      errcode = 'OPSTA', message = 'This worker no longer holds the lease', hint = 'lease_lost';
  end if;
  return v_job;
end;
$function$;

create or replace function private.require_name (
  name text
)
  returns text
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if char_length(btrim(coalesce(name, ''))) not between 1 and 200 then
    raise exception using
      errcode = 'OPINV', message = 'Enter a name of 1 to 200 characters', hint = 'invalid_name';
  end if;
  return btrim(name);
end;
$function$;

create or replace function private.require_prompt_owner()
  returns public.people
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
begin
  if not v_viewer.is_prompt_owner then
    raise exception using
      errcode = 'OPDEN',
      message = 'Only a prompt owner can change the prompt. An admin chooses prompt owners in Settings',
      hint = 'prompt_owner_only';
  end if;
  return v_viewer;
end;
$function$;

create or replace function private.require_stored_file (
  version public.document_versions
)
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_size bigint := private.stored_size(version.path);
begin
  if v_size is null then
    raise exception using
      errcode = 'OPSTA', message = 'The file is not uploaded yet', hint = 'not_uploaded';
  elsif v_size <> version.size_bytes then
    raise exception using
      errcode = 'OPSTA',
      message = 'The uploaded file differs from the announced one. Upload it again',
      hint = 'size_differs',
      detail = jsonb_build_object('announced_bytes', version.size_bytes, 'stored_bytes', v_size)::text;
  end if;
end;
$function$;

create or replace function private.resolve_finding (
  finding_code text,
  subject_id   uuid,
  version      integer,
  facts_hash   text,
  state        public.resolution_state,
  reason       text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_reason constant text := btrim(coalesce(resolve_finding.reason, ''));
  v_subject public.finding_subject;
  v_figures private.project_figures[];
  v_finding record;
  v_facts_hash text;
  v_resolution public.reconciliation_resolutions;
begin
  if resolve_finding.version is null or resolve_finding.version < 0 then
    raise exception using
      errcode = 'OPINV', message = 'Name the version that you saw, 0 for none', hint = 'invalid_version';
  elsif resolve_finding.facts_hash is null or resolve_finding.facts_hash !~ '^[0-9a-f]{64}$' then
    raise exception using
      errcode = 'OPINV', message = 'Name the hash of the facts that you saw', hint = 'invalid_facts_hash';
  elsif resolve_finding.state is null then
    raise exception using errcode = 'OPINV', message = 'Name a state', hint = 'state_missing';
  elsif char_length(v_reason) not between 1 and 1000 then
    raise exception using
      errcode = 'OPINV', message = 'Enter a reason of 1 to 1000 characters', hint = 'invalid_reason';
  end if;

  select catalogue.subject_type into v_subject
  from private.finding_codes() as catalogue where catalogue.code = resolve_finding.finding_code;
  if v_subject = 'project' then
    v_figures := array(
      select figures
      from private.compute_project_figures(v_viewer.organization_id, array[resolve_finding.subject_id]) as figures);
  end if;
  select * into v_finding
  from private.judged_findings(v_viewer.organization_id, v_figures, v_subject <> 'project') as found
  where found.code = resolve_finding.finding_code and found.subject_id = resolve_finding.subject_id;
  if v_finding.code is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such finding now', hint = 'finding_not_found';
  end if;

  v_facts_hash := private.facts_hash(
    v_finding.code, v_finding.subject_id, v_finding.is_unverified, v_finding.basis);
  if v_facts_hash <> resolve_finding.facts_hash then
    raise exception using
      errcode = 'OPSTA',
      message = 'The facts have changed. Review the finding again',
      hint = 'finding_changed',
      detail = jsonb_build_object('facts_hash', v_facts_hash, 'facts', v_finding.facts,
                                  'why', v_finding.why)::text;
  elsif coalesce(v_finding.resolution_version, 0) = resolve_finding.version then
    if resolve_finding.state = 'settled' and v_finding.state = 'settled' then
      raise exception using
        errcode = 'OPSTA', message = 'The finding is settled already', hint = 'already_settled';
    elsif resolve_finding.state = 'reopened' and v_finding.state <> 'settled' then
      raise exception using
        errcode = 'OPSTA', message = 'The finding is not settled', hint = 'not_settled';
    end if;
    -- Of two at once, the second waits here and then finds the version taken.
    insert into public.reconciliation_resolutions (
      organization_id, finding_code, subject_type, subject_id, version, state, facts_hash, reason, decided_by)
    values (
      v_viewer.organization_id, resolve_finding.finding_code, v_finding.subject_type, resolve_finding.subject_id,
      resolve_finding.version + 1, resolve_finding.state, resolve_finding.facts_hash, v_reason, v_viewer.id)
    on conflict on constraint reconciliation_resolutions_finding_version_key do nothing
    returning * into v_resolution;
  end if;

  if v_resolution.id is null then
    raise exception using
      errcode = 'OPSTA',
      message = 'Someone else has decided this finding in the meantime',
      hint = 'version_conflict',
      detail = private.resolution_in_force(
        v_viewer.organization_id, resolve_finding.finding_code, resolve_finding.subject_id)::text;
  end if;

  perform private.record_audit_event(
    v_viewer.organization_id, 'finding.' || v_resolution.state, 'finding', v_resolution.subject_id, null,
    to_jsonb(v_resolution) || jsonb_build_object('why', v_finding.why), v_finding.project_id);
  return to_jsonb(v_resolution);
end;
$function$;

create or replace function private.rollback_prompt (
  version_row_id          uuid,
  expected_version_row_id uuid default null::uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_prompt_owner();
  v_model public.prompt_versions;
  v_version public.prompt_versions;
begin
  if version_row_id is null then
    raise exception using
      errcode = 'OPINV', message = 'Name the version to go back to', hint = 'version_missing';
  end if;
  perform private.lock_prompt(v_viewer.organization_id);
  select * into v_model from public.prompt_versions
  where prompt_versions.id = version_row_id and prompt_versions.organization_id = v_viewer.organization_id;
  if v_model.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such version of the prompt', hint = 'prompt_version_not_found';
  end if;
  perform private.refuse_stale_prompt(v_viewer.organization_id, expected_version_row_id);
  if v_model.origin = 'staged' then
    raise exception using
      errcode = 'OPSTA',
      message = 'That text was staged but never live. Make it live instead',
      hint = 'version_was_never_live';
  elsif v_model.id = (private.live_prompt_version(v_viewer.organization_id)).id then
    raise exception using
      errcode = 'OPSTA', message = 'That version is already live', hint = 'version_is_live';
  end if;

  v_version.organization_id := v_viewer.organization_id;
  v_version.base := v_model.base;
  v_version.rules := v_model.rules;
  v_version.origin := 'rollback';
  v_version.restores_id := v_model.id;
  v_version.created_by := v_viewer.id;
  perform private.add_prompt_version(v_version, 'prompt.rolled_back');
  return private.prompt_json(v_viewer);
end;
$function$;

create or replace function private.set_document_archived (
  document_id uuid,
  is_archived boolean
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_document public.documents := private.lock_document(v_viewer, set_document_archived.document_id);
  v_source public.sources;
begin
  if v_viewer.role not in ('admin', 'lead') and v_document.created_by is distinct from v_viewer.id then
    raise exception using
      errcode = 'OPDEN',
      message = 'Only an admin, a lead or the uploader can do this',
      hint = 'not_your_document';
  end if;
  update public.sources
  set archived_at = case when set_document_archived.is_archived then now() end
  where sources.id = v_document.id
    and (sources.archived_at is not null) <> set_document_archived.is_archived
  returning * into v_source;
  if v_source.id is not null then
    perform private.record_audit_event(
      v_document.organization_id,
      case when is_archived then 'document.archived' else 'document.restored' end,
      'document', v_document.id, null, jsonb_build_object('title', v_source.title),
      v_source.project_id, null, v_document.is_restricted);
  end if;
  return private.document_json(v_document.id);
end;
$function$;

create or replace function private.set_rate_limit (
  route     text,
  max_calls integer
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if set_rate_limit.max_calls < 1 or set_rate_limit.max_calls > 10000 then
    raise exception using
      errcode = 'OPINV', message = 'A limit is between 1 and 10000 calls a minute', hint = 'invalid_rate_limit';
  elsif not exists (
    select from private.rate_limit_settings where rate_limit_settings.route = set_rate_limit.route)
  then
    raise exception using
      errcode = 'OPINV', message = 'No limited route has this name', hint = 'unknown_route';
  end if;
  update private.rate_limit_settings set max_calls = set_rate_limit.max_calls
  where rate_limit_settings.route = set_rate_limit.route
    and rate_limit_settings.max_calls is distinct from set_rate_limit.max_calls;
end;
$function$;

create or replace function private.set_withdrawn (
  approval public.approvals
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_is_withdrawal constant boolean := approval.payload ? 'withdraw';
  v_published_by constant uuid := coalesce(approval.payload ->> 'withdraw', approval.payload ->> 'restore')::uuid;
  v_id uuid;
begin
  execute format(
    'update public.%I set withdrawn_at = case when $1 then clock_timestamp() end
     where organization_id = $2 and project_id = $3 and approval_id = $4 and (withdrawn_at is null) = $1
     returning id', private.portal_table(approval.kind))
  into v_id
  using v_is_withdrawal, approval.organization_id, approval.project_id, v_published_by;
  if v_id is null and v_is_withdrawal then
    raise exception using
      errcode = 'OPSTA', message = 'This is already withdrawn', hint = 'already_withdrawn';
  elsif v_id is null then
    raise exception using
      errcode = 'OPSTA', message = 'This is already published', hint = 'already_shown';
  end if;
  return jsonb_build_object(
    'result', jsonb_build_object('table', private.portal_table(approval.kind), 'id', v_id),
    'inverse', jsonb_build_object(case when v_is_withdrawal then 'restore' else 'withdraw' end, v_published_by));
end;
$function$;

create or replace function private.settle_execution (
  job_id    uuid,
  attempt   integer,
  was_found boolean,
  result    jsonb   default null::jsonb,
  error     text    default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(settle_execution.job_id, settle_execution.attempt);
  v_approval public.approvals := private.lock_approval_of(v_job, '{task_reconcile,calendar_reconcile}');
begin
  if v_approval.status is distinct from 'unknown' or v_approval.execution_job_id is distinct from v_job.id then
    raise exception using
      errcode = 'OPSTA', message = 'This job is not responsible for this card', hint = 'lease_lost';
  elsif was_found then
    perform private.require_external_result(v_approval, settle_execution.result);
    perform private.require_confirmed(v_approval, settle_execution.result);
    perform private.end_execution(v_approval, v_job, 'executed', settle_execution.result);
  else
    perform private.end_execution(
      v_approval, v_job, 'failed',
      error => coalesce(settle_execution.error, 'Nothing was created there. Try it again'));
  end if;
end;
$function$;

create or replace function private.skip_embeddings (
  job_id  uuid,
  attempt integer
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(skip_embeddings.job_id, skip_embeddings.attempt);
  v_upload public.document_versions;
begin
  if v_job.kind = 'source_embed' then
    update private.embedding_models set skipped_at = coalesce(embedding_models.skipped_at, clock_timestamp())
    where embedding_models.name = v_job.payload ->> 'model' and embedding_models.version = v_job.payload ->> 'version';
    perform private.delete_job(v_job.id);
    return;
  elsif v_job.kind <> 'document_index' then
    raise exception using
      errcode = 'OPSTA', message = 'Another executor is responsible for this job', hint = 'wrong_executor';
  end if;
  v_upload := private.lock_upload(v_job);
  if v_upload.document_id is not null then
    perform private.require_indexing_step(v_upload, 'embed');
    perform private.continue_indexing(v_job, v_upload, 'publish', v_job.payload, 0, null);
  end if;
end;
$function$;

create or replace function private.store_embeddings (
  job_id     uuid,
  attempt    integer,
  model      text,
  version    text,
  embeddings jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(store_embeddings.job_id, store_embeddings.attempt);
begin
  if exists (
    -- What is no array is one vector that is none.
    select from jsonb_array_elements(
      case jsonb_typeof(embeddings) when 'array' then embeddings else '[null]' end) as given
    where not private.is_embedding(given -> 'vector') or given ->> 'id' is null)
  then
    raise exception using
      errcode = 'OPINV', message = 'A vector has 384 numbers, not all zero', hint = 'invalid_embeddings';
  elsif v_job.kind = 'document_index' then
    perform private.store_staged_embeddings(v_job, store_embeddings.model, store_embeddings.version, embeddings);
  elsif v_job.kind = 'source_embed' then
    perform private.store_chunk_embeddings(v_job, store_embeddings.model, store_embeddings.version, embeddings);
  else
    raise exception using
      errcode = 'OPSTA', message = 'Another executor is responsible for this job', hint = 'wrong_executor';
  end if;
end;
$function$;

create or replace function private.store_extracted (
  job_id         uuid,
  attempt        integer,
  pieces         jsonb,
  cursor         jsonb,
  progress_done  integer,
  progress_total integer,
  facts          jsonb,
  flags          text[],
  sha256         text
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_indexing_job(store_extracted.job_id, store_extracted.attempt);
  v_upload public.document_versions := private.lock_upload(v_job);
  v_cursor constant jsonb := coalesce(store_extracted.cursor, 'null');
  v_next integer;
begin
  if v_upload.document_id is null then
    return;
  end if;
  perform private.require_indexing_step(v_upload, 'extract');
  if exists (
    -- What is no array is one piece that is none.
    select from jsonb_array_elements(
      case jsonb_typeof(pieces) when 'array' then pieces else '[null]' end) as piece
    where coalesce(btrim(piece ->> 'content'), '') = ''
      or jsonb_typeof(coalesce(piece -> 'location', '{}')) <> 'object')
  then
    raise exception using
      errcode = 'OPINV', message = 'Passages need a text and a location', hint = 'invalid_pieces';
  elsif v_cursor <> 'null' and v_cursor = v_job.payload -> 'cursor' then
    raise exception using
      errcode = 'OPINV', message = 'The step has come no further', hint = 'no_progress';
  end if;

  select coalesce(max(staged_chunks.position) + 1, 0) into v_next
  from private.staged_chunks
  where staged_chunks.document_id = v_upload.document_id and staged_chunks.version = v_upload.version;
  insert into private.staged_chunks (organization_id, document_id, version, position, content, location)
  select v_upload.organization_id, v_upload.document_id, v_upload.version, v_next + piece.number - 1, piece.value ->> 'content',
         coalesce(piece.value -> 'location', '{}')
  from jsonb_array_elements(pieces) with ordinality as piece (value, number);

  update public.document_versions as versions
  set sha256 = coalesce(versions.sha256, store_extracted.sha256)
  where versions.document_id = v_upload.document_id and versions.version = v_upload.version;
  if v_cursor = 'null' and v_next + jsonb_array_length(pieces) = 0 then
    perform private.fail_upload(
      v_upload, v_job, 'no_text', 'There is no text in this file. Upload a version of it that has text.');
    return;
  end if;
  perform private.continue_indexing(
    v_job, v_upload,
    case when v_cursor <> 'null' then 'extract' else private.step_after_extract() end,
    v_job.payload || jsonb_build_object(
      'cursor', v_cursor,
      'facts', coalesce(v_job.payload -> 'facts', '{}') || coalesce(facts, '{}'),
      'flags', (
        select coalesce(jsonb_agg(distinct flag order by flag), '[]')
        from (
          select jsonb_array_elements_text(coalesce(v_job.payload -> 'flags', '[]')) as flag
          union all
          select unnest(store_extracted.flags)
        ) as found)),
    case when v_cursor <> 'null' then progress_done else 0 end,
    case when v_cursor <> 'null' then progress_total end);
end;
$function$;

create or replace function private.take_jobs (
  kinds     text[],
  worker    text,
  job_limit integer default 1,
  lease_ms  integer default null::integer
)
  returns table (
    id              uuid,
    organization_id uuid,
    kind            text,
    payload         jsonb,
    attempt         integer,
    max_attempts    integer,
    lease_until     timestamp with time zone,
    lease_length_ms integer,
    request_id      text
  )
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  set plan_cache_mode to 'force_generic_plan'
  set enable_seqscan to 'off'
  set enable_bitmapscan to 'off'
  set enable_sort to 'off'
  AS $function$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_kind text;
  v_lease_ms integer;
  v_left integer := least(job_limit, 1000);
  v_count integer;
  v_is_second_look boolean := false;
begin
  if btrim(coalesce(worker, '')) = '' then
    raise exception using errcode = 'OPINV', message = 'A worker needs a name', hint = 'invalid_worker';
  elsif take_jobs.lease_ms not between 1 and 3600000 then
    raise exception using
      errcode = 'OPINV', message = 'A lease can last at most an hour', hint = 'invalid_lease';
  end if;

  loop
    v_now := clock_timestamp();
    foreach v_kind in array kinds loop
      exit when v_left <= 0;
      v_lease_ms := coalesce(
        take_jobs.lease_ms,
        (select listed.lease_ms from private.job_kinds() as listed where listed.kind = v_kind),
        60000);
      return query
        update private.jobs
        set attempt = jobs.attempt + 1, leased_by = take_jobs.worker,
          lease_until = v_now + make_interval(secs => v_lease_ms / 1000.0)
        where jobs.id = any (array(
          select waiting.id
          from private.jobs as waiting
          where waiting.kind = v_kind and waiting.run_at <= v_now
            and waiting.died_at is null and waiting.lease_until is null
          order by waiting.run_at, waiting.id
          limit v_left
          for update skip locked))
        returning jobs.id, jobs.organization_id, jobs.kind, jobs.payload, jobs.attempt, jobs.max_attempts,
          jobs.lease_until, v_lease_ms, jobs.request_id;
      get diagnostics v_count = row_count;
      v_left := v_left - v_count;
    end loop;
    -- What silent workers hold is looked at only when nothing else fills the order; the sweep does the rest.
    exit when v_left <= 0 or v_is_second_look;
    v_is_second_look := true;
    exit when private.end_expired_leases(kinds, v_left) = 0;
  end loop;
end;
$function$;

create or replace function private.tg_approvals__keep_states()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_problem text;
begin
  new.payload_hash := private.approval_hash(new);
  if tg_op = 'INSERT' then
    if new.status <> 'pending' or new.version <> 1 or new.last_edited_by is not null then
      v_problem := 'A card is born pending, in its first version';
    end if;
  else
    new.updated_at := clock_timestamp();
    if (new.id, new.organization_id, new.kind, new.project_id, new.proposer, new.proposed_by,
        new.agent_session_id, new.undo_of_id, new.created_at)
       is distinct from
       (old.id, old.organization_id, old.kind, old.project_id, old.proposer, old.proposed_by,
        old.agent_session_id, old.undo_of_id, old.created_at)
    then
      v_problem := 'What was proposed, and by whom, never changes';
    elsif new.version <> old.version
      and (new.version <> old.version + 1 or new.status <> 'pending'
           or old.status not in ('pending', 'approved', 'failed') or new.last_edited_by is null)
    then
      v_problem := 'A new version is the next one, has an editor and is pending';
    elsif new.version = old.version
      and (new.payload, new.title, new.target_id, new.target_snapshot, new.last_edited_by)
          is distinct from (old.payload, old.title, old.target_id, old.target_snapshot, old.last_edited_by)
    then
      v_problem := 'Another payload is another version';
    elsif old.is_restricted and not new.is_restricted then
      v_problem := 'A restricted card stays restricted';
    elsif new.status <> old.status
      and not exists (select from private.approval_transitions() as listed
                      where listed.before = old.status and listed.after = new.status)
    then
      v_problem := format('A card that is %s does not become %s', old.status, new.status);
    elsif new.status = old.status
      and (new.decided_by, new.decided_at, new.decided_hash, new.reason, new.executed_at, new.result, new.inverse)
          is distinct from
          (old.decided_by, old.decided_at, old.decided_hash, old.reason, old.executed_at, old.result, old.inverse)
    then
      v_problem := 'A decision and a result are written once';
    elsif old.status <> 'pending' and new.status <> 'pending'
      and (new.decided_by, new.decided_at, new.decided_hash, new.decided_version, new.decided_target_hash,
           new.effect_payload)
          is distinct from
          (old.decided_by, old.decided_at, old.decided_hash, old.decided_version, old.decided_target_hash,
           old.effect_payload)
    then
      v_problem := 'A decision stays as it was made';
    elsif new.status = 'executed' and old.status <> 'executed'
      and exists (select from public.approval_kinds
                  where approval_kinds.kind = new.kind and approval_kinds."group" = 'external')
      and (new.vendor_called_at is null or new.vendor_confirmed_at is null
           or new.result is distinct from new.confirmed_result)
    then
      v_problem := 'An effect elsewhere was announced, and a look-up has found it';
    elsif new.status is distinct from old.status and new.status in ('approved', 'rejected', 'executing') then
      v_problem := private.decider_refusal(new, new.decided_by);
      if v_problem is not null then
        raise exception using
          errcode = 'OPDEN',
          message = 'The person who decided this card has no right to decide it',
          hint = 'decider_not_allowed',
          detail = jsonb_build_object('reason', v_problem)::text;
      end if;
    end if;
  end if;
  if v_problem is not null then
    raise exception using errcode = 'OPSTA', message = v_problem, hint = 'illegal_transition';
  end if;
  return new;
end;
$function$;

create or replace function private.tg_chat_messages__keep_said()
  returns trigger
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_scope constant text[] := '{scope_ids,scope_hash}';
begin
  if old.status <> 'answering' and to_jsonb(new) - v_scope is distinct from to_jsonb(old) - v_scope then
    raise exception using errcode = 'OPSTA', message = 'A finished message cannot change', hint = 'message_ended';
  elsif not new.scope_ids @> old.scope_ids then
    raise exception using
      errcode = 'OPSTA', message = 'The sources of a message cannot be removed', hint = 'scope_shrinks';
  elsif (new.id, new.chat_session_id, new.person_id, new.number, new.role, new.created_at)
    is distinct from (old.id, old.chat_session_id, old.person_id, old.number, old.role, old.created_at)
  then
    raise exception using errcode = 'OPSTA', message = 'A message cannot move', hint = 'message_moved';
  end if;
  return new;
end;
$function$;

create or replace function private.tg_published__keep_approved()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_row constant jsonb := to_jsonb(new);
  -- Computed after this trigger.
  v_free constant text[] := '{scope_id,is_restricted,withdrawn_at}';
  v_undo constant text := case when new.withdrawn_at is null then 'restore' else 'withdraw' end;
  v_card public.approvals;
begin
  if tg_op = 'INSERT' then
    select * into v_card from public.approvals
    where approvals.organization_id = new.organization_id and approvals.id = new.approval_id
      and approvals.project_id = new.project_id and approvals.status = 'executing'
      and private.portal_table(approvals.kind) = tg_table_name;
    if v_card.id is not null and v_card.decided_hash = private.approval_hash(v_card)
      and new.withdrawn_at is null and new.is_restricted >= v_card.is_restricted
      and not exists (
        select from private.payload_fields(v_card.kind) as fields
        where nullif(v_row -> fields.name, 'null') is distinct from v_card.payload -> fields.name)
    then
      return new;
    end if;
  elsif v_row - v_free = to_jsonb(old) - v_free and new.is_restricted >= old.is_restricted
    and (new.withdrawn_at is not distinct from old.withdrawn_at
      or (new.withdrawn_at is null) <> (old.withdrawn_at is null) and exists (
        select from public.approvals as undo
        where undo.organization_id = new.organization_id and undo.project_id = new.project_id
          and undo.status = 'executing' and private.portal_table(undo.kind) = tg_table_name
          and undo.decided_hash = private.approval_hash(undo) and undo.payload ->> v_undo = new.approval_id::text))
  then
    return new;
  end if;
  raise exception using
    errcode = 'OPSTA', message = 'No executing, approved card contains this', hint = 'card_not_approved';
end;
$function$;

create or replace function private.tg_skill_versions__keep_approved()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
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
$function$;

create or replace function private.tg_skills__keep_approved()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
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
      errcode = 'OPSTA', message = 'A skill moves to a newer version of its own', hint = 'skill_not_moved';
  end if;
  perform private.executing_prompt_card(new.organization_id, v_version.approval_id, 'skill_update');
  return new;
end;
$function$;

create or replace function private.undecided_reasons (
  approval public.approvals
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if private.decider_refusal(approval, approval.decided_by) is not null then
    return '[{"code": "decider_not_allowed", "message": "The person who approved this card no longer has the right to"}]';
  end if;
  return private.approval_lapse_reasons(approval);
end;
$function$;

create or replace function private.update_document (
  document_id uuid,
  changes     jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_document public.documents;
  v_source public.sources;
  v_title text;
  v_kind public.document_kind;
  v_before jsonb;
  v_after jsonb;
begin
  perform private.require_changes(changes, array['title', 'kind']);
  if changes ? 'kind' and v_viewer.role not in ('admin', 'lead') then
    raise exception using
      errcode = 'OPDEN',
      message = 'Only an admin or a lead can change the kind of a document, because it decides who sees it',
      hint = 'kind_needs_lead';
  end if;
  v_document := private.lock_document(v_viewer, update_document.document_id);
  select * into v_source from public.sources where sources.id = v_document.id;
  if v_source.archived_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The document is archived', hint = 'document_archived';
  end if;
  v_title := case when changes ? 'title' then btrim(changes ->> 'title') else v_source.title end;
  v_kind := case when changes ? 'kind' then private.document_kind_of(changes ->> 'kind') else v_document.kind end;
  if coalesce(v_title, '') = '' or char_length(v_title) > 500 or v_title ~ '[[:cntrl:]]' then
    raise exception using
      errcode = 'OPINV',
      message = 'A document needs a title of at most 500 characters, in one line',
      hint = 'invalid_document';
  end if;

  v_before := private.document_json(v_document.id);
  if not private.is_restricted_kind(v_kind) and v_kind <> v_document.kind then
    update public.documents set kind = v_kind where documents.id = v_document.id;
  end if;
  if v_title <> v_source.title or v_source.is_restricted <> private.is_restricted_kind(v_kind) then
    update public.sources set title = v_title, is_restricted = private.is_restricted_kind(v_kind)
    where sources.id = v_document.id;
  end if;
  -- Restricted by now, as a contract has to be.
  if private.is_restricted_kind(v_kind) and v_kind <> v_document.kind then
    update public.documents set kind = v_kind where documents.id = v_document.id;
  end if;

  update public.document_versions as versions
  set flags = private.flags_of_kind(v_kind, versions.flags, versions.facts)
  where versions.document_id = v_document.id
    and versions.flags <> private.flags_of_kind(v_kind, versions.flags, versions.facts);

  v_after := private.document_json(v_document.id);
  if v_after is distinct from v_before then
    -- Restricted before or after: what it was called then is no member's to read.
    perform private.record_audit_event(
      v_document.organization_id, 'document.updated', 'document', v_document.id, v_before, v_after,
      v_source.project_id, null, v_document.is_restricted or private.is_restricted_kind(v_kind));
  end if;
  return v_after;
end;
$function$;

create or replace function private.update_project (
  project_id uuid,
  version    integer,
  changes    jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_live constant public.project_status[] := '{planned, active, on_hold}';
  v_before public.projects;
  v_after public.projects;
begin
  perform private.require_changes(changes, array[
    'name', 'code', 'summary', 'status', 'account_id', 'lead_id', 'starts_on', 'due_on',
    'budget_hours', 'budget_amount', 'is_archived']);
  select * into v_before
  from public.projects
  where projects.id = project_id and projects.organization_id = v_viewer.organization_id
  for update;
  if v_before.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  perform private.refuse_stale_version(
    'project', v_before.id, version, v_before.version, to_jsonb(v_before));

  v_after := private.projects_with(v_before, changes);
  if v_after.account_id is distinct from v_before.account_id and not exists (
    select from public.accounts
    where accounts.id = v_after.account_id
      and accounts.organization_id = v_viewer.organization_id
      and accounts.archived_at is null
  ) then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such account', hint = 'account_not_found';
  end if;
  if v_after.archived_at is null and v_after.status = any (v_live)
    and (v_before.archived_at is not null or v_before.status <> all (v_live)
         or v_after.account_id <> v_before.account_id)
  then
    -- Held until the end, so that the client is not archived meanwhile.
    perform from public.clients
    where clients.id = (select accounts.client_id from public.accounts where accounts.id = v_after.account_id)
      and clients.archived_at is null
    for key share;
    if not found then
      raise exception using
        errcode = 'OPSTA',
        message = 'The client is archived. Restore the client first',
        hint = 'client_archived';
    end if;
  end if;
  if v_after.lead_id is distinct from v_before.lead_id and v_after.lead_id is not null and not exists (
    select from public.people
    where people.id = v_after.lead_id
      and people.organization_id = v_viewer.organization_id
      and people.role <> 'client'
      and people.archived_at is null
  ) then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such person to lead the project', hint = 'lead_not_found';
  end if;
  if v_after is not distinct from v_before then
    return to_jsonb(v_before);
  end if;

  begin
    update public.projects
    set name = v_after.name, code = v_after.code, summary = v_after.summary, status = v_after.status,
        account_id = v_after.account_id, lead_id = v_after.lead_id, starts_on = v_after.starts_on,
        due_on = v_after.due_on, budget_hours = v_after.budget_hours,
        budget_amount = v_after.budget_amount, archived_at = v_after.archived_at
    where projects.id = v_before.id
    returning * into v_after;
  exception when unique_violation then
    raise exception using
      errcode = 'OPSTA',
      message = format('Another project has the code %s already', v_after.code),
      hint = 'code_taken';
  end;
  perform private.record_row_change(
    v_viewer.organization_id, 'project.updated', 'project', v_after.id, to_jsonb(v_before),
    to_jsonb(v_after), v_after.id);
  return to_jsonb(v_after);
end;
$function$;
