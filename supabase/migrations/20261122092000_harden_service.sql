-- Keys and required columns are those of new tables, which nobody writes to yet; approvals gains three checks.
-- squawk-ignore-file adding-foreign-key-constraint, adding-required-field, constraint-missing-not-valid, adding-field-with-default, require-concurrent-index-creation, adding-serial-primary-key-field
set local check_function_bodies = off;

drop policy "documents_select_uploaded" on "storage"."objects";

drop view "public"."document_summaries";

drop function "private"."approval_card"(public.approvals, public.people, boolean);

drop function "private"."approve_and_execute_approval"(uuid, integer);

drop function "private"."approve_approval"(uuid, integer);

drop function "private"."begin_chat_turn"(uuid, text, uuid);

drop function "private"."candidate_chunks"(uuid[], jsonb, tsquery[], real[], tsquery);

drop function "private"."decide_to_approve"(public.approvals, public.people, integer);

drop function "private"."get_document_file"(uuid, integer);

drop function
  "private"."rank_by_words"(uuid[], uuid[], boolean, real, jsonb, tsquery[], real[], text[],
  tsquery, tsquery);

drop function
  "private"."rank_wide_scope"(uuid[], jsonb, tsquery[], real[], text[], tsquery, tsquery);

drop function "public"."approve_and_execute_approval"(uuid, integer);

drop function "public"."approve_approval"(uuid, integer);

drop function "public"."begin_chat_turn"(uuid, text, uuid);

drop function "public"."get_document_file"(uuid, integer);

create table "private"."approval_materials" (
  "organization_id" uuid not null,
  "approval_id"     uuid not null,
  "scope_id"        uuid not null,
  "source_id"       uuid,
  constraint "approval_materials_approval_id_scope_id_source_id_key" unique nulls
    not DISTINCT (approval_id, scope_id, source_id)
);

create table "private"."approval_readings" (
  "organization_id" uuid                     not null,
  "person_id"       uuid                     not null,
  "session_id"      text                     not null,
  "approval_id"     uuid                     not null,
  "version"         integer                  not null,
  "read_at"         timestamp with time zone not null default clock_timestamp(),
  constraint "approval_readings_pkey" primary key (person_id, session_id, approval_id)
);

alter table "private"."approval_readings"
  enable row level security;

create table "private"."chat_materials" (
  "organization_id" uuid not null,
  "message_id"      uuid not null,
  "scope_id"        uuid not null,
  "source_id"       uuid,
  constraint "chat_materials_message_id_scope_id_source_id_key" unique nulls
    not DISTINCT (message_id, scope_id, source_id)
);

create table "private"."download_tickets" (
  "ticket_hash"     bytea                    not null,
  "organization_id" uuid                     not null,
  "person_id"       uuid                     not null,
  "user_id"         uuid                     not null,
  "session_id"      text,
  "document_id"     uuid                     not null,
  "version"         integer                  not null,
  "expires_at"      timestamp with time zone not null,
  constraint "download_tickets_pkey" primary key (ticket_hash)
);

alter table "private"."download_tickets"
  enable row level security;

create table "private"."quotas" (
  "name"           text   not null,
  "default_limit"  bigint not null,
  "operator_limit" bigint,
  constraint "limits_are_positive" check (((default_limit >= 1) AND (operator_limit >= 1))),
  constraint "name_is_present" check (((btrim(name) <> ''::text) AND (char_length(name) <= 60))),
  constraint "quotas_pkey" primary key (name)
);

create table "private"."storage_usage" (
  "organization_id" uuid   not null,
  "person_id"       uuid   not null,
  "bytes"           bigint not null default 0,
  constraint "bytes_are_counted" check ((bytes >= 0))
);

alter table "public"."approvals"
  add column "readiness" jsonb not null default '[]'::jsonb;

alter table "public"."approvals"
  add column "effect_payload" jsonb;

alter table "public"."approvals"
  add column "vendor_confirmed_at" timestamp with time zone;

alter table "public"."approvals"
  add column "confirmed_result" jsonb;

alter table "public"."chat_messages"
  add column "records_materials" boolean not null default false;

alter table "public"."document_versions"
  add column "object_tag" text;

alter table "public"."document_versions"
  add column "file_changed_at" timestamp with time zone;

create type "private"."storage_kind" as enum (
  'documents',
  'text'
);

alter table "private"."storage_usage"
  add column "kind" private.storage_kind not null;

create type "public"."project_concern" as enum (
  'late',
  'over_budget',
  'at_risk'
);

create or replace function private.accept_invitation (
  token text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_user_id uuid := private.user_id();
  v_before public.people;
  v_after public.people;
  v_invitation public.invitations;
begin
  if v_user_id is null then
    raise exception using errcode = 'OPAUT', message = 'Sign in first', hint = 'not_signed_in';
  end if;
  if exists (select 1 from public.people where people.user_id = v_user_id) then
    raise exception using
      errcode = 'OPSTA',
      message = 'You belong to an organization already',
      hint = 'already_member';
  end if;

  -- The person before the invitation, as every other command locks them: none waits for another in a ring.
  select people.* into v_before
  from public.people
  where people.id = (
    select invitations.person_id from public.invitations
    where invitations.token_hash = sha256(convert_to(accept_invitation.token, 'UTF8')))
  for update;

  update public.invitations
  set accepted_at = now()
  where invitations.token_hash = sha256(convert_to(accept_invitation.token, 'UTF8'))
    and v_before.archived_at is null
    and invitations.accepted_at is null
    and invitations.revoked_at is null
    and invitations.expires_at > now()
    and invitations.email = (
      select lower(users.email) from auth.users
      where users.id = v_user_id and users.email_confirmed_at is not null
    )
  returning * into v_invitation;
  if v_invitation.id is null then
    raise exception using
      errcode = 'OPNFD',
      message = 'This invitation is not valid for your address, was used, or has expired',
      hint = 'invitation_not_found';
  end if;

  update public.people set user_id = v_user_id where people.id = v_before.id returning * into v_after;
  perform private.record_person_change(
    'invitation.accepted', v_before, v_after,
    beside_after => jsonb_build_object('invitation_id', v_invitation.id));
  return private.get_viewer();
end;
$function$;

create or replace function private.administered_organization_id()
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return (
    select people.organization_id
    from public.people
    where people.user_id = (select private.user_id())
      and people.archived_at is null
      and people.role = 'admin'
  );
end;
$function$;

create or replace function private.approval_card (
  approval  public.approvals,
  viewer    public.people,
  is_opened boolean
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_is_open constant boolean := approval.status in ('pending', 'approved', 'failed');
  v_evidence constant jsonb := case when is_opened then private.approval_evidence(approval, viewer) end;
  v_state constant jsonb := private.approval_target(approval) -> 'state';
  v_readiness constant jsonb := case
    when not v_is_open then '[]'
    when is_opened then private.readiness_with(approval, v_evidence)
    else approval.readiness end;
  v_refusal constant text := private.decider_refusal(approval, viewer.id);
begin
  return jsonb_build_object(
    'approval', private.approval_json(approval),
    'diff', private.diff_with(approval, v_state),
    'readiness', v_readiness,
    'freshness', jsonb_build_object(
      'proposed_at', approval.created_at,
      'target_changed', v_is_open and v_state is distinct from approval.target_snapshot,
      'evidence_changed', case when is_opened then exists (
        select from jsonb_array_elements(v_evidence) as cited
        where cited ->> 'role' = 'evidence' and cited ->> 'state' in ('changed', 'missing', 'restricted')) end),
    'allowed_actions', private.allowed_actions(approval, v_refusal, v_readiness = '[]'),
    'refusal', v_refusal)
    || case when is_opened then jsonb_build_object(
      'evidence', v_evidence,
      'materials', private.materials_json(approval),
      'effect', jsonb_build_object(
        'is_read_by_members', private.is_read_by_members(approval),
        'payload_without_quotes', case when v_is_open
          then private.payload_without_quotes(approval) else approval.effect_payload end))
      || private.approval_history(approval) else '{}' end;
end;
$function$;

create or replace function private.approval_evidence (
  approval public.approvals,
  viewer   public.people
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_scope_ids uuid[];
begin
  if not exists (select from public.approval_citations where approval_citations.approval_id = approval.id) then
    return '[]';
  end if;
  v_scope_ids := private.scope_ids_of(viewer);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'number', citation.number,
      'role', citation.role,
      'source_id', source.id,
      'source_kind', case when is_visible then source.kind end,
      'title', case when is_visible then source.title end,
      'project_id', case when is_visible then source.project_id end,
      'chunk_id', case when is_visible then coalesce(piece.id, citation.chunk_id) end,
      'quote', case when is_visible then citation.quote end,
      'passage', case when is_visible then piece.content end,
      'location', case when is_visible then piece.location end,
      'occurred_at', case when is_visible then source.occurred_at end,
      'state', case
        when not is_visible then case when source.is_restricted then 'restricted' else 'out_of_scope' end
        when source.is_restricted and not citation.source_was_restricted then 'restricted'
        when source.archived_at is not null or source.published_version is null then 'missing'
        when private.is_source_file_changed(source.id) then 'changed'
        when citation.source_version <> source.version or citation.source_version <> source.published_version
          then 'changed'
        when citation.chunk_id is not null and cited.id is null then 'missing'
        when citation.quote is not null and not coalesce(piece.is_quoted, false) then 'misquoted'
        else 'verified' end
    ) order by citation.number), '[]')
    from public.approval_citations as citation
    join public.sources as source
      on source.organization_id = citation.organization_id and source.id = citation.source_id
    cross join lateral (select source.scope_id = any (v_scope_ids)) as may (is_visible)
    left join public.chunks as cited
      on cited.id = citation.chunk_id and cited.organization_id = citation.organization_id
     and cited.source_id = citation.source_id and cited.source_version = citation.source_version
    left join lateral private.cited_piece(citation, cited, source.published_version) as piece on is_visible
    where citation.approval_id = approval.id and citation.organization_id = approval.organization_id);
end;
$function$;

create or replace function private.approve_and_execute_approval (
  approval_id uuid,
  version     integer default null::integer,
  with_quotes boolean default false
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_approval public.approvals := private.lock_approval(approve_and_execute_approval.approval_id, v_viewer);
begin
  v_approval := private.decide_to_approve(
    v_approval, v_viewer, approve_and_execute_approval.version, approve_and_execute_approval.with_quotes);
  v_approval := private.request_execution(v_approval, v_viewer);
  return jsonb_build_object('approval', private.approval_json(v_approval));
end;
$function$;

create or replace function private.approve_approval (
  approval_id uuid,
  version     integer default null::integer,
  with_quotes boolean default false
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_approval public.approvals := private.lock_approval(approve_approval.approval_id, v_viewer);
  v_was_pending boolean := v_approval.status = 'pending';
begin
  v_approval := private.decide_to_approve(
    v_approval, v_viewer, approve_approval.version, approve_approval.with_quotes);
  if v_was_pending then
    perform private.enqueue_job(
      v_approval.organization_id, 'approval_review', jsonb_build_object('approval_id', v_approval.id),
      unique_key => format('%s:%s', v_approval.id, v_approval.version), request_id => private.request_id());
  end if;
  return jsonb_build_object('approval', private.approval_json(v_approval));
end;
$function$;

create or replace function private.begin_chat_turn (
  session_id   uuid,
  question     text,
  as_person_id uuid default null::uuid,
  project_id   uuid default null::uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_scope record;
  v_as_id uuid;
  v_session public.chat_sessions;
  v_number integer;
  v_answer_id uuid;
begin
  select * into v_scope from private.effective_scope(begin_chat_turn.as_person_id);
  if begin_chat_turn.session_id is null or coalesce(question, '') !~ '\S' or char_length(question) > 8000 then
    raise exception using
      errcode = 'OPINV', message = 'A question has 1 to 8,000 characters, and a session', hint = 'invalid_question';
  end if;
  perform private.narrowed_projects(v_scope.project_ids, begin_chat_turn.project_id);
  perform private.consume_rate_limit(v_scope.viewer, 'chat-stream', private.rate_limit_of('chat-stream'), 60);

  v_as_id := nullif((v_scope.person).id, (v_scope.viewer).id);
  insert into public.chat_sessions (organization_id, person_id, as_person_id, session_id, title)
  values (
    (v_scope.viewer).organization_id, (v_scope.viewer).id, v_as_id, begin_chat_turn.session_id,
    left(btrim(regexp_replace(question, '\s+', ' ', 'g')), 120))
  on conflict on constraint chat_sessions_person_id_as_person_id_session_id_key
  do update set last_message_at = clock_timestamp(), archived_at = null
  returning * into v_session;

  update public.chat_messages
  set status = 'stopped', ended_at = clock_timestamp()
  where chat_messages.chat_session_id = v_session.id and chat_messages.status = 'answering';
  select coalesce(max(chat_messages.number), 0) into v_number
  from public.chat_messages where chat_messages.chat_session_id = v_session.id;
  insert into public.chat_messages (
    organization_id, chat_session_id, person_id, number, role, content, request_id, ended_at)
  values (
    v_session.organization_id, v_session.id, v_session.person_id, v_number + 1, 'user', question,
    private.request_id(), clock_timestamp());
  insert into public.chat_messages (
    organization_id, chat_session_id, person_id, number, role, status, records_materials, scope_ids, request_id)
  values (
    v_session.organization_id, v_session.id, v_session.person_id, v_number + 2, 'assistant', 'answering', true,
    private.chat_scope_ids(v_scope.viewer, v_scope.project_ids, v_scope.sees_restricted), private.request_id())
  returning chat_messages.id into v_answer_id;
  perform private.reserve_storage(v_scope.viewer, 'text', octet_length(question));

  return private.chat_asker(v_scope.viewer, v_scope.person, v_scope.sees_restricted) || jsonb_build_object(
    'chat_session_id', v_session.id,
    'message_id', v_answer_id,
    'project_id', begin_chat_turn.project_id,
    'memory', private.chat_memory(
      v_session.id, v_number,
      v_scope.project_ids || case when v_scope.sees_restricted then array[(v_scope.viewer).organization_id] end));
end;
$function$;

create or replace function private.begin_indexing (
  document_id uuid
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
  v_version public.document_versions;
  v_job_id uuid;
begin
  perform private.consume_rate_limit(v_viewer, 'ingest-doc', private.rate_limit_of('ingest-doc'), 60);
  v_document := private.lock_document(v_viewer, begin_indexing.document_id);
  select * into v_source from public.sources where sources.id = v_document.id;
  if v_source.archived_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The document is archived', hint = 'document_archived';
  end if;
  perform private.require_open_project(v_viewer, v_source.project_id);

  v_version := private.upload_to_read(v_document.id);
  if v_version.status in ('queued', 'indexing') is not true then
    perform private.require_stored_file(v_version);
    -- What was uploaded before and is not read yet never will be: this one takes its place.
    update public.document_versions set status = 'superseded'
    where document_versions.document_id = v_document.id
      and document_versions.version < v_version.version
      and document_versions.status in ('awaiting_upload', 'queued');
    update public.document_versions
    set status = 'queued', object_tag = coalesce(document_versions.object_tag, private.stored_tag(v_version.path)),
        queued_at = clock_timestamp(), progress_done = 0, progress_total = null,
        failure_code = null, failure_reason = null
    where document_versions.document_id = v_version.document_id
      and document_versions.version = v_version.version
    returning * into v_version;
    perform private.record_audit_event(
      v_document.organization_id, 'document.indexing_begun', 'document', v_document.id, null,
      jsonb_build_object('version', v_version.version), v_source.project_id, null, v_document.is_restricted);
  end if;

  -- Looked for first: enqueueing waits for whoever is ending the job, and they wait for the document.
  select jobs.id into v_job_id
  from private.jobs
  where jobs.kind = 'document_index' and jobs.died_at is null
    and jobs.unique_key = private.indexing_key(v_document.id, v_version.version);
  if v_job_id is null then
    v_job_id := private.enqueue_job(
      v_document.organization_id, 'document_index',
      jsonb_build_object('document_id', v_document.id, 'version', v_version.version, 'cursor', null),
      private.indexing_key(v_document.id, v_version.version), null, null, private.request_id());
  end if;
  return jsonb_build_object('document_id', v_document.id, 'version', v_version.version,
                            'status', v_version.status, 'job_id', v_job_id);
end;
$function$;

create or replace function private.candidate_chunks (
  scope_ids uuid[],
  filter    jsonb,
  terms     tsquery[],
  weights   real[],
  demanded  tsquery,
  OUT       chunk_ids uuid[],
  OUT       in_pieces real[],
  OUT       total_pieces real,
  OUT       is_partial boolean
)
  returns record
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
declare
  v_most constant integer := 3000;
  v_common constant real := 0.02;
  v_shares real[];
  v_found uuid[];
  v_common_terms tsquery[];
  v_term record;
begin
  chunk_ids := '{}';
  is_partial := false;
  in_pieces := array_fill(0::real, array[cardinality(terms)]);
  select count(*) into total_pieces
  from (select from public.chunks where chunks.scope_id = any (candidate_chunks.scope_ids) limit 50000) as counted;

  with sample as materialized (
    select picked.search_vector || ''::tsvector as words
    from unnest(candidate_chunks.scope_ids) as scope (id)
    cross join lateral (
      -- From the middle of each scope, and from its beginning.
      (select chunks.search_vector from public.chunks
       where chunks.scope_id = scope.id and chunks.source_id >= md5(scope.id::text)::uuid
       order by chunks.source_id limit greatest(1, 300 / cardinality(candidate_chunks.scope_ids)))
      union all
      (select chunks.search_vector from public.chunks
       where chunks.scope_id = scope.id
       order by chunks.source_id limit greatest(1, 300 / cardinality(candidate_chunks.scope_ids)))
    ) as picked
    limit 600
  )
  select array_agg(shares.share order by shares.number) into v_shares
  from (
    select given.number, (select avg((sample.words @@ given.term)::integer) from sample)::real as share
    from unnest(terms) with ordinality as given (term, number)
  ) as shares;

  if demanded is not null then
    chunk_ids := private.indexed_chunks(candidate_chunks.scope_ids, filter, demanded, v_most);
    is_partial := cardinality(chunk_ids) >= v_most;
  end if;
  for v_term in
    select given.number, given.term, given.weight, coalesce(v_shares[given.number], 0) as share
    from unnest(terms, weights) with ordinality as given (term, weight, number)
    order by coalesce(v_shares[given.number], 0), given.weight desc
  loop
    if v_term.share > v_common then
      in_pieces[v_term.number] := v_term.share * total_pieces;
      if v_term.weight >= 0.5 then
        v_common_terms := v_common_terms || v_term.term;
      end if;
      continue;
    end if;
    v_found := private.indexed_chunks(candidate_chunks.scope_ids, filter, v_term.term, v_most);
    in_pieces[v_term.number] := cardinality(v_found);
    if demanded is null then
      is_partial := is_partial or cardinality(v_found) >= v_most or cardinality(chunk_ids) >= v_most;
      if cardinality(chunk_ids) < v_most then
        chunk_ids := chunk_ids || v_found;
      end if;
    end if;
  end loop;

  -- Words that many pieces have: those that have the rarest of them together.
  is_partial := is_partial or demanded is null and v_common_terms is not null;
  if demanded is null and v_common_terms is not null and cardinality(chunk_ids) < 500 then
    for v_size in reverse least(cardinality(v_common_terms), 4) .. 1 loop
      select string_agg(given.term::text, ' & ')::tsquery as term into v_term
      from unnest(v_common_terms[:v_size]) as given (term);
      chunk_ids := chunk_ids || private.indexed_chunks(candidate_chunks.scope_ids, filter, v_term.term, v_most / 2);
      exit when cardinality(chunk_ids) >= 1000;
    end loop;
  end if;
  chunk_ids := array(
    select distinct listed.id from unnest(chunk_ids) with ordinality as listed (id, number)
    where listed.number <= 2 * v_most)
    || private.titled_chunks(candidate_chunks.scope_ids, terms, weights);
end;
$function$;

create or replace function private.card_bytes (
  approval public.approvals
)
  returns bigint
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return octet_length(approval.payload::text) + (
    select coalesce(sum(octet_length(approval_citations.quote)), 0)
    from public.approval_citations where approval_citations.approval_id = approval.id);
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
      errcode = 'OPSTA', message = 'This card is not in execution by this try', hint = 'lease_lost';
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
      errcode = 'OPINV', message = 'This kind is not carried out here', hint = 'wrong_kind';
  end if;
  return private.local_effect(v_approval);
end;
$function$;

create or replace function private.check_data_api_request()
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_header record;
begin
  for v_header in
    select lower(header.key) as name, header.value
    from jsonb_each_text(nullif(current_setting('request.headers', true), '')::jsonb) as header
    where lower(header.key) in ('prefer', 'accept')
  loop
    if v_header.name = 'accept' and v_header.value ~* 'vnd\.pgrst\.plan' then
      raise exception using
        errcode = 'OPINV', message = 'Query plans are not available', hint = 'no_query_plans';
    elsif v_header.name = 'prefer' and exists (
      select from regexp_split_to_table(v_header.value, '[,;]') as preference
      where btrim(preference) ~* '^"?count\M' and btrim(preference) <> 'count=exact')
    then
      raise exception using
        errcode = 'OPINV',
        message = 'Only exact counts are available. Send Prefer: count=exact',
        hint = 'only_exact_counts';
    end if;
  end loop;
end;
$function$;

create or replace function private.check_file_hash (
  document_id uuid,
  version     integer,
  sha256      text
)
  returns boolean
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_upload public.document_versions;
  v_source public.sources;
  v_is_same boolean;
begin
  select * into v_upload
  from public.document_versions as versions
  where versions.document_id = check_file_hash.document_id and versions.version = check_file_hash.version
  for update;
  if v_upload.document_id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such document', hint = 'document_not_found';
  end if;
  v_is_same := coalesce(check_file_hash.sha256 = coalesce(v_upload.sha256, check_file_hash.sha256), false);
  update public.document_versions as versions
  set sha256 = coalesce(versions.sha256, check_file_hash.sha256),
      file_changed_at = case when not v_is_same then clock_timestamp() end
  where versions.document_id = v_upload.document_id and versions.version = v_upload.version
    and (versions.sha256 is null or (versions.file_changed_at is null) <> v_is_same);
  if not v_is_same and v_upload.file_changed_at is null then
    select * into v_source from public.sources where sources.id = v_upload.document_id;
    perform private.record_audit_event(
      v_upload.organization_id, 'document.file_changed', 'document', v_upload.document_id, null,
      jsonb_build_object('version', v_upload.version), v_source.project_id, null, v_source.is_restricted);
  end if;
  return v_is_same;
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
      message = format('The card cannot be kept like this: %s', (
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
      errcode = 'OPINV', message = 'What was found carries the marker of another card', hint = 'wrong_marker';
  end if;
  perform private.require_external_result(v_approval, confirm_execution.result);
  if confirm_execution.result ->> 'provider' = 'local'
    and private.local_effect(v_approval) is distinct from confirm_execution.result
  then
    raise exception using
      errcode = 'OPSTA', message = 'Nothing was made here for this card', hint = 'effect_not_found';
  end if;
  update public.approvals
  set vendor_confirmed_at = clock_timestamp(), confirmed_result = confirm_execution.result
  where approvals.id = v_approval.id
  returning * into v_approval;
  perform private.record_approval_event(
    v_approval, 'vendor_confirmed', jsonb_build_object('result', confirm_execution.result), job => v_job);
end;
$function$;

create or replace function private.create_approval (
  viewer           public.people,
  kind             public.approval_kind,
  project_id       uuid,
  payload          jsonb,
  citations        jsonb,
  proposer         public.proposer,
  agent_session_id uuid,
  undo_of_id       uuid
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_kind public.approval_kinds;
  v_approval public.approvals;
  v_citations public.approval_citations[];
  v_target jsonb;
begin
  perform private.consume_rate_limit(viewer, 'propose', private.rate_limit_of('propose'), 60);
  select * into v_kind from public.approval_kinds where approval_kinds.kind = create_approval.kind;
  if not v_kind.needs_project and create_approval.project_id is not null then
    raise exception using
      errcode = 'OPINV', message = 'This kind belongs to no project', hint = 'invalid_proposal';
  elsif v_kind.needs_project
    and not (coalesce(create_approval.project_id = any (private.project_ids_of(viewer)), false))
  then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  elsif exists (select from public.projects
                where projects.id = create_approval.project_id and projects.archived_at is not null)
  then
    raise exception using
      errcode = 'OPSTA', message = 'The project is archived', hint = 'project_archived';
  end if;

  perform private.refuse_too_many_cards(viewer);

  v_approval.id := gen_random_uuid();
  v_approval.organization_id := viewer.organization_id;
  v_approval.kind := create_approval.kind;
  v_approval.project_id := create_approval.project_id;
  v_approval.payload := private.check_payload(
    viewer.organization_id, create_approval.project_id, create_approval.kind, create_approval.payload);
  v_approval.undo_of_id := create_approval.undo_of_id;
  v_target := private.approval_target(v_approval);
  v_citations := private.check_citations(viewer, v_approval.id, create_approval.citations);
  if octet_length(v_approval.payload::text) + (
      select coalesce(sum(octet_length(cited.quote)), 0) from unnest(v_citations) as cited) > private.max_card_bytes()
  then
    perform private.refuse_large_card();
  end if;

  insert into public.approvals (
    id, organization_id, kind, project_id, title, payload, is_restricted, target_id, target_snapshot,
    undo_of_id, proposer, proposed_by, agent_session_id, request_id)
  values (
    v_approval.id, viewer.organization_id, v_approval.kind, v_approval.project_id,
    private.approval_title(v_approval.kind, v_approval.project_id, v_approval.payload, viewer.organization_id),
    v_approval.payload,
    -- Whoever sees the card sees what it cites. So it is restricted unless all of that is its project's.
    v_kind.is_restricted or private.undoes_restricted(v_approval)
    or exists (
      select from unnest(v_citations) as cited
      join public.sources on sources.id = cited.source_id
      where sources.scope_id is distinct from coalesce(v_approval.project_id, sources.scope_id))
    -- And whoever reads it may read whatever its author was shown.
    or create_approval.proposer = 'agent' and exists (
      select from private.materials_of_session(viewer, create_approval.agent_session_id) as shown
      where shown.scope_id is distinct from coalesce(v_approval.project_id, shown.scope_id)),
    (v_target ->> 'id')::uuid, v_target -> 'state', create_approval.undo_of_id,
    create_approval.proposer, viewer.id, create_approval.agent_session_id, private.request_id())
  returning * into v_approval;

  insert into public.approval_citations (
    organization_id, approval_id, number, role, source_id, source_version, source_was_restricted, chunk_id, quote,
    scope_id)
  select cited.organization_id, cited.approval_id, cited.number, cited.role, cited.source_id,
         cited.source_version, cited.source_was_restricted, cited.chunk_id, cited.quote, v_approval.scope_id
  from unnest(v_citations) as cited;
  if create_approval.proposer = 'agent' then
    insert into private.approval_materials (organization_id, approval_id, scope_id, source_id)
    select v_approval.organization_id, v_approval.id, shown.scope_id, shown.source_id
    from private.materials_of_session(viewer, create_approval.agent_session_id) as shown
    on conflict on constraint approval_materials_approval_id_scope_id_source_id_key do nothing;
  end if;
  v_approval := private.store_readiness(v_approval);
  perform private.record_approval_version(v_approval, viewer.id);
  perform private.record_approval_event(
    v_approval, 'proposed',
    case when undo_of_id is not null then jsonb_build_object('undo_of_id', undo_of_id) end);
  -- The text of a person is text that they have seen; that of their assistant is not.
  if create_approval.proposer = 'person' then
    perform private.record_readings(viewer, array[v_approval]);
  end if;
  perform private.reserve_storage(viewer, 'text', private.card_bytes(v_approval));
  return v_approval;
end;
$function$;

create or replace function private.create_document_upload (
  project_id   uuid,
  file_name    text,
  content_type text,
  size_bytes   bigint,
  title        text                 default null::text,
  kind         public.document_kind default null::public.document_kind,
  document_id  uuid                 default null::uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_sees_all constant boolean := v_viewer.role in ('admin', 'lead');
  v_is_restricted constant boolean := coalesce(create_document_upload.kind in ('contract', 'sow'), false);
  v_file_name constant text := btrim(create_document_upload.file_name);
  v_content_type constant text := lower(btrim(split_part(create_document_upload.content_type, ';', 1)));
  v_title constant text := btrim(coalesce(create_document_upload.title, create_document_upload.file_name));
  v_document public.documents;
  v_version public.document_versions;
begin
  if v_is_restricted and not v_sees_all then
    raise exception using
      errcode = 'OPDEN',
      message = 'Contracts and statements of work are for admins and leads',
      hint = 'kind_needs_lead';
  end if;
  perform private.check_upload(v_file_name, v_content_type, size_bytes, v_title);
  perform private.require_open_project(v_viewer, project_id);

  if document_id is null then
    v_document := private.new_document(
      v_viewer, project_id, v_title, coalesce(create_document_upload.kind, 'other'), v_is_restricted);
  else
    v_document := private.next_document_version(
      v_viewer, document_id, project_id, create_document_upload.title, create_document_upload.kind);
  end if;

  insert into public.document_versions (
    document_id, version, organization_id, scope_id, path, file_name, content_type, size_bytes, uploaded_by)
  values (
    v_document.id, v_document.latest_version, v_document.organization_id, v_document.scope_id,
    private.document_path(v_document.organization_id, v_document.id, v_document.latest_version, v_file_name),
    v_file_name, v_content_type, create_document_upload.size_bytes, v_viewer.id)
  returning * into v_version;
  perform private.record_audit_event(
    v_document.organization_id, 'document.upload_begun', 'document', v_document.id, null,
    jsonb_build_object('version', v_version.version, 'file_name', v_version.file_name,
                       'size_bytes', v_version.size_bytes, 'kind', v_document.kind),
    create_document_upload.project_id, null, v_document.is_restricted);
  perform private.reserve_storage(v_viewer, 'documents', v_version.size_bytes);
  return jsonb_build_object('document_id', v_document.id, 'version', v_version.version,
                            'bucket', 'documents', 'path', v_version.path);
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
      message = 'Say which version of the card you approve, or open the card and approve what it says',
      hint = 'version_required',
      detail = jsonb_build_object('version', approval.version)::text;
  end if;

  v_reasons := private.approval_readiness(approval, viewer);
  if v_reasons <> '[]' then
    raise exception using
      errcode = 'OPSTA',
      message = 'This draft is not ready. Mend what is named, then approve it',
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

create or replace function private.decider_refusal (
  approval  public.approvals,
  person_id uuid
)
  returns text
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_person public.people;
begin
  select * into v_person from public.people
  where people.id = decider_refusal.person_id and people.organization_id = approval.organization_id;
  if v_person.id is null or v_person.archived_at is not null or v_person.role not in ('admin', 'lead') then
    return 'role_not_allowed';
  elsif not v_person.is_prompt_owner and exists (
    select from public.approval_kinds where approval_kinds.kind = approval.kind and approval_kinds.is_prompt_owned)
  then
    return 'prompt_owner_only';
  elsif exists (
      select from public.organization_settings as settings
      where settings.organization_id = approval.organization_id and settings.forbids_self_approval)
    and (v_person.id in (approval.proposed_by, approval.last_edited_by) or exists (
      select from public.approval_versions as written
      where written.approval_id = approval.id and written.written_by = v_person.id))
  then
    return 'self_approval_forbidden';
  end if;
  return null;
end;
$function$;

create or replace function private.document_file (
  viewer      public.people,
  document_id uuid,
  version     integer
)
  returns public.document_versions
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_document public.documents := private.visible_document(viewer, document_file.document_id);
  v_version public.document_versions;
begin
  if exists (
    select from public.sources where sources.id = v_document.id and sources.archived_at is not null)
  then
    raise exception using
      errcode = 'OPSTA', message = 'The document is archived', hint = 'document_archived';
  end if;
  if document_file.version is not null and not exists (
    select from public.document_versions
    where document_versions.document_id = v_document.id
      and document_versions.version = document_file.version)
  then
    raise exception using
      errcode = 'OPNFD', message = 'The document has no such version', hint = 'version_not_found';
  end if;

  select document_versions.* into v_version
  from public.document_versions
  where document_versions.document_id = v_document.id
    and document_versions.status <> 'awaiting_upload'
    and (document_file.version is null or document_versions.version = document_file.version)
    and (private.stored_size(document_versions.path) is not null or private.is_file_changed(document_versions))
  order by document_versions.version desc
  limit 1;
  if v_version.document_id is null then
    raise exception using
      errcode = 'OPSTA', message = 'The file is not uploaded yet', hint = 'not_uploaded';
  elsif private.is_file_changed(v_version) then
    raise exception using
      errcode = 'OPSTA',
      message = 'The stored file is not the one that was uploaded, so it is not served. Upload it again',
      hint = 'file_changed';
  end if;
  return v_version;
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
      message = 'The card is being carried out, or was. Propose another one',
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

create or replace function private.end_execution (
  approval public.approvals,
  job      private.jobs,
  status   public.approval_status,
  result   jsonb                  default null::jsonb,
  inverse  jsonb                  default null::jsonb,
  error    text                   default null::text
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals;
begin
  if result ? 'external_id' then
    insert into public.external_links (
      organization_id, provider, entity, external_id, approval_id, project_id, scope_id, url)
    values (
      approval.organization_id, (result ->> 'provider')::public.external_provider,
      case when approval.kind = 'task_create' then 'task' else 'calendar_event' end::public.external_entity,
      result ->> 'external_id', approval.id, approval.project_id,
      approval.scope_id, result ->> 'url')
    on conflict on constraint external_links_pkey do nothing;
  end if;

  update public.approvals set
    status = end_execution.status,
    result = end_execution.result,
    inverse = end_execution.inverse,
    executed_at = case when end_execution.status = 'executed' then clock_timestamp() end,
    execution_error = left(end_execution.error, 2000),
    execution_job_id = null,
    -- A definite failure means that nothing was done there.
    vendor_called_at = case when end_execution.status <> 'failed' then approvals.vendor_called_at end,
    vendor_confirmed_at = case when end_execution.status = 'executed' then approvals.vendor_confirmed_at end,
    confirmed_result = case when end_execution.status = 'executed' then approvals.confirmed_result end
  where approvals.id = approval.id
  returning * into v_approval;
  perform private.delete_job(job.id);

  if v_approval.status = 'unknown' then
    update public.approvals set
      execution_job_id = private.enqueue_job(
        v_approval.organization_id,
        private.execution_job_kind(v_approval),
        jsonb_build_object('approval_id', v_approval.id),
        unique_key => format('%s:%s', v_approval.id, v_approval.version),
        -- What was sent may still be on its way, or not be found yet.
        run_at => clock_timestamp() + private.reconciliation_pause(),
        request_id => job.request_id)
    where approvals.id = v_approval.id
    returning * into v_approval;
  end if;
  perform private.record_approval_event(
    v_approval, end_execution.status::text::public.approval_event_type,
    jsonb_strip_nulls(jsonb_build_object('result', v_approval.result, 'error', v_approval.execution_error)),
    job => job);
  return v_approval;
end;
$function$;

create or replace function private.fail_chat_turn (
  message_id uuid,
  error_code text   default null::text,
  content    text   default ''::text,
  tool_steps jsonb  default '[]'::jsonb,
  source_ids uuid[] default '{}'::uuid[]
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_message public.chat_messages := private.answering_message(fail_chat_turn.message_id);
  v_content text := coalesce(fail_chat_turn.content, '');
  v_steps jsonb := coalesce(fail_chat_turn.tool_steps, '[]');
begin
  if error_code !~ '^[a-z][a-z_]{0,59}$' or char_length(content) > 200000
    or jsonb_typeof(coalesce(tool_steps, '[]')) <> 'array' or pg_column_size(tool_steps) > 200000
    or cardinality(source_ids) > 500 or array_position(source_ids, null) is not null
  then
    raise exception using
      errcode = 'OPINV', message = 'A failed answer has a code', hint = 'invalid_answer';
  end if;
  begin
    perform private.reserve_storage(
      private.viewer(), 'text', octet_length(v_content) + octet_length(v_steps::text));
  exception when sqlstate 'OPBIG' then
    -- The turn ends even where its words have no room.
    v_content := '';
    v_steps := '[]';
  end;
  update public.chat_messages
  set status = case when fail_chat_turn.error_code is null then 'stopped' else 'failed' end::public.chat_message_status,
    error_code = fail_chat_turn.error_code, content = v_content, tool_steps = v_steps,
    source_ids = coalesce(fail_chat_turn.source_ids, '{}'), ended_at = clock_timestamp()
  where chat_messages.id = v_message.id;
end;
$function$;

create or replace function private.fail_execution (
  job_id         uuid,
  attempt        integer,
  error          text,
  is_final       boolean,
  retry_after_ms integer default null::integer
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(fail_execution.job_id, fail_execution.attempt);
  v_approval public.approvals := private.lock_approval_in_execution(v_job);
begin
  perform private.require_execution_error(fail_execution.error);
  if is_final then
    perform private.end_execution(v_approval, v_job, 'failed', error => fail_execution.error);
  else
    update public.approvals
    set vendor_called_at = null, vendor_confirmed_at = null, confirmed_result = null
    where approvals.id = v_approval.id;
    perform private.retry_job(v_job.id, fail_execution.error, fail_execution.retry_after_ms);
  end if;
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
    (3, 'status_contradicted', 'project', 'high', 'On track by word, not by figures',
     'A status that takes the figures into account.', 'status_update', '{health,summary}'),
    (4, 'project_without_lead', 'project', 'high', 'Nobody leads it',
     'Somebody who answers for the project.', 'project_update', '{lead_id}'),
    (5, 'project_lead_left', 'project', 'high', 'Its lead has left',
     'Somebody else who answers for the project.', 'project_update', '{lead_id}'),
    (6, 'import_failed', 'import_run', 'high', 'An import failed',
     'Import a corrected file.', null, null),
    (7, 'approval_unknown', 'approval', 'high', 'Nobody knows whether it was carried out',
     'The next automatic check settles it. Open the card to see what is known.', null, null),
    (8, 'approval_failed', 'approval', 'high', 'An approved card failed',
     'Open the card, then execute it again, edit it or reject it.', null, null),
    (9, 'job_dead', 'job', 'high', 'Background work gave up',
     'The error comes from the background worker. Fix its cause; work that belongs to a card can be executed again there.', null, null),
    (10, 'document_stuck', 'document', 'high', 'Nobody reads this document',
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
    (26, 'open_items_unverified', 'project', 'medium', 'Open tasks without a sign of life',
     'Tasks come from imported files. Add a start, an estimate or hours there, or close the tasks, and import the file again.', null, null),
    (27, 'tasks_owner_left', 'project', 'medium', 'Open tasks of people who left',
     'Assignees come from imported files. Assign the tasks there and import the file again.', null, null),
    (28, 'tasks_without_owner', 'project', 'medium', 'Open tasks that nobody owns',
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
    (35, 'approval_resting', 'approval', 'medium', 'Approved, and not carried out',
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

create or replace function private.finding_evidence (
  code            text,
  subject_id      uuid,
  organization_id uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_limit constant integer := 20;
  v_today constant date := private.organization_today(organization_id);
  v_since constant date := v_today - private.verify_window_days();
  v_rows jsonb;
begin
  if code in ('tasks_without_owner', 'tasks_owner_left', 'open_tasks_past_due', 'open_items_stale',
              'open_items_unverified', 'open_tasks_on_ended_project', 'project_past_due') then
    select jsonb_agg(
      jsonb_build_object(
        'type', 'task', 'id', picked.id, 'label', picked.title, 'project_id', subject_id,
        'detail', concat_ws(', ', replace(picked.status::text, '_', ' '), people.name,
                            'due ' || picked.due_on,
                            'last sign of life ' || greatest(picked.estimated_on, picked.started_on, hours.last_on)))
      order by picked.due_on, picked.id)
    into v_rows
    from (
      select tasks.*
      from public.tasks
      where tasks.project_id = finding_evidence.subject_id
        and tasks.status in ('open', 'in_progress', 'blocked')
        and tasks.archived_at is null
        and case finding_evidence.code
          when 'tasks_without_owner' then tasks.assignee_id is null
          when 'tasks_owner_left' then exists (
            select from public.people
            where people.id = tasks.assignee_id and (people.archived_at is not null or people.role = 'client'))
          when 'open_tasks_past_due' then tasks.due_on < v_today
          when 'open_items_unverified' then
            tasks.estimated_on is null and tasks.started_on is null
            and not exists (select from public.time_entries where time_entries.task_id = tasks.id)
          when 'open_items_stale' then
            coalesce(greatest(tasks.estimated_on, tasks.started_on) < v_since, exists (
              select from public.time_entries where time_entries.task_id = tasks.id))
            and not exists (
              select from public.time_entries
              where time_entries.task_id = tasks.id and time_entries.spent_on >= v_since)
          else true
        end
      order by tasks.due_on, tasks.priority, tasks.id
      limit v_limit
    ) as picked
    left join public.people on people.id = picked.assignee_id
    left join lateral (
      select max(time_entries.spent_on) as last_on
      from public.time_entries where time_entries.task_id = picked.id
    ) as hours on true;

  elsif code in ('project_over_budget', 'project_near_budget', 'project_over_estimate', 'project_without_budget',
                 'project_without_tasks', 'planned_project_under_way', 'hours_without_task',
                 'hours_in_future') then
    select jsonb_agg(
      jsonb_build_object(
        'type', 'time_entry', 'id', picked.id, 'project_id', subject_id,
        'label', format('%s h by %s on %s', trim_scale(picked.hours), people.name, picked.spent_on),
        'detail', coalesce(tasks.title, picked.note))
      order by picked.spent_on desc, picked.id)
    into v_rows
    from (
      select time_entries.*
      from public.time_entries
      where time_entries.project_id = finding_evidence.subject_id
        and (finding_evidence.code <> 'hours_without_task' or time_entries.task_id is null)
        and (finding_evidence.code <> 'hours_in_future' or time_entries.spent_on > v_today)
      order by time_entries.spent_on desc
      limit v_limit
    ) as picked
    join public.people on people.id = picked.person_id
    left join public.tasks on tasks.id = picked.task_id;

  elsif code = 'project_without_recent_activity' then
    select jsonb_agg(to_jsonb(picked)) into v_rows
    from (
      (select
        'time_entry' as type, time_entries.id, time_entries.project_id,
        format('%s h by %s on %s', trim_scale(time_entries.hours), people.name, time_entries.spent_on) as label,
        time_entries.note as detail
      from public.time_entries
      join public.people on people.id = time_entries.person_id
      where time_entries.project_id = finding_evidence.subject_id
      order by time_entries.spent_on desc
      limit 1)
      union all
      (select
        'status_update', status_updates.id, status_updates.project_id,
        format('%s by %s', replace(status_updates.health::text, '_', ' '), people.name),
        left(status_updates.summary, 200)
      from public.status_updates
      join public.people on people.id = status_updates.author_id
      where status_updates.project_id = finding_evidence.subject_id
      order by status_updates.created_at desc
      limit 1)
    ) as picked;

  elsif code in ('status_overdue', 'status_contradicted') then
    select jsonb_agg(jsonb_build_object(
      'type', 'status_update', 'id', picked.id, 'project_id', subject_id,
      'label', format('%s by %s', replace(picked.health::text, '_', ' '), people.name),
      'detail', left(picked.summary, 200)))
    into v_rows
    from (
      select *
      from public.status_updates
      where status_updates.project_id = finding_evidence.subject_id
      order by status_updates.created_at desc
      limit 1
    ) as picked
    join public.people on people.id = picked.author_id;

  elsif code = 'project_lead_left' then
    select jsonb_agg(jsonb_build_object(
      'type', 'person', 'id', people.id, 'label', people.name, 'detail', people.email, 'project_id', subject_id))
    into v_rows
    from public.projects
    join public.people on people.id = projects.lead_id
    where projects.id = finding_evidence.subject_id;

  elsif code = 'project_without_open_tasks' then
    select jsonb_agg(jsonb_build_object(
      'type', 'task', 'id', picked.id, 'label', picked.title, 'project_id', subject_id,
      'detail', concat_ws(', ', picked.status, picked.completed_on)) order by picked.completed_on desc, picked.id)
    into v_rows
    from (
      select *
      from public.tasks
      where tasks.project_id = finding_evidence.subject_id and tasks.archived_at is null
      order by tasks.updated_at desc
      limit v_limit
    ) as picked;

  elsif code = 'duplicate_clients' then
    select jsonb_agg(jsonb_build_object(
      'type', 'client', 'id', picked.id, 'label', picked.name, 'project_id', null,
      'detail', 'since ' || picked.created_at::date) order by picked.created_at, picked.id)
    into v_rows
    from (
      select clients.*
      from public.clients
      join public.clients as subject on subject.id = finding_evidence.subject_id
      where clients.organization_id = finding_evidence.organization_id
        and clients.archived_at is null
        and private.company_name(clients.name) = private.company_name(subject.name)
      order by clients.created_at, clients.id
      limit v_limit
    ) as picked;

  elsif code = 'unmatched_import_lines' then
    select jsonb_agg(jsonb_build_object(
      'type', 'import_row', 'id', picked.run_id, 'label', 'Line ' || picked.line, 'project_id', null,
      'detail', picked.reason) order by picked.line)
    into v_rows
    from (
      select *
      from public.portfolio_import_rows
      where portfolio_import_rows.run_id = finding_evidence.subject_id
        and portfolio_import_rows.disposition = 'skipped'
      order by portfolio_import_rows.line
      limit v_limit
    ) as picked;

  elsif code = 'import_failed' then
    select jsonb_agg(jsonb_build_object(
      'type', 'import_run', 'id', runs.id, 'label', runs.file_name, 'detail', runs.error, 'project_id', null))
    into v_rows
    from public.portfolio_import_runs as runs where runs.id = finding_evidence.subject_id;

  elsif code in ('approval_unknown', 'approval_failed', 'approval_resting') then
    select jsonb_agg(jsonb_build_object(
      'type', 'approval', 'id', approvals.id, 'label', approvals.title, 'project_id', approvals.project_id,
      'detail', coalesce(approvals.execution_error, 'approved by ' || people.name)))
    into v_rows
    from public.approvals
    left join public.people on people.id = approvals.decided_by
    where approvals.id = finding_evidence.subject_id;

  elsif code in ('document_failed', 'document_stuck', 'document_not_uploaded', 'document_file_changed') then
    select jsonb_agg(jsonb_build_object(
      'type', 'document', 'id', picked.document_id, 'project_id', picked.project_id,
      'label', format('%s, version %s', picked.file_name, picked.version),
      'detail', coalesce(picked.failure_reason, picked.status::text)) order by picked.version desc)
    into v_rows
    from (
      select versions.*, sources.project_id
      from public.document_versions as versions
      join public.sources on sources.id = versions.document_id
      where versions.document_id = finding_evidence.subject_id
      order by versions.version desc
      limit v_limit
    ) as picked;

  elsif code in ('job_dead', 'job_waiting') then
    select jsonb_agg(jsonb_build_object(
      'type', 'job', 'id', jobs.id, 'label', replace(jobs.kind, '_', ' '), 'project_id', null,
      'detail', coalesce(jobs.last_error, 'It was never tried')))
    into v_rows
    from private.jobs where jobs.id = finding_evidence.subject_id;
  end if;
  return coalesce(v_rows, '[]');
end;
$function$;

create or replace function private.finish_chat_turn (
  message_id        uuid,
  content           text,
  model             text,
  citations         jsonb   default '[]'::jsonb,
  tool_steps        jsonb   default '[]'::jsonb,
  context           jsonb   default null::jsonb,
  usage             jsonb   default null::jsonb,
  sentences         jsonb   default '[]'::jsonb,
  dropped_citations integer default 0,
  unfound_figures   text[]  default '{}'::text[],
  source_ids        uuid[]  default '{}'::uuid[]
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_message public.chat_messages;
  v_as_id uuid;
  v_scope record;
  v_scope_ids uuid[];
  v_settled jsonb;
  v_held jsonb;
begin
  if coalesce(content, '') !~ '\S' or char_length(content) > 200000
    or jsonb_typeof(coalesce(tool_steps, '[]')) <> 'array' or jsonb_array_length(coalesce(tool_steps, '[]')) > 200
    or pg_column_size(tool_steps) > 200000 or pg_column_size(context) > 10000 or pg_column_size(usage) > 10000
    or jsonb_typeof(coalesce(sentences, '[]')) <> 'array' or jsonb_array_length(coalesce(sentences, '[]')) > 100000
    or jsonb_path_exists(coalesce(sentences, '[]'), 'strict $[*] ? (@.type() != "array")')
    or dropped_citations < 0 or dropped_citations > 100000
    or cardinality(unfound_figures) > 20 or array_position(unfound_figures, null) is not null
    or char_length(array_to_string(unfound_figures, '')) > 2000
    or cardinality(source_ids) > 500 or array_position(source_ids, null) is not null
  then
    raise exception using
      errcode = 'OPINV', message = 'An answer has 1 to 200,000 characters and few steps', hint = 'invalid_answer';
  end if;
  perform private.hold_cited_sources(v_viewer, citations);
  v_message := private.answering_message(finish_chat_turn.message_id);
  select chat_sessions.as_person_id into v_as_id
  from public.chat_sessions where chat_sessions.id = v_message.chat_session_id;
  begin
    select * into v_scope from private.effective_scope(v_as_id);
    v_settled := public.settle_citations(citations, v_as_id);
    v_scope_ids := private.chat_scope_ids(v_scope.viewer, v_scope.project_ids, v_scope.sees_restricted);
  exception when sqlstate 'OPNFD' then
    -- The person it was asked as has left meanwhile: the answer ends, and cites nothing.
    v_settled := jsonb_build_object('citations', '[]'::jsonb, 'dropped', jsonb_array_length(coalesce(citations, '[]')));
  end;
  v_held := jsonb_path_query_array(v_settled, '$.citations[*].n');
  v_settled := v_settled || jsonb_build_object(
    'dropped', (v_settled ->> 'dropped')::integer + coalesce(finish_chat_turn.dropped_citations, 0),
    'uncited', (
      select count(*) from jsonb_array_elements(finish_chat_turn.sentences) as sentence
      where not exists (select from jsonb_array_elements(sentence) as n where v_held @> n)));

  update public.chat_messages
  set status = 'done', content = finish_chat_turn.content, model = left(finish_chat_turn.model, 200),
    tool_steps = coalesce(finish_chat_turn.tool_steps, '[]'), context = finish_chat_turn.context,
    usage = finish_chat_turn.usage, source_ids = coalesce(finish_chat_turn.source_ids, '{}'),
    dropped_citations = (v_settled ->> 'dropped')::integer, uncited_sentences = (v_settled ->> 'uncited')::integer,
    unfound_figures = coalesce(finish_chat_turn.unfound_figures, '{}'),
    -- A tool may have read what came into scope since the question.
    scope_ids = array(select unnest(chat_messages.scope_ids) union select unnest(v_scope_ids)),
    ended_at = clock_timestamp()
  where chat_messages.id = v_message.id
  returning * into v_message;
  insert into public.chat_citations (
    organization_id, message_id, person_id, number, kind, source_id, source_version, chunk_id, row_table, row_id,
    project_id, title, quote, scope_id, message_scope_hash)
  select
    v_message.organization_id, v_message.id, v_message.person_id, (cited ->> 'n')::integer,
    (cited ->> 'kind')::public.chat_citation_kind, (cited ->> 'source_id')::uuid,
    (cited ->> 'source_version')::integer,
    case when cited ->> 'kind' = 'chunk' then (cited ->> 'id')::uuid end,
    cited ->> 'table', case when cited ->> 'kind' = 'row' then (cited ->> 'id')::uuid end,
    (cited ->> 'project_id')::uuid, cited ->> 'title', cited ->> 'quote', (cited ->> 'scope_id')::uuid,
    case when cited ->> 'scope_id' is null then v_message.scope_hash end
  from jsonb_array_elements(v_settled -> 'citations') as cited
  on conflict on constraint chat_citations_pkey do nothing;
  perform private.reserve_storage(v_viewer, 'text',
    octet_length(v_message.content) + octet_length(v_message.tool_steps::text)
      + octet_length((v_settled -> 'citations')::text));
  return v_settled;
end;
$function$;

create or replace function private.finish_execution (
  job_id  uuid,
  attempt integer,
  result  jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(finish_execution.job_id, finish_execution.attempt);
  v_approval public.approvals := private.lock_approval_in_execution(v_job);
begin
  perform private.require_external_result(v_approval, result);
  perform private.require_confirmed(v_approval, result);
  perform private.end_execution(v_approval, v_job, 'executed', finish_execution.result);
end;
$function$;

create or replace function private.get_inbox (
  approval_id uuid                 default null::uuid,
  kind        public.approval_kind default null::public.approval_kind,
  project_id  uuid                 default null::uuid,
  page_size   integer              default 50,
  cursor      text                 default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_size integer := least(greatest(coalesce(page_size, 50), 1), 100);
  v_page public.approvals[];
  v_shown public.approvals[];
  v_cards jsonb;
  v_card jsonb;
  v_listed jsonb[] := '{}';
  v_bytes integer := 0;
begin
  if approval_id is not null then
    v_shown := array(
      select approvals
      from public.approvals
      where approvals.id = get_inbox.approval_id
        and approvals.organization_id = v_viewer.organization_id
        and approvals.scope_id = any (private.scope_ids_of(v_viewer)));
    if cardinality(v_shown) = 0 then
      raise exception using
        errcode = 'OPNFD', message = 'There is no such card', hint = 'approval_not_found';
    end if;
    v_cards := jsonb_build_array(private.approval_card(v_shown[1], v_viewer, true));
  else
    -- One more than the page holds, to know whether another follows.
    v_page := array(select page from private.pending_page(
      v_viewer, get_inbox.kind, get_inbox.project_id, v_size + 1, get_inbox.cursor) as page);
    for v_place in 1 .. least(v_size, cardinality(v_page)) loop
      v_card := private.approval_card(v_page[v_place], v_viewer, false);
      v_bytes := v_bytes + octet_length(v_card::text);
      exit when v_place > 1 and v_bytes > private.max_page_bytes();
      v_listed := v_listed || v_card;
    end loop;
    v_cards := to_jsonb(v_listed);
    v_size := cardinality(v_listed);
    v_shown := v_page[1:v_size];
  end if;
  perform private.record_readings(v_viewer, v_shown);
  return jsonb_build_object(
    'cards', coalesce(v_cards, '[]'),
    'counts', private.approval_counts(v_viewer),
    'next_cursor', case when cardinality(v_page) > v_size
      then private.page_cursor((v_page[v_size]).created_at, (v_page[v_size]).id) end);
end;
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
  -- Place of the last finding of the page before: settled, rank, size, subject.
  v_after constant text[] := regexp_match(
    page_cursor, '^(true|false)_(\d{1,4})_(-?\d{1,20}(?:\.\d{1,10})?)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  v_figures private.project_figures[];
begin
  if v_limit not between 1 and 100 then
    raise exception using
      errcode = 'OPINV', message = 'A page holds 1 to 100 findings', hint = 'invalid_limit';
  elsif page_cursor is not null and v_after is null then
    raise exception using
      errcode = 'OPINV', message = 'That is not the cursor of a page', hint = 'invalid_cursor';
  elsif get_portfolio_health.code is not null and not exists (
    select from private.finding_codes() as known where known.code = get_portfolio_health.code
  ) then
    raise exception using
      errcode = 'OPINV', message = 'That is not the code of a finding', hint = 'unknown_finding_code';
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
          case when figures.last_activity_on >= figures.today - private.verify_window_days() then null
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
      'verify_window_days', private.verify_window_days(),
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

create or replace function private.get_read_versions (
  approval_ids uuid[]
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
begin
  return (
    select coalesce(jsonb_object_agg(read.approval_id, read.version), '{}')
    from private.approval_readings as read
    where read.person_id = v_viewer.id and read.session_id = coalesce(private.session_id(), '')
      and read.approval_id = any (get_read_versions.approval_ids));
end;
$function$;

create or replace function private.has_content (
  content         text,
  signs           integer,
  different_signs integer
)
  returns boolean
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_signs constant text[] := regexp_split_to_array(
    regexp_replace(lower(regexp_replace(
      content, '\[\d{1,3}(?:\s*[,\u2013-]\s*\d{1,3})*\](?!\()', '', 'g')), '[^[:alnum:]]+', '', 'g'), '');
begin
  return cardinality(v_signs) >= signs
    and (select count(distinct sign) >= different_signs from unnest(v_signs) as sign where sign <> '');
end;
$function$;

create or replace function private.hidden_phrases (
  approval public.approvals
)
  returns table (
    phrase text
  )
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return query
    select distinct btrim(hidden.phrase)
    from (
      select sources.title as phrase
      from (
        select approval_citations.source_id from public.approval_citations
        where approval_citations.approval_id = approval.id
        union
        select materials.source_id from private.approval_materials as materials
        where materials.approval_id = approval.id
      ) as named
      join public.sources on sources.id = named.source_id
      where sources.scope_id is distinct from approval.project_id and char_length(sources.title) >= 12
      union all
      select part.phrase
      from public.approval_citations as citation
      join public.sources on sources.id = citation.source_id
      cross join lateral (
        select citation.quote
        union all
        select regexp_split_to_table(citation.quote, '(?<=[.!?;:])\s+|\n+')
      ) as part (phrase)
      where citation.approval_id = approval.id and sources.scope_id is distinct from approval.project_id
    ) as hidden
    where char_length(btrim(hidden.phrase)) >= 8
    limit 2000;
end;
$function$;

create or replace function private.internal_person_id()
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return (
    select people.id
    from public.people
    where people.user_id = (select private.user_id())
      and people.archived_at is null
      and people.role <> 'client'
  );
end;
$function$;

create or replace function private.is_file_changed (
  version public.document_versions
)
  returns boolean
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return version.file_changed_at is not null
    or (version.object_tag is not null
        and private.stored_tag(version.path) is distinct from version.object_tag)
    or (version.sha256 is not null and private.stored_tag(version.path) is null);
end;
$function$;

create or replace function private.is_link_of (
  provider text,
  url      text
)
  returns boolean
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select url is null or url !~ '[[:cntrl:][:space:]\\]' and case provider
    when 'local' then url ~ '^/([^/]|$)'
    when 'clickup' then url ~* '^https://([a-z0-9-]+\.)*clickup\.com(/|$)'
    when 'google_calendar' then url ~* '^https://([a-z0-9-]+\.)*google\.com(/|$)' end
$function$;

create or replace function private.is_open_session (
  session_id text
)
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return session_id is null or exists (
    select from auth.sessions
    where sessions.id = case when is_open_session.session_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then is_open_session.session_id::uuid end);
end;
$function$;

create or replace function private.is_provider_of (
  kind     public.approval_kind,
  provider text
)
  returns boolean
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select provider = 'local'
    or provider = 'clickup' and kind = 'task_create'
    or provider = 'google_calendar' and kind::text like 'calendar_event_%'
$function$;

create or replace function private.is_read_by_members (
  approval public.approvals
)
  returns boolean
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return approval.is_restricted and exists (
    select from public.approval_kinds
    where approval_kinds.kind = approval.kind and approval_kinds."group" = 'external');
end;
$function$;

create or replace function private.is_source_file_changed (
  source_id uuid
)
  returns boolean
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return exists (
    select
    from public.documents
    join public.document_versions as versions
      on versions.document_id = documents.id
     and versions.version = coalesce(documents.indexed_version, documents.latest_version)
    where documents.id = is_source_file_changed.source_id and private.is_file_changed(versions));
end;
$function$;

create or replace function private.lapse_approval (
  approval public.approvals,
  job      private.jobs,
  reasons  jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals;
begin
  update public.approvals set
    status = 'pending',
    decided_by = null, decided_at = null, decided_version = null, decided_hash = null,
    decided_target_hash = null, effect_payload = null,
    review = jsonb_build_object('checked_at', clock_timestamp(), 'reasons', reasons),
    execution_requested_by = null, execution_requested_at = null, execution_job_id = null,
    execution_attempt = null, execution_started_at = null, vendor_called_at = null,
    vendor_confirmed_at = null, confirmed_result = null, execution_error = null
  where approvals.id = approval.id
  returning * into v_approval;
  perform private.record_approval_event(v_approval, 'lapsed', jsonb_build_object('reasons', reasons), job => job);
  perform private.delete_job(job.id);
end;
$function$;

create or replace function private.leased_json (
  job      private.jobs,
  approval public.approvals
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return jsonb_build_object(
    'state', 'leased',
    'marker', approval.id,
    'vendor_called_before', approval.vendor_called_at is not null,
    'request_id', job.request_id,
    'approval', jsonb_build_object(
      'id', approval.id,
      'organization_id', approval.organization_id,
      'project_id', approval.project_id,
      'kind', approval.kind,
      'version', approval.version,
      'title', approval.title,
      'payload', coalesce(approval.effect_payload, approval.payload)));
end;
$function$;

create or replace function private.led_organization_id()
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return (
    select people.organization_id
    from public.people
    where people.user_id = (select private.user_id())
      and people.archived_at is null
      and people.role in ('admin', 'lead')
  );
end;
$function$;

create or replace function private.list_approvals (
  status     public.approval_status default null::public.approval_status,
  kind       public.approval_kind   default null::public.approval_kind,
  project_id uuid                   default null::uuid,
  page_size  integer                default 50,
  cursor     text                   default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_size integer := least(greatest(coalesce(page_size, 50), 1), 100);
  v_cards public.approvals[];
  v_card jsonb;
  v_listed jsonb[] := '{}';
  v_bytes integer := 0;
begin
  -- One more than the page holds, to know whether another follows.
  v_cards := array(select page from private.approval_page(
    v_viewer, list_approvals.status, list_approvals.kind, list_approvals.project_id, v_size + 1,
    list_approvals.cursor) as page);
  for v_place in 1 .. least(v_size, cardinality(v_cards)) loop
    v_card := private.approval_json(v_cards[v_place]);
    v_bytes := v_bytes + octet_length(v_card::text);
    exit when v_place > 1 and v_bytes > private.max_page_bytes();
    v_listed := v_listed || v_card;
  end loop;
  v_size := cardinality(v_listed);
  perform private.record_readings(v_viewer, v_cards[1:v_size]);
  return jsonb_build_object(
    'approvals', to_jsonb(v_listed),
    'next_cursor', case when cardinality(v_cards) > v_size then
      private.page_cursor((v_cards[v_size]).created_at, (v_cards[v_size]).id) end);
end;
$function$;

create or replace function private.mark_vendor_call (
  job_id  uuid,
  attempt integer
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_job private.jobs := private.require_job_lease(mark_vendor_call.job_id, mark_vendor_call.attempt);
  v_approval public.approvals := private.lock_approval_in_execution(v_job);
begin
  perform private.require_decided(v_approval);
  update public.approvals
  set vendor_called_at = clock_timestamp(), vendor_confirmed_at = null, confirmed_result = null
  where approvals.id = v_approval.id
  returning * into v_approval;
  perform private.record_approval_event(v_approval, 'vendor_called', job => v_job);
end;
$function$;

create or replace function private.material_scopes (
  viewer          public.people,
  project_ids     uuid[],
  sees_restricted boolean,
  project_id      uuid
)
  returns uuid[]
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select case
    when material_scopes.project_id is not null then array[material_scopes.project_id]
    when sees_restricted then array[(viewer).organization_id]
    else project_ids end
$function$;

create or replace function private.materials_json (
  approval public.approvals
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return (
    select coalesce(jsonb_agg(listed.material order by listed.rank, listed.name, listed.id), '[]')
    from (
      select named.*, jsonb_build_object(
        'kind', case named.rank when 1 then 'organization' when 2 then 'project' else 'source' end,
        'id', named.id, 'name', named.name, 'is_beyond_project', named.scope_id is distinct from approval.project_id
        ) as material
      from (
        select case when materials.source_id is not null then 3 when projects.id is not null then 2 else 1 end as rank,
          coalesce(sources.id, projects.id, organizations.id) as id,
          coalesce(sources.title, projects.name, organizations.name) as name,
          coalesce(sources.scope_id, materials.scope_id) as scope_id
        from private.approval_materials as materials
        left join public.sources on sources.id = materials.source_id
        left join public.projects on projects.id = materials.scope_id and materials.source_id is null
        left join public.organizations on organizations.id = materials.scope_id and materials.source_id is null
        where materials.approval_id = approval.id
      ) as named
      order by named.rank, named.name, named.id
      limit 200
    ) as listed);
end;
$function$;

create or replace function private.materials_of_session (
  viewer          public.people,
  chat_session_id uuid
)
  returns table (
    scope_id  uuid,
    source_id uuid
  )
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return query
    select distinct materials.scope_id, materials.source_id
    from public.chat_messages as said
    join private.chat_materials as materials on materials.message_id = said.id
    where said.chat_session_id = materials_of_session.chat_session_id and said.person_id = (viewer).id;
  if not exists (
      select from public.chat_messages as running
      where running.chat_session_id = materials_of_session.chat_session_id and running.person_id = (viewer).id
        and running.status = 'answering' and running.created_at > clock_timestamp() - private.turn_length())
    or exists (
      select from public.chat_messages as said
      where said.chat_session_id = materials_of_session.chat_session_id and said.role = 'assistant'
        and not said.records_materials)
  then
    return query select (viewer).organization_id, null::uuid;
  end if;
end;
$function$;

create or replace function private.max_card_bytes()
  returns integer
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select 200000 $function$;

create or replace function private.max_page_bytes()
  returns integer
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select 1000000 $function$;

create or replace function private.open_document (
  document_id uuid,
  version     integer default null::integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_upload public.document_versions :=
    private.document_file(v_viewer, open_document.document_id, open_document.version);
  v_ticket constant text := encode(extensions.gen_random_bytes(32), 'hex');
  v_expires_at constant timestamptz := date_trunc('milliseconds', clock_timestamp()) + interval '60 seconds';
begin
  -- Nothing else ends them, and a person who opens documents leaves no more than a minute's worth.
  delete from private.download_tickets
  where download_tickets.person_id = v_viewer.id and download_tickets.expires_at <= clock_timestamp();
  insert into private.download_tickets (
    ticket_hash, organization_id, person_id, user_id, session_id, document_id, version, expires_at)
  values (
    sha256(convert_to(v_ticket, 'UTF8')), v_viewer.organization_id, v_viewer.id, v_viewer.user_id,
    private.session_id(), v_upload.document_id, v_upload.version, v_expires_at);
  return jsonb_build_object(
    'document_id', v_upload.document_id, 'version', v_upload.version, 'ticket', v_ticket,
    'expires_at', v_expires_at);
end;
$function$;

create or replace function private.organization_findings (
  organization_id uuid
)
  returns SETOF private.finding
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return query
  with runs as materialized (
    -- The latest word about each file that was not taken back, among the runs that the import page shows.
    select distinct on (recent.file_name) recent.*
    from (
      select *
      from public.portfolio_import_runs
      where portfolio_import_runs.organization_id = organization_findings.organization_id
      order by portfolio_import_runs.created_at desc
      limit 20
    ) as recent
    where recent.mode = 'apply' and recent.status in ('succeeded', 'failed') and recent.undone_at is null
    order by recent.file_name, recent.created_at desc, recent.id
  ),
  skipped as (
    select portfolio_import_rows.run_id, count(*) as line_count
    from public.portfolio_import_rows
    where portfolio_import_rows.run_id in (select runs.id from runs)
      and portfolio_import_rows.disposition = 'skipped'
    group by portfolio_import_rows.run_id
  ),
  same_clients as (
    select
      (array_agg(clients.id order by clients.created_at, clients.id))[1] as id,
      (array_agg(clients.name order by clients.created_at, clients.id))[1] as name,
      string_agg(clients.name, ', ' order by clients.created_at, clients.id) as names,
      string_agg(clients.id::text, ',' order by clients.id) as ids,
      count(*) as client_count
    from public.clients
    where clients.organization_id = organization_findings.organization_id and clients.archived_at is null
    group by private.company_name(clients.name)
    having count(*) > 1
  ),
  uploads as (
    -- Of each document in use, the latest upload that arrived and, beside it, one that was announced and never came.
    select versions.*, summaries.title, summaries.project_id
    from public.documents
    join public.document_summaries as summaries on summaries.id = documents.id
    join public.document_versions as versions
      on versions.document_id = documents.id
     and (versions.version = summaries.version
          or versions.version = documents.latest_version and versions.status = 'awaiting_upload')
    where documents.organization_id = organization_findings.organization_id
      and summaries.archived_at is null
      and (versions.status <> 'awaiting_upload' or versions.created_at < now() - private.upload_patience())
  )
  select
    'import_failed', 'import_run'::public.finding_subject, runs.id, runs.file_name, null::uuid, false, 1::numeric,
    format('The import of %s failed: %s', runs.file_name, runs.error),
    jsonb_build_object('file_name', runs.file_name, 'error', runs.error), runs.error, 1::bigint
  from runs where runs.status = 'failed'

  union all
  select
    'unmatched_import_lines', 'import_run', runs.id, runs.file_name, null, false, skipped.line_count,
    format('%s lines of %s were skipped.', skipped.line_count, runs.file_name),
    jsonb_build_object('file_name', runs.file_name, 'skipped', skipped.line_count),
    skipped.line_count::text, skipped.line_count
  from runs join skipped on skipped.run_id = runs.id
  where runs.status = 'succeeded'

  union all
  select
    'duplicate_clients', 'client', same_clients.id, same_clients.name, null, false, same_clients.client_count,
    format('%s clients have what looks like one name: %s.', same_clients.client_count, same_clients.names),
    jsonb_build_object('names', same_clients.names), same_clients.ids, same_clients.client_count
  from same_clients

  union all
  select
    'approval_unknown', 'approval', approvals.id, approvals.title, approvals.project_id, false, 1,
    format('%s: the other system was asked and did not answer. %s', approvals.title, approvals.execution_error),
    jsonb_build_object('kind', approvals.kind, 'error', approvals.execution_error), approvals.execution_error, 1
  from public.approvals
  where approvals.organization_id = organization_findings.organization_id and approvals.status = 'unknown'

  union all
  select
    'approval_failed', 'approval', approvals.id, approvals.title, approvals.project_id, false, 1,
    format('%s: %s', approvals.title, approvals.execution_error),
    jsonb_build_object('kind', approvals.kind, 'error', approvals.execution_error), approvals.execution_error, 1
  from public.approvals
  where approvals.organization_id = organization_findings.organization_id and approvals.status = 'failed'

  union all
  select
    'approval_resting', 'approval', approvals.id, approvals.title, approvals.project_id, false,
    extract(day from now() - approvals.decided_at),
    case when approvals.execution_job_id is null
      then format('%s is approved since %s.', approvals.title, to_char(approvals.decided_at, 'FMDD Mon YYYY'))
      else format('%s was to be carried out on %s, and is not yet: %s.', approvals.title,
                  to_char(approvals.execution_requested_at, 'FMDD Mon YYYY HH24:MI'),
                  coalesce(rtrim(jobs.last_error, '.'), 'no worker has come')) end,
    jsonb_build_object('kind', approvals.kind, 'approved_at', approvals.decided_at,
                       'requested_at', approvals.execution_requested_at),
    approvals.decided_hash, 1
  from public.approvals
  left join private.jobs on jobs.id = approvals.execution_job_id
  where approvals.organization_id = organization_findings.organization_id
    and approvals.status in ('approved', 'executing')
    -- One may rest for days, but what somebody has asked for is soon done or said not to be.
    and case when approvals.execution_job_id is null then approvals.decided_at < now() - interval '3 days'
             else approvals.execution_requested_at < now() - interval '15 minutes' end

  union all
  select
    'job_dead', 'job', jobs.id, replace(jobs.kind, '_', ' '), null, false, 1,
    format('%s gave up after try %s: %s', replace(jobs.kind, '_', ' '), jobs.attempt, jobs.last_error),
    jsonb_build_object('kind', jobs.kind, 'error', jobs.last_error, 'died_at', jobs.died_at),
    jobs.died_at::text, 1
  from private.jobs
  where jobs.organization_id = organization_findings.organization_id and jobs.died_at is not null

  union all
  select
    'job_waiting', 'job', overdue.id, replace(overdue.kind, '_', ' '), null, false, 1,
    format('%s is due since %s, and no worker takes it.', replace(overdue.kind, '_', ' '),
           to_char(overdue.due_at, 'FMDD Mon YYYY HH24:MI')),
    jsonb_build_object('kind', overdue.kind, 'due_since', overdue.due_at), overdue.due_at::text, 1
  from private.job_kinds() as listed
  -- The oldest of each kind says it for the others.
  cross join lateral (
    select due.* from (
      (select jobs.id, jobs.kind, jobs.run_at as due_at from private.jobs
       where jobs.kind = listed.kind and jobs.organization_id = organization_findings.organization_id
         and jobs.died_at is null and jobs.lease_until is null and jobs.run_at < now() - interval '15 minutes'
       order by jobs.run_at, jobs.id limit 1)
      union all
      (select jobs.id, jobs.kind, jobs.lease_until from private.jobs
       where jobs.kind = listed.kind and jobs.organization_id = organization_findings.organization_id
         and jobs.lease_until < now() - interval '15 minutes'
       order by jobs.lease_until, jobs.id limit 1)
    ) as due
    order by due.due_at limit 1
  ) as overdue

  union all
  select
    'document_failed', 'document', uploads.document_id, uploads.title, uploads.project_id, false, 1,
    format('%s: %s', uploads.file_name, uploads.failure_reason),
    jsonb_build_object(
      'file_name', uploads.file_name, 'code', uploads.failure_code, 'reason', uploads.failure_reason),
    format('%s %s', uploads.version, uploads.failure_code), 1
  from uploads where uploads.status = 'failed'

  union all
  select
    'document_stuck', 'document', uploads.document_id, uploads.title, uploads.project_id, false, 1,
    format('%s waits to be read since %s, and nothing is about to read it.', uploads.file_name,
           to_char(uploads.updated_at, 'FMDD Mon YYYY')),
    jsonb_build_object('file_name', uploads.file_name, 'waits_since', uploads.updated_at),
    uploads.version::text, 1
  from uploads
  where uploads.status in ('queued', 'indexing') and not exists (
    select from private.jobs
    where jobs.kind = 'document_index' and jobs.died_at is null
      and jobs.unique_key = private.indexing_key(uploads.document_id, uploads.version))

  union all
  select
    'document_not_uploaded', 'document', uploads.document_id, uploads.title, uploads.project_id, false, 1,
    format('%s was announced on %s and was never uploaded.', uploads.file_name,
           to_char(uploads.created_at, 'FMDD Mon YYYY')),
    jsonb_build_object('file_name', uploads.file_name, 'announced_at', uploads.created_at),
    uploads.version::text, 1
  from uploads where uploads.status = 'awaiting_upload'

  union all
  -- The latest and the indexed upload of a document: what is served and cited unless somebody asks for an older one.
  select
    'document_file_changed', 'document', documents.id, sources.title, sources.project_id, false, 1,
    format('The stored file %s is not the one that was uploaded. It is not served.', versions.file_name),
    jsonb_build_object('file_name', versions.file_name, 'version', versions.version,
                       'noticed_at', versions.file_changed_at),
    versions.version::text, 1
  from public.documents
  join public.sources on sources.id = documents.id
  join lateral (
    select changed.* from public.document_versions as changed
    where changed.document_id = documents.id and changed.status <> 'awaiting_upload'
      and (changed.file_changed_at is not null
           or changed.version in (documents.latest_version, documents.indexed_version)
              and private.is_file_changed(changed))
    order by changed.version desc limit 1
  ) as versions on true
  where documents.organization_id = organization_findings.organization_id and sources.archived_at is null;
end;
$function$;

create or replace function private.payload_without_quotes (
  approval public.approvals
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_names constant text[] := array(
    select fields.name from private.payload_fields(approval.kind) as fields
    where fields.type in ('line', 'paragraphs') and jsonb_typeof(approval.payload -> fields.name) = 'string');
  v_name text;
  v_pattern text;
  v_payload jsonb := approval.payload;
begin
  if not private.is_read_by_members(approval) then
    return null;
  end if;
  for v_pattern in
    select private.phrase_pattern(phrases.phrase)
    from private.hidden_phrases(approval) as phrases
    order by char_length(phrases.phrase) desc
  loop
    foreach v_name in array v_names loop
      v_payload := jsonb_set(v_payload, array[v_name], to_jsonb(
        regexp_replace(v_payload ->> v_name, v_pattern, '[…]', 'gi')));
    end loop;
  end loop;
  return nullif(v_payload, approval.payload);
end;
$function$;

create or replace function private.phrase_pattern (
  phrase text
)
  returns text
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return replace(replace(replace(replace(
    regexp_replace(private.comparable_text(phrase), '([][\\.*+?^${}()|])', '\\\1', 'g'),
    '-', E'[-\u2010\u2011\u2012\u2013\u2014\u2015\u2212]'),
    '''', E'[''\u2018\u2019\u201a\u201b\u2032\u2039\u203a]'),
    '"', E'["\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]'),
    ' ', '\s+');
end;
$function$;

create or replace function private.plan_import_portfolio (
  organization_id uuid,
  fields          text[]
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  perform private.resolve_import_names(organization_id);

  create temporary table import_projects on commit drop as
  with first_lines as (
    select distinct on (project_key) *
    from pg_temp.import_lines
    where problem is null
    order by project_key, is_only_named, line
  ),
  matched as (
    select first_lines.*, existing.id as existing_id, to_jsonb(existing) as existing_row,
           accounts.name as existing_account, clients.name as existing_client
    from first_lines
    left join public.projects as existing
      on existing.organization_id = plan_import_portfolio.organization_id
     and case when first_lines.project_code is not null
              then existing.code = first_lines.project_code
              else existing.id = first_lines.known_project_id end
    left join public.accounts on accounts.id = existing.account_id
    left join public.clients on clients.id = accounts.client_id
  )
  select distinct on (matched.project_key)
    matched.project_key, matched.client_key, matched.client_name, matched.account_key, matched.account_name,
    matched.existing_id is null as is_new,
    coalesce(matched.existing_id, gen_random_uuid()) as id,
    null::uuid as account_id,
    matched.project_code as code,
    planned.*,
    private.json_changes(
      matched.existing_row,
      case when matched.existing_id is not null then to_jsonb(planned) end
    ) as changes,
    case
      when matched.existing_id is null and matched.account_key is null and matched.client_key is null
        then 'The project is new, and neither client nor account is given for it'
      when matched.client_key <> lower(matched.existing_client)
        or matched.account_key <> lower(matched.existing_account)
        then format('The project belongs to %s, account %s: correct that, or leave both out',
                    matched.existing_client, matched.existing_account)
      when planned.due_on < planned.starts_on then 'The project would be due before it starts'
    end as problem
  from matched
  cross join lateral (
    select
      case when matched.existing_id is null or 'project_name' = any (fields)
           then coalesce(matched.project_name, matched.existing_row ->> 'name', matched.project_code)
           else matched.existing_row ->> 'name' end as name,
      case when matched.existing_id is null or 'project_status' = any (fields)
           then coalesce(matched.project_status, (matched.existing_row ->> 'status')::public.project_status, 'active')
           else (matched.existing_row ->> 'status')::public.project_status end as status,
      case when 'project_starts_on' = any (fields) then matched.project_starts_on
           else (matched.existing_row ->> 'starts_on')::date end as starts_on,
      case when 'project_due_on' = any (fields) then matched.project_due_on
           else (matched.existing_row ->> 'due_on')::date end as due_on,
      case when 'project_budget_hours' = any (fields) then matched.project_budget_hours
           else (matched.existing_row ->> 'budget_hours')::numeric end as budget_hours,
      case when 'project_budget_amount' = any (fields) then matched.project_budget_amount
           else (matched.existing_row ->> 'budget_amount')::numeric end as budget_amount
  ) as planned
  order by matched.project_key;

  update pg_temp.import_lines
  set problem = import_projects.problem
  from pg_temp.import_projects
  where import_lines.project_key = import_projects.project_key
    and import_lines.problem is null
    and import_projects.problem is not null;
  delete from pg_temp.import_projects where problem is not null;

  -- A client without an account gets one of its own name, and the reverse.
  update pg_temp.import_projects
  set client_key = coalesce(client_key, account_key), client_name = coalesce(client_name, account_name),
      account_key = coalesce(account_key, client_key), account_name = coalesce(account_name, client_name)
  where client_key is null or account_key is null;

  create temporary table import_clients on commit drop as
  select distinct on (import_projects.client_key)
    import_projects.client_key, import_projects.client_name as name,
    existing.id is null as is_new,
    coalesce(existing.id, gen_random_uuid()) as id
  from pg_temp.import_projects
  left join public.clients as existing
    on existing.organization_id = plan_import_portfolio.organization_id
   and lower(existing.name) = import_projects.client_key
   and existing.archived_at is null
  where import_projects.is_new
  order by import_projects.client_key;

  create temporary table import_accounts on commit drop as
  select distinct on (import_clients.id, import_projects.account_key)
    import_clients.client_key, import_projects.account_key, import_projects.account_name as name,
    import_clients.id as client_id,
    existing.id is null as is_new,
    coalesce(existing.id, gen_random_uuid()) as id
  from pg_temp.import_projects
  join pg_temp.import_clients on import_clients.client_key = import_projects.client_key
  left join public.accounts as existing
    on existing.client_id = import_clients.id
   and lower(existing.name) = import_projects.account_key
   and existing.archived_at is null
  where import_projects.is_new
  order by import_clients.id, import_projects.account_key;

  update pg_temp.import_projects
  set account_id = import_accounts.id
  from pg_temp.import_accounts
  where import_projects.is_new
    and import_accounts.client_key = import_projects.client_key
    and import_accounts.account_key = import_projects.account_key;

  update pg_temp.import_lines
  set project_id = import_projects.id
  from pg_temp.import_projects
  where import_projects.project_key = import_lines.project_key and import_lines.problem is null;
end;
$function$;

create or replace function private.post_status_update (
  project_id uuid,
  health     public.project_health,
  summary    text,
  risks      text                  default null::text,
  next_steps text                  default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_project public.projects;
  v_update public.status_updates;
begin
  if health is null or char_length(btrim(coalesce(summary, ''))) not between 1 and 4000 then
    raise exception using
      errcode = 'OPINV',
      message = 'A status needs a health and a summary of at most 4,000 characters',
      hint = 'invalid_status_update';
  end if;
  select * into v_project
  from public.projects
  where projects.id = post_status_update.project_id
    and projects.id = any (private.project_ids_of(v_viewer));
  if v_project.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  elsif v_project.archived_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The project is archived', hint = 'project_archived';
  end if;

  insert into public.status_updates (
    organization_id, project_id, author_id, health, summary, risks, next_steps, created_at)
  values (
    v_project.organization_id, v_project.id, v_viewer.id, post_status_update.health,
    post_status_update.summary, post_status_update.risks, post_status_update.next_steps,
    clock_timestamp())
  returning * into v_update;
  perform private.record_audit_event(
    v_project.organization_id, 'status_update.posted', 'status_update', v_update.id, null,
    jsonb_build_object('health', v_update.health), v_project.id);
  perform private.reserve_storage(v_viewer, 'text', octet_length(
    concat(v_update.summary, v_update.risks, v_update.next_steps)));
  return to_jsonb(v_update);
end;
$function$;

create or replace function private.prompt_versions (
  before_number integer default null::integer,
  page_size     integer default 20
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
  v_page_size integer := least(greatest(coalesce(page_size, 20), 1), 50);
  v_versions public.prompt_versions[];
  v_version jsonb;
  v_listed jsonb[] := '{}';
  v_bytes integer := 0;
begin
  -- One more than the page says whether there is another.
  v_versions := array(
    select prompt_versions from public.prompt_versions
    where prompt_versions.organization_id = v_viewer.organization_id
      and (before_number is null or prompt_versions.number < before_number)
    order by prompt_versions.number desc
    limit v_page_size + 1);
  for v_place in 1 .. least(v_page_size, cardinality(v_versions)) loop
    v_version := private.prompt_version_json(v_versions[v_place]);
    v_bytes := v_bytes + octet_length(v_version::text);
    exit when v_place > 1 and v_bytes > private.max_page_bytes();
    v_listed := v_listed || v_version;
  end loop;
  v_page_size := cardinality(v_listed);
  return jsonb_build_object(
    'versions', to_jsonb(v_listed),
    'next_before', case when cardinality(v_versions) > v_page_size then (v_versions[v_page_size]).number end);
end;
$function$;

create or replace function private.quota_of (
  name text
)
  returns bigint
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select coalesce(quotas.operator_limit, quotas.default_limit) from private.quotas where quotas.name = quota_of.name
$function$;

create or replace function private.rank_by_words (
  scope_ids    uuid[],
  chunk_ids    uuid[],
  is_narrow    boolean,
  total_pieces real,
  filter       jsonb,
  terms        tsquery[],
  weights      real[],
  words        text[],
  demanded     tsquery,
  excluded     tsquery,
  OUT          by_words uuid[],
  OUT          by_names uuid[],
  OUT          similar_words text[],
  OUT          is_partial boolean
)
  returns record
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_candidates record;
  v_ranked record;
begin
  is_partial := false;
  if is_narrow then
    v_ranked := private.rank_chunks(
      scope_ids, chunk_ids, null, total_pieces, filter, terms, weights, demanded, excluded);
  else
    v_candidates := private.candidate_chunks(scope_ids, filter, terms, weights, demanded);
    is_partial := v_candidates.is_partial;
    v_ranked := private.rank_chunks(scope_ids, v_candidates.chunk_ids, v_candidates.in_pieces,
      v_candidates.total_pieces, filter, terms, weights, demanded, excluded);
  end if;
  by_words := v_ranked.ranked_ids;
  if demanded is null then
    select found.ranked_ids, found.similar_words into by_names, similar_words
    from private.rank_by_names(scope_ids, chunk_ids, is_narrow, total_pieces, filter, terms, weights,
      words, coalesce(v_ranked.matched, '{}'), excluded) as found;
  end if;
end;
$function$;

create or replace function private.rank_wide_scope (
  scope_ids uuid[],
  filter    jsonb,
  terms     tsquery[],
  weights   real[],
  words     text[],
  demanded  tsquery,
  excluded  tsquery,
  OUT       by_words uuid[],
  OUT       by_names uuid[],
  OUT       similar_words text[],
  OUT       is_partial boolean
)
  returns record
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_scope_ids uuid[] := array(
    select unnest(scope_ids) intersect select unnest(private.visible_scope_ids()) order by 1);
begin
  is_partial := false;
  if v_scope_ids = '{}' then
    return;
  end if;
  select ranked.by_words, ranked.by_names, ranked.similar_words, ranked.is_partial
  into by_words, by_names, similar_words, is_partial
  from private.rank_by_words(
    v_scope_ids, null, false, null, filter, terms, weights, words, demanded, excluded) as ranked;
end;
$function$;

create or replace function private.readiness_with (
  approval public.approvals,
  evidence jsonb
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_kind public.approval_kinds;
  v_reasons jsonb := private.evidence_reasons(evidence);
begin
  select * into v_kind from public.approval_kinds where approval_kinds.kind = approval.kind;
  if v_kind.is_deliverable and not private.is_undo_payload(approval.kind, approval.payload) then
    v_reasons := private.section_reasons(v_kind.required_sections, approval.payload)
      || private.placeholder_reasons(approval.payload)
      || private.marker_reasons(approval.payload, evidence)
      || case when not evidence @> '[{"role": "evidence"}]'
           then '[{"code": "citation_missing", "message": "A deliverable rests on evidence: cite at least one source"}]'::jsonb
           else '[]' end
      || v_reasons;
  end if;
  if approval.kind = 'deliverable_release'
    and private.is_source_file_changed((approval.payload ->> 'source_id')::uuid)
  then
    v_reasons := v_reasons || '[{"code": "file_changed", "message": "The stored file is not the one that was uploaded: upload it again before it is released"}]'::jsonb;
  end if;
  return v_reasons;
end;
$function$;

create or replace function private.record_chat_materials (
  scope_ids  uuid[],
  source_ids uuid[] default '{}'::uuid[]
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer constant public.people := private.viewer();
  v_message_ids constant uuid[] := array(
    select running.id from public.chat_messages as running
    where running.person_id = v_viewer.id and running.status = 'answering'
      and running.created_at > clock_timestamp() - private.turn_length());
  -- More than a few projects of somebody who sees all of them are the organization.
  v_scope_ids constant uuid[] := case
    when v_viewer.role in ('admin', 'lead') and cardinality(scope_ids) > 20 then array[v_viewer.organization_id]
    else scope_ids end;
begin
  if v_message_ids = '{}' then
    return;
  end if;
  insert into private.chat_materials (organization_id, message_id, scope_id)
  select v_viewer.organization_id, message_id, scope_id
  from unnest(v_message_ids) as message_id
  cross join (select distinct unnest(v_scope_ids) as scope_id) as shown
  on conflict on constraint chat_materials_message_id_scope_id_source_id_key do nothing;
  insert into private.chat_materials (organization_id, message_id, scope_id, source_id)
  select v_viewer.organization_id, message_id, sources.scope_id, sources.id
  from unnest(v_message_ids) as message_id
  cross join public.sources
  where sources.organization_id = v_viewer.organization_id
    and sources.id = any (record_chat_materials.source_ids)
  on conflict on constraint chat_materials_message_id_scope_id_source_id_key do nothing;
end;
$function$;

create or replace function private.record_readings (
  viewer public.people,
  cards  public.approvals[]
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  -- A person has few sessions in three months, and what older ones read says nothing any more.
  delete from private.approval_readings
  where approval_readings.person_id = viewer.id and approval_readings.read_at < now() - interval '90 days';
  insert into private.approval_readings as known (organization_id, person_id, session_id, approval_id, version)
  select viewer.organization_id, viewer.id, coalesce(private.session_id(), ''), card.id, card.version
  from unnest(cards) as card
  where not exists (
    select from private.approval_readings as read
    where read.person_id = viewer.id and read.session_id = coalesce(private.session_id(), '')
      and read.approval_id = card.id and read.version = card.version)
  order by card.id
  on conflict (person_id, session_id, approval_id) do update
    set version = excluded.version, read_at = excluded.read_at
    where known.version < excluded.version;
end;
$function$;

create or replace function private.redeem_ticket (
  ticket text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_ticket private.download_tickets;
  v_person public.people;
  v_upload public.document_versions;
  v_hint text;
begin
  select * into v_ticket
  from private.download_tickets
  where download_tickets.ticket_hash = sha256(convert_to(coalesce(redeem_ticket.ticket, ''), 'UTF8'))
    and download_tickets.expires_at > clock_timestamp()
    and private.is_open_session(download_tickets.session_id);
  select * into v_person
  from public.people
  where people.id = v_ticket.person_id and people.user_id = v_ticket.user_id
    and people.archived_at is null and people.role <> 'client';
  begin
    v_upload := private.document_file(v_person, v_ticket.document_id, v_ticket.version);
  exception
    when sqlstate 'OPNFD' or sqlstate 'OPSTA' then
      get stacked diagnostics v_hint = pg_exception_hint;
      if v_hint = 'file_changed' then
        raise;
      end if;
  end;
  if v_upload.document_id is null then
    raise exception using
      errcode = 'OPNFD',
      message = 'This link is no longer valid. Open the document again',
      hint = 'link_not_valid';
  end if;
  return jsonb_build_object(
    'document_id', v_upload.document_id, 'version', v_upload.version, 'bucket', 'documents',
    'path', v_upload.path, 'file_name', v_upload.file_name, 'content_type', v_upload.content_type,
    'sha256', v_upload.sha256);
end;
$function$;

create or replace function private.refuse_large_card()
  returns void
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  raise exception using
    errcode = 'OPBIG',
    message = format('The card is too large: at most %s bytes with all that it quotes',
      to_char(private.max_card_bytes(), 'FM999,999')),
    hint = 'payload_too_large';
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
      message = format('%s cards of yours wait for a decision. Propose more when some of them are decided', v_limit),
      hint = 'too_many_open_cards';
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
      message = 'No look-up has found this result. Look for the marker, then confirm what carries it',
      hint = 'not_confirmed';
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
        message = 'You wrote this card or a version of it. Your organization wants somebody else to decide it',
        hint = 'self_approval_forbidden';
    when 'prompt_owner_only' then
      raise exception using
        errcode = 'OPDEN',
        message = 'Only the prompt owner decides what the assistant is told',
        hint = 'prompt_owner_only';
    else null;
  end case;
end;
$function$;

create or replace function private.require_external_result (
  approval public.approvals,
  result   jsonb
)
  returns void
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if not exists (select from public.approval_kinds
                 where approval_kinds.kind = approval.kind and approval_kinds."group" = 'external')
    or jsonb_typeof(result) is distinct from 'object'
    or result - array['provider', 'external_id', 'url'] <> '{}'
    or coalesce(result ->> 'provider', '') <> all (enum_range(null::public.external_provider)::text[])
    or coalesce(btrim(result ->> 'external_id'), '') = ''
    -- What is kept is answered as it is, to readers who expect texts.
    or jsonb_typeof(result -> 'external_id') <> 'string' or char_length(result ->> 'external_id') > 1024
    or jsonb_typeof(result -> 'url') not in ('string', 'null')
    or char_length(result ->> 'url') > 2000
    or not private.is_provider_of(approval.kind, result ->> 'provider')
    or not private.is_link_of(result ->> 'provider', result ->> 'url')
  then
    raise exception using
      errcode = 'OPINV',
      message = 'A result names the provider and the object there',
      hint = 'invalid_result';
  end if;
end;
$function$;

create or replace function private.require_viewer()
  returns public.people
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.viewer();
begin
  if private.user_id() is null then
    raise exception using
      errcode = 'OPAUT', message = 'Sign in first', hint = 'not_signed_in';
  end if;
  if v_viewer.id is null then
    raise exception using
      errcode = 'OPDEN',
      message = 'You are signed in, but belong to no organization yet. Ask an admin for an invitation',
      hint = 'no_membership';
  end if;
  return v_viewer;
end;
$function$;

create or replace function private.reserve_storage (
  person public.people,
  kind   private.storage_kind,
  bytes  bigint
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
#variable_conflict use_column
declare
  v_limit constant bigint := private.quota_of(reserve_storage.kind || '_bytes_per_person');
  v_organization_limit constant bigint := private.quota_of(reserve_storage.kind || '_bytes_per_organization');
  v_used bigint;
begin
  insert into private.storage_usage as present (organization_id, person_id, kind, bytes)
  values ((person).organization_id, (person).id, reserve_storage.kind, reserve_storage.bytes)
  on conflict (person_id, kind) do update set bytes = present.bytes + excluded.bytes
  returning present.bytes into v_used;
  if v_used > v_limit then
    raise exception using
      errcode = 'OPBIG',
      message = format('You have stored as much %s as one person may: %s. Ask an admin to raise the quota',
        reserve_storage.kind, pg_size_pretty(v_limit)),
      hint = 'storage_quota_exceeded';
  end if;
  if (select sum(storage_usage.bytes) from private.storage_usage
      where storage_usage.organization_id = (person).organization_id
        and storage_usage.kind = reserve_storage.kind) > v_organization_limit
  then
    raise exception using
      errcode = 'OPBIG',
      message = format('Your organization has stored as much %s as it may: %s. Ask the operator to raise the quota',
        reserve_storage.kind, pg_size_pretty(v_organization_limit)),
      hint = 'storage_quota_exceeded';
  end if;
end;
$function$;

create or replace function private.schedule_jobs()
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_schedule record;
  v_scheduled text[] := '{}';
  v_missing text[] := '{}';
begin
  if to_regclass('cron.job') is null then
    v_missing := v_missing || 'pg_cron'::text;
  else
    for v_schedule in select listed.* from private.schedules() as listed loop
      perform cron.alter_job(
        cron.schedule(v_schedule.name, v_schedule.schedule, v_schedule.command), active => true);
      v_scheduled := v_scheduled || v_schedule.name;
    end loop;
  end if;

  if to_regnamespace('net') is null then
    v_missing := v_missing || 'pg_net'::text;
  end if;
  if to_regclass('vault.secrets') is null then
    v_missing := v_missing || 'supabase_vault'::text;
  else
    if not exists (select from vault.secrets where secrets.name = 'worker_token_secret') then
      perform vault.create_secret(
        encode(extensions.gen_random_bytes(32), 'hex'), 'worker_token_secret',
        'Keys the tokens with which the database wakes background functions');
    end if;
    -- The address is known outside of the database only: npm run deploy and npm start store it.
    if not exists (select from vault.secrets where secrets.name = 'functions_url') then
      v_missing := v_missing || 'functions_url'::text;
    end if;
  end if;

  perform private.tick_jobs();
  return jsonb_build_object('scheduled', v_scheduled, 'missing', v_missing);
end;
$function$;

create or replace function private.schedules()
  returns table (
    name     text,
    schedule text,
    command  text
  )
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  values
    -- Looks for jobs that are due and were not woken.
    ('tick_jobs', '* * * * *', 'select private.tick_jobs()'),
    -- Looks for another embedding model, and for pieces without a vector.
    ('tick_embeddings', '*/5 * * * *', 'select private.tick_embeddings()'),
    -- pg_cron never deletes its record of runs.
    ('forget_old_runs', '17 3 * * *',
     'delete from cron.job_run_details where end_time < now() - interval ''7 days''')
$function$;

create or replace function private.section_reasons (
  required_sections text[],
  payload           jsonb
)
  returns jsonb
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'code', reason.code, 'message', format(reason.message, reason.heading), 'section', reason.heading)
      order by reason.place), '[]')
    from (
      select 'section_missing', 'Add the section %s', required.heading, required.place
      from unnest(required_sections) with ordinality as required (heading, place)
      where not exists (
        select from jsonb_array_elements(payload -> 'sections') as section
        where lower(section ->> 'heading') = lower(required.heading))
      union all
      select 'section_empty', 'Write the section %s, or take it out', section ->> 'heading', 1000 + listed.place
      from jsonb_array_elements(payload -> 'sections') with ordinality as listed (section, place)
      where section ->> 'body' = ''
      union all
      select 'section_too_short', 'Write more than a letter or two in the section %s, or take it out', section ->> 'heading',
        1000 + listed.place
      from jsonb_array_elements(payload -> 'sections') with ordinality as listed (section, place)
      where section ->> 'body' <> '' and not private.has_content(section ->> 'body', 3, 2)
      union all
      select 'draft_too_short', 'Write what this is about: its sections have next to no text', null, 2000
      where not exists (
          select from jsonb_array_elements(payload -> 'sections') as section
          where not private.has_content(section ->> 'body', 3, 2))
        and not private.has_content((
          select string_agg(section ->> 'body', ' ') from jsonb_array_elements(payload -> 'sections') as section), 20, 8)
    ) as reason (code, message, heading, place));
end;
$function$;

create or replace function private.session_id()
  returns text
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id', '')
$function$;

create or replace function private.set_executing (
  job      private.jobs,
  approval public.approvals
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals;
begin
  update public.approvals set
    status = 'executing',
    execution_attempt = job.attempt,
    execution_started_at = clock_timestamp(),
    vendor_called_at = null,
    vendor_confirmed_at = null,
    confirmed_result = null,
    execution_error = null
  where approvals.id = approval.id
  returning * into v_approval;
  return v_approval;
end;
$function$;

create or replace function private.set_quota (
  name  text,
  quota bigint
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if quota < 1 or quota > 1000000000000000 then
    raise exception using
      errcode = 'OPINV', message = 'A quota is between 1 and 1,000,000,000,000,000', hint = 'invalid_quota';
  elsif not exists (select from private.quotas where quotas.name = set_quota.name) then
    raise exception using errcode = 'OPINV', message = 'There is no such quota', hint = 'unknown_quota';
  end if;
  update private.quotas set operator_limit = quota
  where quotas.name = set_quota.name and quotas.operator_limit is distinct from quota;
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
      errcode = 'OPSTA', message = 'This card is not this job''s to settle', hint = 'lease_lost';
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

create or replace function private.store_readiness (
  approval public.approvals
)
  returns public.approvals
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_approval public.approvals := approval;
  v_reader public.people;
  v_readiness jsonb;
begin
  v_reader.organization_id := approval.organization_id;
  v_reader.role := 'lead';
  v_readiness := private.approval_readiness(approval, v_reader);
  if v_readiness <> approval.readiness then
    update public.approvals set readiness = v_readiness where approvals.id = approval.id
    returning * into v_approval;
  end if;
  return v_approval;
end;
$function$;

create or replace function private.stored_tag (
  path text
)
  returns text
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return (
    select coalesce(objects.metadata ->> 'eTag', '')
    from storage.objects
    where objects.bucket_id = 'documents' and objects.name = stored_tag.path);
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
          message = 'Whoever decided this card may not decide it',
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

create or replace function private.tg_sources__restrict_approvals()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  update public.approvals set is_restricted = true
  where approvals.id = any (array(
    select card.id from public.approvals as card
    where not card.is_restricted
      and card.project_id <> new.scope_id
      and card.id in (
        select approval_citations.approval_id from public.approval_citations
        where approval_citations.organization_id = new.organization_id
          and approval_citations.source_id = new.id
        union all
        select materials.approval_id from private.approval_materials as materials
        where materials.organization_id = new.organization_id and materials.source_id = new.id
        union all
        select released.id from public.approvals as released
        where released.organization_id = new.organization_id and released.project_id = old.project_id
          and released.kind = 'deliverable_release' and released.payload ->> 'source_id' = new.id::text)
    -- In the order of a batch of decisions, so that neither waits for the other in a ring.
    order by card.id
    for update));
  return null;
end;
$function$;

create or replace function private.turn_length()
  returns interval
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select interval '2 hours' $function$;

create or replace function private.user_id()
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return case when private.is_open_session(private.session_id()) then auth.uid() end;
end;
$function$;

create or replace function private.viewer()
  returns public.people
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people;
begin
  select * into v_viewer
  from public.people
  where people.user_id = (select private.user_id()) and people.archived_at is null;
  return v_viewer;
end;
$function$;

create or replace function private.viewer_organization_id()
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return (
    select people.organization_id
    from public.people
    where people.user_id = (select private.user_id())
      and people.archived_at is null
      and people.role <> 'client'
  );
end;
$function$;

create or replace function private.write_chat_summary (
  chat_session_id uuid,
  told_to         integer,
  content         text
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_session public.chat_sessions;
begin
  select * into v_session from public.chat_sessions
  where chat_sessions.id = write_chat_summary.chat_session_id and chat_sessions.person_id = v_viewer.id
  for update;
  if v_session.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such conversation', hint = 'session_not_found';
  elsif coalesce(content, '') !~ '\S' or char_length(content) > 20000 or told_to is null
    or not exists (
      select from public.chat_messages as said
      where said.chat_session_id = v_session.id and said.number = told_to and said.role <> 'summary')
  then
    raise exception using
      errcode = 'OPINV', message = 'A summary has 1 to 20,000 characters and ends with a message', hint = 'invalid_summary';
  end if;
  insert into public.chat_messages (
    organization_id, chat_session_id, person_id, number, role, content, scope_ids, source_ids, request_id, ended_at)
  values (
    v_session.organization_id, v_session.id, v_session.person_id, told_to, 'summary', write_chat_summary.content,
    array(
      select distinct unnest(said.scope_ids) from public.chat_messages as said
      where said.chat_session_id = v_session.id and said.number <= told_to),
    array(
      select seen.source_id from (
        select source_id, max(said.number) as latest
        from public.chat_messages as said cross join unnest(said.source_ids) as source_id
        where said.chat_session_id = v_session.id and said.number <= told_to
        group by source_id) as seen
      order by seen.latest desc, seen.source_id
      limit 500),
    private.request_id(), clock_timestamp())
  on conflict on constraint chat_messages_chat_session_id_number_role_key do nothing;
  perform private.reserve_storage(v_viewer, 'text', octet_length(write_chat_summary.content));
end;
$function$;

create or replace function public.approve_and_execute_approval (
  approval_id uuid,
  version     integer default null::integer,
  with_quotes boolean default false
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.approve_and_execute_approval(approval_id, version, with_quotes) $function$;

create or replace function public.approve_approval (
  approval_id uuid,
  version     integer default null::integer,
  with_quotes boolean default false
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.approve_approval(approval_id, version, with_quotes) $function$;

create or replace function public.begin_chat_turn (
  session_id   uuid,
  question     text,
  as_person_id uuid default null::uuid,
  project_id   uuid default null::uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.begin_chat_turn(session_id, question, as_person_id, project_id) $function$;

create or replace function public.check_file_hash (
  document_id uuid,
  version     integer,
  sha256      text    default null::text
)
  returns boolean
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.check_file_hash(document_id, version, sha256) $function$;

create or replace function public.confirm_execution (
  job_id  uuid,
  attempt integer,
  marker  uuid,
  result  jsonb
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.confirm_execution(job_id, attempt, marker, result) $function$;

create or replace function public.get_chat_spine (
  question     text   default null::text,
  project_ids  uuid[] default null::uuid[],
  as_person_id uuid   default null::uuid
)
  returns json
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_scope record;
  v_project_ids uuid[];
  v_shown_ids uuid[];
  v_project_limit constant integer := 200;
  v_few constant integer := 20;
begin
  select * into v_scope from private.effective_scope(get_chat_spine.as_person_id);
  if get_chat_spine.as_person_id is not null then
    perform private.record_view_as(get_chat_spine.as_person_id);
  end if;
  v_project_ids := private.current_projects(v_scope.project_ids);
  v_shown_ids := case
    when get_chat_spine.project_ids is null
      then private.liveliest_projects(v_project_ids, v_project_limit, question)
    else array(
      select asked.id
      from unnest(get_chat_spine.project_ids[:v_project_limit]) with ordinality as asked (id, place)
      where asked.id in (select unnest(v_project_ids))
      group by asked.id
      order by min(asked.place))
  end;
  perform private.record_chat_materials(v_shown_ids);
  return private.spine(
    v_scope.viewer, v_scope.person, v_scope.person_ids, v_shown_ids,
    get_chat_spine.project_ids is not null or cardinality(v_shown_ids) <= v_few, cardinality(v_project_ids), null);
end;
$function$;

create or replace function public.get_hours (
  group_by     public.hours_group default 'project'::public.hours_group,
  project_id   uuid               default null::uuid,
  person_id    uuid               default null::uuid,
  spent_from   date               default null::date,
  spent_to     date               default null::date,
  result_limit integer            default 100,
  as_person_id uuid               default null::uuid
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
#variable_conflict use_column
declare
  v_scope record;
  v_project_ids uuid[];
begin
  select * into v_scope from private.effective_scope(get_hours.as_person_id);
  perform private.require_limit(result_limit, 200);
  v_project_ids := private.narrowed_projects(v_scope.project_ids, get_hours.project_id);
  if get_hours.as_person_id is not null then
    perform private.record_view_as(get_hours.as_person_id);
  end if;
  perform private.record_chat_materials(private.material_scopes(
    v_scope.viewer, v_scope.project_ids, v_scope.sees_restricted, get_hours.project_id));

  return (
    with spent as materialized (
      select
        case group_by when 'project' then time_entries.project_id::text
          when 'person' then (case when time_entries.person_id = any (v_scope.person_ids)
                              then time_entries.person_id end)::text
          else to_char(time_entries.spent_on, 'YYYY-MM') end as key,
        sum(time_entries.hours) as hours, min(time_entries.spent_on) as first_on, max(time_entries.spent_on) as last_on
      from public.time_entries
      where time_entries.project_id = any (v_project_ids)
        and (get_hours.person_id is null
          or time_entries.person_id = get_hours.person_id and get_hours.person_id = any (v_scope.person_ids))
        and (spent_from is null or time_entries.spent_on >= spent_from)
        and (spent_to is null or time_entries.spent_on <= spent_to)
      group by 1
    ),
    shown as (
      select * from spent
      order by case when group_by = 'month' then spent.key end desc, spent.hours desc, spent.key
      limit result_limit
    )
    select jsonb_build_object(
      'group_by', group_by,
      'total_hours', (select coalesce(sum(spent.hours), 0) from spent),
      'groups', coalesce(jsonb_agg(
        case group_by
          when 'project' then jsonb_build_object(
            'project', jsonb_build_object('id', projects.id, 'name', projects.name),
            'budget_hours', projects.budget_hours)
          when 'person' then jsonb_build_object(
            'person', case when people.id is not null then jsonb_build_object('id', people.id, 'name', people.name) end)
          else jsonb_build_object('month', shown.key) end
        || jsonb_build_object('hours', shown.hours, 'first_on', shown.first_on, 'last_on', shown.last_on)
        order by case when group_by = 'month' then shown.key end desc, shown.hours desc, shown.key), '[]'),
      'left_out', (select count(*) from spent) - count(shown.hours))
    from shown
    left join public.projects on group_by = 'project' and projects.id::text = shown.key
    left join public.people on group_by = 'person' and people.id::text = shown.key);
end;
$function$;

create or replace function public.get_inbox (
  approval_id uuid                 default null::uuid,
  kind        public.approval_kind default null::public.approval_kind,
  project_id  uuid                 default null::uuid,
  page_size   integer              default 50,
  cursor      text                 default null::text
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.get_inbox(approval_id, kind, project_id, page_size, cursor) $function$;

create or replace function public.get_portfolio_health (
  project_id   uuid                 default null::uuid,
  code         text                 default null::text,
  state        public.finding_state default null::public.finding_state,
  result_limit integer              default 50,
  page_cursor  text                 default null::text
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.get_portfolio_health(project_id, code, state, result_limit, page_cursor) $function$;

create or replace function public.get_read_versions (
  approval_ids uuid[]
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.get_read_versions(approval_ids) $function$;

create or replace function public.get_spine (
  as_person_id uuid default null::uuid,
  project_id   uuid default null::uuid
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_scope record;
  v_project_ids uuid[];
  v_shown_ids uuid[];
  v_project_limit constant integer := 200;
begin
  select * into v_scope from private.effective_scope(as_person_id);
  v_project_ids := private.narrowed_projects(v_scope.project_ids, get_spine.project_id);
  if as_person_id is not null then
    perform private.record_view_as(as_person_id);
  end if;
  v_project_ids := private.current_projects(v_project_ids);
  v_shown_ids := private.liveliest_projects(v_project_ids, v_project_limit);
  perform private.record_chat_materials(v_shown_ids);
  return private.spine(
    v_scope.viewer, v_scope.person, v_scope.person_ids, v_shown_ids, true,
    cardinality(v_project_ids), (
      select count(*)
      from public.tasks
      where tasks.project_id = any (v_project_ids)
        and tasks.status in ('open', 'in_progress', 'blocked')
        and tasks.archived_at is null
    ));
end;
$function$;

create or replace function public.list_approvals (
  status     public.approval_status default null::public.approval_status,
  kind       public.approval_kind   default null::public.approval_kind,
  project_id uuid                   default null::uuid,
  page_size  integer                default 50,
  cursor     text                   default null::text
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.list_approvals(status, kind, project_id, page_size, cursor) $function$;

create or replace function public.list_changes (
  changed_from date,
  changed_to   date,
  project_id   uuid    default null::uuid,
  result_limit integer default 50,
  as_person_id uuid    default null::uuid
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
#variable_conflict use_column
declare
  v_scope record;
  v_project_ids uuid[];
  v_zone text;
  v_begin timestamptz;
  v_end timestamptz;
begin
  select * into v_scope from private.effective_scope(list_changes.as_person_id);
  perform private.require_limit(result_limit, 100);
  v_project_ids := private.narrowed_projects(v_scope.project_ids, list_changes.project_id);
  if list_changes.as_person_id is not null then
    perform private.record_view_as(list_changes.as_person_id);
  end if;
  select organizations.time_zone into v_zone
  from public.organizations
  where organizations.id = (v_scope.viewer).organization_id;
  v_begin := changed_from::timestamp at time zone v_zone;
  v_end := (changed_to + 1)::timestamp at time zone v_zone;

  return (
    with found as materialized (
      select
        'status_updates' as table_name, status_updates.id, status_updates.project_id,
        (status_updates.created_at at time zone v_zone)::date as changed_on, status_updates.author_id as person_id,
        status_updates.summary as title, status_updates.health::text as detail
      from public.status_updates
      where status_updates.project_id = any (v_project_ids)
        and status_updates.created_at >= v_begin and status_updates.created_at < v_end
      union all
      select
        'tasks', tasks.id, tasks.project_id, tasks.completed_on, tasks.assignee_id, tasks.title, tasks.status::text
      from public.tasks
      where tasks.project_id = any (v_project_ids) and tasks.archived_at is null and tasks.status = 'done'
        and tasks.completed_on between changed_from and changed_to
      union all
      select
        'projects', portfolio_classifications.project_id, portfolio_classifications.project_id,
        (portfolio_classifications.created_at at time zone v_zone)::date, portfolio_classifications.classified_by,
        'Classification', concat_ws(', ', portfolio_classifications.tier::text, portfolio_classifications.service_line,
          portfolio_classifications.risk::text || ' risk')
      from public.portfolio_classifications
      where portfolio_classifications.project_id = any (v_project_ids)
        and portfolio_classifications.created_at >= v_begin and portfolio_classifications.created_at < v_end
    ),
    shown as (
      select * from found
      order by found.changed_on desc, found.table_name, found.title, found.id
      limit result_limit
    )
    select jsonb_build_object(
      'changes', coalesce(jsonb_agg(
        jsonb_build_object(
          'table', shown.table_name, 'id', shown.id, 'title', shown.title, 'detail', shown.detail,
          'changed_on', shown.changed_on,
          'project', jsonb_build_object('id', projects.id, 'name', projects.name),
          'person', case when shown.person_id = any (v_scope.person_ids) then people.name end)
        order by shown.changed_on desc, shown.table_name, shown.title, shown.id), '[]'),
      'total', (select count(*) from found),
      'left_out', (select count(*) from found) - count(shown.id))
    from shown
    join public.projects on projects.id = shown.project_id
    left join public.people on people.id = shown.person_id);
end;
$function$;

create or replace function public.list_documents (
  project_id     uuid    default null::uuid,
  title_contains text    default null::text,
  result_limit   integer default 50,
  as_person_id   uuid    default null::uuid
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
#variable_conflict use_column
declare
  v_scope record;
  v_project_ids uuid[];
  v_pattern text;
  v_answer jsonb;
begin
  select * into v_scope from private.effective_scope(list_documents.as_person_id);
  perform private.require_limit(result_limit, 100);
  if char_length(title_contains) > 200 then
    raise exception using errcode = 'OPINV', message = 'Look for at most 200 characters', hint = 'invalid_query';
  end if;
  v_project_ids := private.narrowed_projects(v_scope.project_ids, list_documents.project_id);
  if list_documents.as_person_id is not null then
    perform private.record_view_as(list_documents.as_person_id);
  end if;
  v_pattern := '%' || regexp_replace(title_contains, '([\\%_])', '\\\1', 'g') || '%';

  v_answer := (
    with found as materialized (
      select document_summaries.*
      from public.document_summaries
      where document_summaries.project_id = any (v_project_ids) and document_summaries.archived_at is null
        and (v_scope.sees_restricted or not document_summaries.is_restricted)
        and (v_pattern is null or document_summaries.title ilike v_pattern
          or document_summaries.file_name ilike v_pattern)
    ),
    shown as (select * from found order by found.uploaded_at desc, found.id limit result_limit)
    select jsonb_build_object(
      'documents', coalesce(jsonb_agg(
        jsonb_build_object(
          'id', shown.id, 'title', shown.title, 'kind', shown.kind, 'file_name', shown.file_name,
          'project', jsonb_build_object('id', projects.id, 'name', projects.name),
          'status', shown.status, 'can_be_searched', shown.indexed_version is not null,
          'is_restricted', shown.is_restricted, 'uploaded_at', shown.uploaded_at)
        order by shown.uploaded_at desc, shown.id), '[]'),
      'total', (select count(*) from found),
      'left_out', (select count(*) from found) - count(shown.id))
    from shown
    join public.projects on projects.id = shown.project_id);
  -- Documents that are counted and not shown are in the figures.
  perform private.record_chat_materials(
    case when v_scope.sees_restricted and (v_answer ->> 'left_out')::integer > 0
      then array[(v_scope.viewer).organization_id] else v_project_ids end,
    array(select (shown ->> 'id')::uuid from jsonb_array_elements(v_answer -> 'documents') as shown));
  return v_answer;
end;
$function$;

create or replace function public.list_people (
  name_contains text    default null::text,
  project_id    uuid    default null::uuid,
  result_limit  integer default 50,
  as_person_id  uuid    default null::uuid
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
#variable_conflict use_column
declare
  v_scope record;
  v_project_ids uuid[];
  v_pattern text;
begin
  select * into v_scope from private.effective_scope(list_people.as_person_id);
  perform private.require_limit(result_limit, 100);
  if char_length(name_contains) > 200 then
    raise exception using errcode = 'OPINV', message = 'Look for at most 200 characters', hint = 'invalid_query';
  end if;
  v_project_ids := private.narrowed_projects(v_scope.project_ids, list_people.project_id);
  if list_people.as_person_id is not null then
    perform private.record_view_as(list_people.as_person_id);
  end if;
  perform private.record_chat_materials(private.material_scopes(
    v_scope.viewer, v_scope.project_ids, v_scope.sees_restricted, list_people.project_id));
  v_pattern := '%' || regexp_replace(name_contains, '([\\%_])', '\\\1', 'g') || '%';

  return (
    with works as materialized (
      select project_members.person_id, projects.id, projects.name, projects.lead_id = project_members.person_id as leads
      from public.project_members
      join public.projects on projects.id = project_members.project_id
      where project_members.project_id = any (v_project_ids) and projects.archived_at is null
      union
      select projects.lead_id, projects.id, projects.name, true
      from public.projects
      where projects.id = any (v_project_ids) and projects.lead_id is not null and projects.archived_at is null
    ),
    found as materialized (
      select people.id, people.name, people.role, people.is_employee
      from public.people
      where people.id = any (v_scope.person_ids) and people.archived_at is null
        and (v_pattern is null or people.name ilike v_pattern)
        and (list_people.project_id is null or people.id in (select works.person_id from works))
    ),
    shown as (select * from found order by found.name, found.id limit result_limit)
    select jsonb_build_object(
      'people', coalesce(jsonb_agg(
        jsonb_build_object(
          'id', shown.id, 'name', shown.name, 'role', shown.role, 'is_employee', shown.is_employee,
          'projects', (
            select coalesce(jsonb_agg(
              jsonb_build_object('id', works.id, 'name', works.name, 'leads', coalesce(works.leads, false))
              order by works.name, works.id), '[]')
            from works where works.person_id = shown.id))
        order by shown.name, shown.id), '[]'),
      'total', (select count(*) from found),
      'left_out', (select count(*) from found) - count(shown.id))
    from shown);
end;
$function$;

create or replace function public.list_projects (
  concern      public.project_concern default null::public.project_concern,
  project_id   uuid                   default null::uuid,
  result_limit integer                default 50,
  as_person_id uuid                   default null::uuid
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
#variable_conflict use_column
declare
  v_scope record;
  v_project_ids uuid[];
  v_today date;
begin
  select * into v_scope from private.effective_scope(list_projects.as_person_id);
  perform private.require_limit(result_limit, 100);
  v_project_ids := private.narrowed_projects(v_scope.project_ids, list_projects.project_id);
  if list_projects.as_person_id is not null then
    perform private.record_view_as(list_projects.as_person_id);
  end if;
  select (now() at time zone organizations.time_zone)::date into v_today
  from public.organizations
  where organizations.id = (v_scope.viewer).organization_id;

  return (
    with figures as materialized (
      select
        project_summaries.*,
        coalesce(nullif(project_summaries.budget_hours, 0), nullif(project_summaries.estimate_hours, 0)) as planned_hours
      from public.project_summaries
      where project_summaries.id = any (v_project_ids) and project_summaries.archived_at is null
    ),
    found as materialized (
      select
        figures.*,
        round(100 * figures.actual_hours / figures.planned_hours, 1) as percent_spent,
        case list_projects.concern
          when 'late' then v_today - figures.due_on
          when 'over_budget' then figures.actual_hours / figures.planned_hours
          when 'at_risk' then
            coalesce(case figures.health when 'off_track' then 4 when 'at_risk' then 2 end, 0)
            + coalesce(case figures.risk when 'high' then 1 end, 0)
        end as worth
      from figures
      where case list_projects.concern
        when 'late' then figures.status = 'active' and figures.due_on < v_today
        when 'over_budget' then figures.actual_hours >= 0.9 * figures.planned_hours
        when 'at_risk' then figures.status in ('planned', 'active')
          and (figures.health in ('at_risk', 'off_track') or figures.risk = 'high')
        else true end
    ),
    shown as (
      select * from found
      order by found.worth desc nulls last, found.name, found.id
      limit result_limit
    )
    select jsonb_build_object(
      'today', v_today,
      'projects', coalesce(jsonb_agg(
        jsonb_build_object(
          'id', shown.id, 'name', shown.name, 'status', shown.status, 'due_on', shown.due_on,
          'lead', case when shown.lead_id = any (v_scope.person_ids) then shown.lead_name end,
          'budget_hours', shown.budget_hours, 'estimate_hours', shown.estimate_hours,
          'actual_hours', shown.actual_hours, 'percent_spent', shown.percent_spent,
          'risk', shown.risk, 'health', shown.health,
          'status_update', (
            select jsonb_build_object(
              'id', status_updates.id, 'summary', status_updates.summary,
              'posted_on', status_updates.created_at::date)
            from public.status_updates
            where status_updates.project_id = shown.id
            order by status_updates.created_at desc
            limit 1))
        order by shown.worth desc nulls last, shown.name, shown.id), '[]'),
      'total', (select count(*) from found),
      'left_out', (select count(*) from found) - count(shown.id))
    from shown);
end;
$function$;

create or replace function public.list_tasks (
  project_id     uuid                 default null::uuid,
  statuses       public.task_status[] default '{open,in_progress,blocked}'::public.task_status[],
  assignee_id    uuid                 default null::uuid,
  due_from       date                 default null::date,
  due_to         date                 default null::date,
  title_contains text                 default null::text,
  result_limit   integer              default 50,
  as_person_id   uuid                 default null::uuid
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
#variable_conflict use_column
declare
  v_scope record;
  v_project_ids uuid[];
  v_pattern text;
begin
  select * into v_scope from private.effective_scope(list_tasks.as_person_id);
  perform private.require_limit(result_limit, 100);
  if char_length(title_contains) > 200 then
    raise exception using errcode = 'OPINV', message = 'Look for at most 200 characters', hint = 'invalid_query';
  end if;
  v_project_ids := private.narrowed_projects(v_scope.project_ids, list_tasks.project_id);
  if list_tasks.as_person_id is not null then
    perform private.record_view_as(list_tasks.as_person_id);
  end if;
  perform private.record_chat_materials(private.material_scopes(
    v_scope.viewer, v_scope.project_ids, v_scope.sees_restricted, list_tasks.project_id));
  v_pattern := '%' || regexp_replace(title_contains, '([\\%_])', '\\\1', 'g') || '%';

  return (
    with found as materialized (
      select tasks.*
      from public.tasks
      where tasks.project_id = any (v_project_ids) and tasks.archived_at is null
        and tasks.status = any (statuses)
        and (list_tasks.assignee_id is null or tasks.assignee_id = list_tasks.assignee_id)
        and (due_from is null or tasks.due_on >= due_from)
        and (due_to is null or tasks.due_on <= due_to)
        and (v_pattern is null or tasks.title ilike v_pattern)
    ),
    shown as (
      select * from found
      order by found.status <> 'blocked', found.due_on, found.priority, found.id
      limit result_limit
    )
    select jsonb_build_object(
      'tasks', coalesce(jsonb_agg(
        jsonb_build_object(
          'id', shown.id, 'title', shown.title, 'status', shown.status, 'priority', shown.priority,
          'project', jsonb_build_object('id', projects.id, 'name', projects.name),
          'assignee', case when shown.assignee_id is not null then jsonb_build_object(
            'id', shown.assignee_id,
            'name', case when shown.assignee_id = any (v_scope.person_ids) then people.name end) end,
          'started_on', shown.started_on, 'due_on', shown.due_on, 'completed_on', shown.completed_on,
          'estimate_hours', shown.estimate_hours,
          'actual_hours', (
            select coalesce(sum(time_entries.hours), 0) from public.time_entries
            where time_entries.project_id = shown.project_id and time_entries.task_id = shown.id))
        order by shown.status <> 'blocked', shown.due_on, shown.priority, shown.id), '[]'),
      'total', (select count(*) from found),
      'left_out', (select count(*) from found) - count(shown.id))
    from shown
    join public.projects on projects.id = shown.project_id
    left join public.people on people.id = shown.assignee_id);
end;
$function$;

create or replace function public.open_document (
  document_id uuid,
  version     integer default null::integer
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.open_document(document_id, version) $function$;

create or replace function public.redeem_ticket (
  ticket text
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.redeem_ticket(ticket) $function$;

create or replace function public.search_chunks (
  query           text,
  project_id      uuid                 default null::uuid,
  source_kinds    public.source_kind[] default null::public.source_kind[],
  source_id       uuid                 default null::uuid,
  occurred_from   date                 default null::date,
  occurred_to     date                 default null::date,
  result_limit    integer              default 10,
  as_person_id    uuid                 default null::uuid,
  query_embedding real[]               default null::real[],
  embedding_model text                 default null::text
)
  returns jsonb
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_few constant integer := private.few_chunks();
  v_scope record;
  v_scope_ids uuid[];
  v_zone text;
  v_from timestamptz;
  v_before timestamptz;
  v_filter jsonb;
  v_languages text[];
  v_asked record;
  v_terms tsquery[];
  v_weights real[];
  v_words text[];
  v_is_narrow boolean;
  v_total integer;
  v_ids uuid[];
  v_ranked record;
  v_by_words uuid[];
  v_by_names uuid[];
  v_similar_words text[];
  v_is_partial boolean := false;
  v_lexemes text[];
  v_lexeme_weights real[];
  v_nearest uuid[];
  v_results jsonb;
begin
  select * into v_scope from private.effective_scope(as_person_id);
  if query is null or btrim(query) = '' or char_length(query) > 500 then
    raise exception using
      errcode = 'OPINV', message = 'Ask with 1 to 500 characters', hint = 'invalid_query';
  elsif result_limit is null or result_limit < 1 or result_limit > 50 then
    raise exception using
      errcode = 'OPINV', message = 'limit is a number from 1 to 50', hint = 'limit_out_of_range';
  end if;
  if as_person_id is not null then
    perform private.record_view_as(as_person_id);
  end if;
  v_scope_ids := v_scope.project_ids;
  if project_id is not null then
    if project_id <> all (v_scope_ids) then
      raise exception using
        errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
    end if;
    v_scope_ids := array[project_id];
  end if;
  if v_scope.sees_restricted then
    v_scope_ids := v_scope_ids || (v_scope.viewer).organization_id;
  end if;

  if coalesce(occurred_from, occurred_to) is not null then
    select organizations.time_zone into v_zone
    from public.organizations where organizations.id = (v_scope.viewer).organization_id;
  end if;
  -- Within the days that can be stored, so that no sum of days leaves its type.
  v_from := case when occurred_from > date '0001-01-01' then occurred_from::timestamp at time zone v_zone end;
  v_before := case when occurred_to < date '9999-12-31' then (occurred_to + 1)::timestamp at time zone v_zone end;
  v_filter := jsonb_strip_nulls(jsonb_build_object(
    'project_id', project_id, 'source_kinds', source_kinds, 'from', v_from, 'before', v_before));

  if source_id is not null then
    select array_agg(chunks.id) into v_ids
    from public.sources
    left join public.chunks
      on chunks.source_id = sources.id and chunks.source_version = sources.published_version
    where sources.id = search_chunks.source_id and sources.scope_id = any (v_scope_ids)
    having count(*) > 0;
    if v_ids is null then
      raise exception using
        errcode = 'OPNFD', message = 'There is no such source', hint = 'source_not_found';
    end if;
    v_total := cardinality(v_ids);
  else
    select count(*) into v_total
    from (select from public.chunks where chunks.scope_id = any (v_scope_ids) limit v_few + 1) as counted;
  end if;

  select coalesce(array_agg(distinct private.stemmed_language(known.language)), '{english}') into v_languages
  from (
    select distinct sources.language from public.sources where sources.scope_id = any (v_scope_ids)
  ) as known;
  v_asked := private.query_demands(query);
  select array_agg(term), array_agg(weight), array_agg(word) into v_terms, v_weights, v_words
  from private.query_terms(v_asked.words, v_languages);
  v_is_narrow := source_id is not null or v_total <= v_few;

  if v_terms is not null then
    if v_is_narrow then
      v_ranked := private.rank_by_words(v_scope_ids, v_ids, true, v_total, v_filter, v_terms, v_weights,
        v_words, v_asked.demanded, v_asked.excluded);
    else
      v_ranked := private.rank_wide_scope(
        v_scope_ids, v_filter, v_terms, v_weights, v_words, v_asked.demanded, v_asked.excluded);
    end if;
    v_by_words := v_ranked.by_words;
    v_by_names := v_ranked.by_names;
    v_similar_words := v_ranked.similar_words;
    v_is_partial := coalesce(v_ranked.is_partial, false);
  end if;
  -- Who demands words gets them.
  if query_embedding is not null and v_asked.demanded is null then
    v_nearest := nullif(private.nearest_chunks(
      query_embedding, embedding_model, v_scope_ids, 100, project_id, source_kinds, source_id, v_from, v_before,
      v_is_narrow), '{}');
  end if;

  select array_agg(shown.lexeme), array_agg(shown.weight) into v_lexemes, v_lexeme_weights
  from (
    select lexeme, given.weight
    from private.query_terms(v_asked.words, v_languages) as given
    cross join lateral unnest(given.lexemes) as lexeme
    union all
    select given.word, 1 from unnest(v_similar_words) as given (word)
  ) as shown;

  with legs as (
    select given.id, given.place from unnest(v_by_words) with ordinality as given (id, place)
    union all
    select given.id, given.place from unnest(v_by_names) with ordinality as given (id, place)
    union all
    select given.id, given.place from unnest(v_nearest) with ordinality as given (id, place)
  ),
  fused as (
    select legs.id, sum(1.0 / (60 + legs.place)) as score, min(legs.place) as best
    from legs
    group by legs.id
    order by score desc, best, legs.id
  ),
  -- What the legs named is read once more as the caller, one by one until there is enough.
  shown as (
    select found.*, row_number() over (order by found.score desc, found.best, found.id) as rank
    from (
      select fused.score, fused.best, readable.*
      from fused
      cross join lateral (
        select chunks.id, chunks.content, chunks.location, sources.id as source_id, sources.kind,
          sources.project_id, sources.title, sources.occurred_at
        from public.chunks
        join public.sources
          on sources.id = chunks.source_id and sources.published_version = chunks.source_version
        where chunks.id = fused.id and chunks.scope_id = any (v_scope_ids)
          and sources.project_id is not null and sources.archived_at is null
        offset 0
      ) as readable
      order by fused.score desc, fused.best, fused.id
      limit result_limit
    ) as found
  )
  select coalesce(jsonb_agg(
      jsonb_build_object(
        'chunk_id', shown.id,
        'source_id', shown.source_id,
        'source_kind', shown.kind,
        'project_id', shown.project_id,
        'title', shown.title,
        'snippet', cut.snippet,
        'highlights', cut.highlights,
        'location', shown.location,
        'occurred_at', shown.occurred_at,
        'rank', shown.rank)
      || case when shown.kind = 'document' then jsonb_build_object('document_id', shown.source_id) else '{}' end
      order by shown.rank), '[]')
  into v_results
  from shown
  cross join lateral private.chunk_snippet(
    shown.content,
    v_lexemes, v_lexeme_weights, v_languages) as cut;

  perform private.record_chat_materials(
    '{}', array(select (shown ->> 'source_id')::uuid from jsonb_array_elements(v_results) as shown));
  return jsonb_build_object(
    'results', v_results, 'mode', case when v_nearest is not null then 'hybrid' else 'lexical' end,
    'partial', v_is_partial);
end;
$function$;

create or replace function public.set_quota (
  name  text,
  quota bigint
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.set_quota(name, quota) $function$;

alter table "private"."approval_materials"
  add constraint "approval_materials_approval_fkey" foreign key (organization_id, approval_id)
    references public.approvals(organization_id, id) on delete restrict;

alter table "private"."approval_materials"
  add constraint "approval_materials_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "private"."approval_materials"
  add constraint "approval_materials_source_fkey" foreign key (organization_id, source_id)
    references public.sources(organization_id, id) on delete restrict;

alter table "private"."approval_readings"
  add constraint "approval_readings_approval_fkey" foreign key (organization_id, approval_id)
    references public.approvals(organization_id, id) on delete cascade;

alter table "private"."approval_readings"
  add constraint "approval_readings_person_fkey" foreign key (organization_id, person_id)
    references public.people(organization_id, id) on delete cascade;

alter table "private"."chat_materials"
  add constraint "chat_materials_message_fkey" foreign key (organization_id, message_id)
    references public.chat_messages(organization_id, id) on delete restrict;

alter table "private"."chat_materials"
  add constraint "chat_materials_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "private"."chat_materials"
  add constraint "chat_materials_source_fkey" foreign key (organization_id, source_id)
    references public.sources(organization_id, id) on delete restrict;

alter table "private"."download_tickets"
  add constraint "download_tickets_person_fkey" foreign key (organization_id, person_id)
    references public.people(organization_id, id) on delete cascade;

alter table "private"."download_tickets"
  add constraint "download_tickets_version_fkey" foreign key (organization_id, document_id, version)
    references public.document_versions(organization_id, document_id, version) on delete cascade;

alter table "private"."storage_usage"
  add constraint "storage_usage_person_fkey" foreign key (organization_id, person_id)
    references public.people(organization_id, id) on delete cascade;

alter table "private"."storage_usage"
  add constraint "storage_usage_pkey" primary key (person_id, kind);

alter table "public"."approvals"
  add constraint "confirmation_follows_call"
    check
    ((((vendor_confirmed_at IS NULL) = (confirmed_result IS NULL)) AND ((vendor_confirmed_at IS
    NULL) OR (vendor_confirmed_at >= vendor_called_at))));

alter table "public"."approvals"
  add constraint "effect_was_decided" check (((effect_payload IS NULL) OR (decided_hash IS
    NOT NULL)));

alter table "public"."approvals"
  add constraint "readiness_is_a_list" check ((jsonb_typeof(readiness) = 'array'::text));

create view "public"."document_summaries" with (security_invoker=true) AS  SELECT documents.id,
    sources.title,
    documents.kind,
    sources.project_id,
    documents.is_restricted,
    sources.archived_at,
    documents.latest_version,
    documents.indexed_version,
    upload.version,
    upload.file_name,
    upload.content_type,
    upload.size_bytes,
    upload.status,
    upload.step,
    upload.progress_done,
    upload.progress_total,
    upload.failure_reason,
    upload.flags,
    upload.uploaded_by,
    upload.created_at AS uploaded_at
   FROM ((public.documents
     JOIN public.sources ON (((sources.organization_id = documents.organization_id) AND (sources.id = documents.id))))
     CROSS JOIN LATERAL ( SELECT document_versions.document_id,
            document_versions.version,
            document_versions.organization_id,
            document_versions.scope_id,
            document_versions.path,
            document_versions.file_name,
            document_versions.content_type,
            document_versions.size_bytes,
            document_versions.sha256,
            document_versions.object_tag,
            document_versions.file_changed_at,
            document_versions.status,
            document_versions.step,
            document_versions.progress_done,
            document_versions.progress_total,
            document_versions.failure_code,
            document_versions.failure_reason,
            document_versions.facts,
            document_versions.flags,
            document_versions.uploaded_by,
            document_versions.queued_at,
            document_versions.indexed_at,
            document_versions.created_at,
            document_versions.updated_at
           FROM public.document_versions
          WHERE ((document_versions.organization_id = documents.organization_id) AND (document_versions.document_id = documents.id) AND (document_versions.scope_id = documents.scope_id))
          ORDER BY (document_versions.status <> 'awaiting_upload'::public.document_status) DESC, document_versions.version DESC
         LIMIT 1) upload);

create index approval_materials_organization_id_approval_id_idx on private.approval_materials
  using btree (organization_id, approval_id);

create index approval_materials_organization_id_source_id_idx on private.approval_materials
  using btree (organization_id, source_id);

create index approval_readings_approval_idx on private.approval_readings
  using btree (organization_id, approval_id);

create index approval_readings_person_idx on private.approval_readings
  using btree (organization_id, person_id);

create index chat_materials_organization_id_message_id_idx on private.chat_materials
  using btree (organization_id, message_id);

create index chat_materials_organization_id_source_id_idx on private.chat_materials
  using btree (organization_id, source_id);

create index download_tickets_person_idx on private.download_tickets
  using btree (organization_id, person_id);

create index download_tickets_version_idx on private.download_tickets
  using btree (organization_id, document_id, version);

create index jobs_organization_id_idx on private.jobs using btree (organization_id);

create index storage_usage_organization_id_kind_idx on private.storage_usage
  using btree (organization_id, kind);

create index storage_usage_organization_id_person_id_idx on private.storage_usage
  using btree (organization_id, person_id);

create index approvals_organization_id_proposed_by_pending_idx on public.approvals
  using btree (organization_id, proposed_by)
  where (status = 'pending'::public.approval_status);

create index chat_messages_person_id_answering_idx on public.chat_messages using btree (person_id)
  where (status = 'answering'::public.chat_message_status);

comment on column "private"."approval_materials"."scope_id" is 'The scope when the card was proposed: a project, or the organization where it is wider, restricted or unknown.';

comment on column "private"."approval_materials"."source_id" is 'Null for rows that are no source.';

comment on column "private"."approval_readings"."session_id" is 'The session claim of the token; empty where the token names none.';

comment on column "private"."chat_materials"."scope_id" is 'A project, or the organization where the material is restricted or its scope is not one project''s.';

comment on column "private"."chat_materials"."source_id" is 'Null for rows that are no source.';

comment on column "private"."download_tickets"."session_id" is 'The session in which it was made: when that ends, so does the ticket.';

comment on column "private"."quotas"."operator_limit" is 'What the operator''s environment says; null: the default.';

comment on column "public"."approvals"."confirmed_result" is 'The object that the look-up found; the result is the same or none.';

comment on column "public"."approvals"."effect_payload" is 'What is carried out where the decider left restricted words out; null: the payload.';

comment on column "public"."approvals"."readiness" is 'What stood in the way of approving when the payload was written; asked again whenever the card is opened or decided.';

comment on column "public"."approvals"."vendor_confirmed_at" is 'When a look-up after the call found the object that carries the marker of the card.';

comment on column "public"."chat_messages"."records_materials" is 'Whether private.chat_materials lists what the model was shown for it; false for answers from before it did.';

comment on column "public"."document_versions"."file_changed_at" is 'When other bytes than the ones that were read, or none, were found in Storage.';

comment on column "public"."document_versions"."object_tag" is 'Entity tag of the object in Storage when the file was handed in; it changes when the object is overwritten.';

comment on column "public"."document_versions"."sha256" is 'Of the bytes as they were first read. A file is served only while its bytes have it.';

comment on function "private"."approval_card"(public.approvals, public.people, boolean) is
  'Answers contract Card.';

comment on function "private"."check_data_api_request"() is 'For the Data API: refuses counts that are not exact, and query plans. Raises OPINV.';

comment on function "private"."document_file"(public.people, uuid, integer) is
  'Raises OPNFD · OPSTA.';

comment on function "private"."has_content"(text, integer, integer) is 'Whether a text is more than filler and markers.';

comment on function "private"."is_file_changed"(public.document_versions) is
  'Whether Storage has another file than the one that was handed in.';

comment on function "private"."is_link_of"(text, text) is 'Whether a link of a result leads to its provider; no link does no harm.';

comment on function "private"."is_source_file_changed"(uuid) is 'Whether the file behind a source has changed since it was read.';

comment on function "private"."material_scopes"(public.people, uuid[], boolean, uuid) is
  'Scopes for private.record_chat_materials() where rows are added up.';

comment on function "private"."materials_json"(public.approvals) is 'Answers [{ kind, id, name, is_beyond_project }].';

comment on function "private"."materials_of_session"(public.people, uuid) is
  'Scopes and sources behind what the assistant says now; the organization where that is unknown.';

comment on function "private"."max_card_bytes"() is 'Bytes of a card: its payload and the quotes that it cites.';

comment on function "private"."max_page_bytes"() is 'Bytes of a page of a list. One that would be larger ends early; its first entry is always in it.';

comment on function "private"."payload_without_quotes"(public.approvals) is
  'Answers what a restricted card makes when its restricted words are left out; null: the payload as it is.';

comment on function "private"."quota_of"(text) is 'The quota in force.';

comment on function "private"."record_chat_materials"(uuid[], uuid[]) is 'Adds scopes and sources to the materials of the caller''s running turns. Materials are never removed.';

comment on function "private"."reserve_storage"(public.people, private.storage_kind, bigint) is
  'Counts bytes against the quotas of a person and of their organization. Raises OPBIG.';

comment on function "private"."schedule_jobs"() is 'Schedules everything of schedules(), makes the secret of the workers'' tokens and wakes the workers. Idempotent.';

comment on function "private"."schedules"() is 'The scheduled work; schedule_jobs() schedules it, npm run smoke checks it.';

comment on function "private"."session_id"() is 'Id of the session of the caller''s token.';

comment on function "private"."store_readiness"(public.approvals) is 'Keeps what stands in the way of approving the payload as it was just written.';

comment on function "private"."tg_sources__restrict_approvals"() is 'Restriction is contagious: cards that rest on what their project does not see, or were made from it, are restricted.';

comment on function "private"."turn_length"() is 'Longer than a turn may take: one that is still open after it has crashed, and its materials are unknown.';

comment on function "private"."user_id"() is 'The signed-in user behind the call, while their session exists.';

comment on function "public"."approve_and_execute_approval"(uuid, integer, boolean) is
  'Approves and asks for execution in one transaction; answers { approval }. Raises OPAUT · OPDEN · OPNFD · OPSTA.';

comment on function "public"."approve_approval"(uuid, integer, boolean) is 'Answers { approval }. version: the one that the person saw; with_quotes: carry it out unchanged. Raises OPAUT · OPDEN · OPNFD · OPSTA.';

comment on function "public"."begin_chat_turn"(uuid, text, uuid, uuid) is 'Answers { viewer, as, organization_id, is_lead, prompt, chat_session_id, message_id, project_id, memory: { summary, summary_source_ids, told_to, messages, withheld } }. Raises OPAUT · OPDEN · OPNFD · OPLIM · OPINV · OPBIG.';

comment on function "public"."check_file_hash"(uuid, integer, text) is 'For background functions: whether the bytes of a file are the ones that were read. Raises OPNFD.';

comment on function "public"."confirm_execution"(uuid, integer, uuid, jsonb) is
  'A look-up found what carries the marker: result { provider, external_id, url }. Raises OPSTA · OPINV.';

comment on function "public"."edit_approval"(uuid, jsonb, integer) is 'Answers { approval }. version: the one that the editor saw. Raises OPAUT · OPDEN · OPNFD · OPINV · OPBIG · OPSTA.';

comment on function
  "public"."finish_chat_turn"(uuid, text, text, jsonb, jsonb, jsonb, jsonb, jsonb, integer, text[],
  uuid[]) is 'Answers { citations, dropped } as settle_citations does, and uncited. Raises OPAUT · OPDEN · OPNFD · OPSTA · OPINV · OPBIG.';

comment on function "public"."finish_execution"(uuid, integer, jsonb) is 'Executed: the confirmed result { provider, external_id, url }. Raises OPSTA · OPINV.';

comment on function "public"."get_read_versions"(uuid[]) is 'Answers { id: version } of the cards that the caller''s session was shown. Raises OPAUT · OPDEN.';

comment on function "public"."list_changes"(date, date, uuid, integer, uuid) is
  'Answers { changes, total, left_out }. Raises OPAUT · OPDEN · OPNFD · OPINV.';

comment on function "public"."list_projects"(public.project_concern, uuid, integer, uuid) is
  'Answers { today, projects, total, left_out }. Raises OPAUT · OPDEN · OPNFD · OPINV.';

comment on function "public"."open_document"(uuid, integer) is 'Answers { document_id, version, ticket, expires_at }. Raises OPAUT · OPDEN · OPNFD · OPSTA.';

comment on function
  "public"."propose_approval"(public.approval_kind, uuid, jsonb, jsonb, public.proposer, uuid) is
  'Answers the new card. citations: [{ role, source_id, chunk_id?, quote? }], numbered from 1. Raises OPAUT · OPDEN · OPNFD · OPINV · OPSTA · OPLIM · OPBIG.';

comment on function "public"."redeem_ticket"(text) is 'For the function that serves files: { document_id, version, bucket, path, file_name, content_type, sha256 }. Raises OPNFD · OPSTA.';

comment on function
  "public"."search_chunks"(text, uuid, public.source_kind[], uuid, date, date, integer, uuid,
  real[], text) is 'Answers { results, mode, partial }. Raises OPAUT · OPDEN · OPNFD · OPINV.';

comment on function "public"."set_quota"(text, bigint) is 'Sets how much may be stored; null: the default. Raises OPINV.';

comment on function "public"."write_chat_summary"(uuid, integer, text) is 'Keeps the summary of a conversation up to a message. Raises OPAUT · OPDEN · OPNFD · OPINV · OPBIG.';

comment on table "private"."approval_materials" is 'The scopes and sources behind a card that an assistant proposed.';

comment on table "private"."approval_readings" is 'The version of a card that a session was shown last, by the inbox, the list, or its own proposal or edit.';

comment on table "private"."chat_materials" is 'What the model was shown in a turn: the scopes of rows and sources that were read for it.';

comment on table "private"."download_tickets" is 'Leave to fetch one version of a document''s file within a minute, by the person it was made for.';

comment on table "private"."quotas" is 'How much one person, or one organization, may store: open cards, bytes of documents, bytes of text.';

comment on table "private"."storage_usage" is 'How much each person has stored. Counted as it is written: adding up conversations at each question would take too long.';

comment on type "private"."storage_kind" is 'documents: uploaded files. text: conversations, cards and status updates.';

comment on type "public"."project_concern" is 'late: active and past its due day. over_budget: 90 % or more of the budget is spent; of the estimate where there is no budget. at_risk: planned or active, with a status other than on track or a high risk.';

comment on view "public"."document_summaries" is 'Documents with title, latest arrived upload and how far its reading is, in the caller''s scope.';

revoke all
  on function "private"."approval_card"(public.approvals, public.people, boolean)
  from public;

revoke all on function "private"."approve_and_execute_approval"(uuid, integer, boolean) from public;

grant execute
  on function "private"."approve_and_execute_approval"(uuid, integer, boolean)
  to "authenticated";

revoke all on function "private"."approve_approval"(uuid, integer, boolean) from public;

grant execute on function "private"."approve_approval"(uuid, integer, boolean) to "authenticated";

revoke all on function "private"."begin_chat_turn"(uuid, text, uuid, uuid) from public;

grant execute on function "private"."begin_chat_turn"(uuid, text, uuid, uuid) to "authenticated";

revoke all
  on function "private"."candidate_chunks"(uuid[], jsonb, tsquery[], real[], tsquery)
  from public;

revoke all on function "private"."card_bytes"(public.approvals) from public;

revoke all on function "private"."check_data_api_request"() from public;

grant execute on function "private"."check_data_api_request"() to "authenticated";

grant execute on function "private"."check_data_api_request"() to "service_role";

revoke all on function "private"."check_file_hash"(uuid, integer, text) from public;

grant execute on function "private"."check_file_hash"(uuid, integer, text) to "service_role";

revoke all on function "private"."confirm_execution"(uuid, integer, uuid, jsonb) from public;

grant execute
  on function "private"."confirm_execution"(uuid, integer, uuid, jsonb)
  to "service_role";

revoke all
  on function "private"."decide_to_approve"(public.approvals, public.people, integer, boolean)
  from public;

revoke all on function "private"."document_file"(public.people, uuid, integer) from public;

revoke all on function "private"."get_read_versions"(uuid[]) from public;

grant execute on function "private"."get_read_versions"(uuid[]) to "authenticated";

revoke all on function "private"."has_content"(text, integer, integer) from public;

revoke all on function "private"."hidden_phrases"(public.approvals) from public;

revoke all on function "private"."is_file_changed"(public.document_versions) from public;

revoke all on function "private"."is_link_of"(text, text) from public;

revoke all on function "private"."is_open_session"(text) from public;

revoke all on function "private"."is_provider_of"(public.approval_kind, text) from public;

revoke all on function "private"."is_read_by_members"(public.approvals) from public;

revoke all on function "private"."is_source_file_changed"(uuid) from public;

revoke all on function "private"."material_scopes"(public.people, uuid[], boolean, uuid) from public;

grant execute
  on function "private"."material_scopes"(public.people, uuid[], boolean, uuid)
  to "authenticated";

revoke all on function "private"."materials_json"(public.approvals) from public;

revoke all on function "private"."materials_of_session"(public.people, uuid) from public;

revoke all on function "private"."max_card_bytes"() from public;

revoke all on function "private"."max_page_bytes"() from public;

revoke all on function "private"."open_document"(uuid, integer) from public;

grant execute on function "private"."open_document"(uuid, integer) to "authenticated";

revoke all on function "private"."payload_without_quotes"(public.approvals) from public;

revoke all on function "private"."phrase_pattern"(text) from public;

revoke all on function "private"."quota_of"(text) from public;

revoke all
  on function
    "private"."rank_by_words"(uuid[], uuid[], boolean, real, jsonb, tsquery[], real[], text[],
    tsquery, tsquery)
  from public;

grant execute
  on function
    "private"."rank_by_words"(uuid[], uuid[], boolean, real, jsonb, tsquery[], real[], text[],
    tsquery, tsquery)
  to "authenticated";

revoke all
  on function
    "private"."rank_wide_scope"(uuid[], jsonb, tsquery[], real[], text[], tsquery, tsquery)
  from public;

grant execute
  on function
    "private"."rank_wide_scope"(uuid[], jsonb, tsquery[], real[], text[], tsquery, tsquery)
  to "authenticated";

revoke all on function "private"."record_chat_materials"(uuid[], uuid[]) from public;

grant execute on function "private"."record_chat_materials"(uuid[], uuid[]) to "authenticated";

revoke all on function "private"."record_readings"(public.people, public.approvals[]) from public;

revoke all on function "private"."redeem_ticket"(text) from public;

grant execute on function "private"."redeem_ticket"(text) to "service_role";

revoke all on function "private"."refuse_large_card"() from public;

revoke all on function "private"."refuse_too_many_cards"(public.people) from public;

revoke all on function "private"."require_confirmed"(public.approvals, jsonb) from public;

revoke all
  on function "private"."reserve_storage"(public.people, private.storage_kind, bigint)
  from public;

revoke all on function "private"."schedule_jobs"() from public;

revoke all on function "private"."schedules"() from public;

revoke all on function "private"."session_id"() from public;

revoke all on function "private"."set_quota"(text, bigint) from public;

grant execute on function "private"."set_quota"(text, bigint) to "service_role";

revoke all on function "private"."store_readiness"(public.approvals) from public;

revoke all on function "private"."stored_tag"(text) from public;

revoke all on function "private"."turn_length"() from public;

revoke all on function "private"."user_id"() from public;

revoke all on function "public"."approve_and_execute_approval"(uuid, integer, boolean) from public;

grant execute
  on function "public"."approve_and_execute_approval"(uuid, integer, boolean)
  to "authenticated";

revoke all on function "public"."approve_approval"(uuid, integer, boolean) from public;

grant execute on function "public"."approve_approval"(uuid, integer, boolean) to "authenticated";

revoke all on function "public"."begin_chat_turn"(uuid, text, uuid, uuid) from public;

grant execute on function "public"."begin_chat_turn"(uuid, text, uuid, uuid) to "authenticated";

revoke all on function "public"."check_file_hash"(uuid, integer, text) from public;

grant execute on function "public"."check_file_hash"(uuid, integer, text) to "service_role";

revoke all on function "public"."confirm_execution"(uuid, integer, uuid, jsonb) from public;

grant execute on function "public"."confirm_execution"(uuid, integer, uuid, jsonb) to "service_role";

revoke all on function "public"."get_read_versions"(uuid[]) from public;

grant execute on function "public"."get_read_versions"(uuid[]) to "authenticated";

revoke all on function "public"."list_changes"(date, date, uuid, integer, uuid) from public;

grant execute
  on function "public"."list_changes"(date, date, uuid, integer, uuid)
  to "authenticated";

revoke all
  on function "public"."list_projects"(public.project_concern, uuid, integer, uuid)
  from public;

grant execute
  on function "public"."list_projects"(public.project_concern, uuid, integer, uuid)
  to "authenticated";

revoke all on function "public"."open_document"(uuid, integer) from public;

grant execute on function "public"."open_document"(uuid, integer) to "authenticated";

revoke all on function "public"."redeem_ticket"(text) from public;

grant execute on function "public"."redeem_ticket"(text) to "service_role";

revoke all on function "public"."set_quota"(text, bigint) from public;

grant execute on function "public"."set_quota"(text, bigint) to "service_role";

grant select on table "public"."document_summaries" to "authenticated", "service_role";
