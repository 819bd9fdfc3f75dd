-- Conversations, and what tools read.
-- The tables that get columns here are made in this migration, and are empty.
-- squawk-ignore-file adding-required-field, adding-field-with-default
set local check_function_bodies = off;

drop function "private"."spine_activity"(uuid[], jsonb, date, text);

drop function "public"."get_spine"(uuid);

create table "public"."chat_citations" (
  "organization_id"    uuid    not null,
  "message_id"         uuid    not null,
  "person_id"          uuid    not null,
  "number"             integer not null,
  "source_id"          uuid,
  "source_version"     integer,
  "chunk_id"           uuid,
  "row_table"          text,
  "row_id"             uuid,
  "project_id"         uuid,
  "title"              text    not null,
  "quote"              text    not null,
  "scope_id"           uuid,
  "message_scope_hash" uuid,
  constraint "chat_citations_pkey" primary key (message_id, number),
  constraint "number_is_counted" check (((number >= 1) AND (number <= 9999))),
  constraint "one_scope_is_compared" check (((scope_id IS NULL) = (message_scope_hash IS
    NOT NULL))),
  constraint "quote_is_bounded" check ((char_length(quote) <= 4000)),
  constraint "title_is_bounded" check ((char_length(title) <= 500))
);

alter table "public"."chat_citations"
  enable row level security;

create table "public"."chat_messages" (
  "id"                uuid                     not null default gen_random_uuid(),
  "organization_id"   uuid                     not null,
  "chat_session_id"   uuid                     not null,
  "person_id"         uuid                     not null,
  "number"            integer                  not null,
  "content"           text                     not null default ''::text,
  "scope_ids"         uuid[]                   not null default '{}'::uuid[],
  "source_ids"        uuid[]                   not null default '{}'::uuid[],
  "model"             text,
  "tool_steps"        jsonb                    not null default '[]'::jsonb,
  "context"           jsonb,
  "usage"             jsonb,
  "dropped_citations" integer                  not null default 0,
  "uncited_sentences" integer                  not null default 0,
  "unfound_figures"   text[]                   not null default '{}'::text[],
  "error_code"        text,
  "request_id"        text,
  "created_at"        timestamp with time zone not null default now(),
  "ended_at"          timestamp with time zone,
  constraint "chat_messages_organization_id_id_key" unique (organization_id, id),
  constraint "chat_messages_pkey" primary key (id),
  constraint "content_is_bounded" check ((char_length(content) <= 200000)),
  constraint "dropped_is_counted" check ((dropped_citations >= 0)),
  constraint "figures_are_few" check ((cardinality(unfound_figures) <= 20)),
  constraint "number_is_counted" check ((number >= 1)),
  constraint "sources_are_counted" check ((cardinality(source_ids) <= 500)),
  constraint "steps_are_a_list" check ((jsonb_typeof(tool_steps) = 'array'::text)),
  constraint "uncited_is_counted" check ((uncited_sentences >= 0))
);

alter table "public"."chat_messages"
  enable row level security;

create table "public"."chat_sessions" (
  "id"              uuid                     not null default gen_random_uuid(),
  "organization_id" uuid                     not null,
  "person_id"       uuid                     not null,
  "as_person_id"    uuid,
  "session_id"      uuid                     not null,
  "title"           text                     not null,
  "created_at"      timestamp with time zone not null default now(),
  "last_message_at" timestamp with time zone not null default now(),
  "archived_at"     timestamp with time zone,
  constraint "chat_sessions_organization_id_id_person_id_key" unique
    (organization_id, id, person_id),
  constraint "chat_sessions_person_id_as_person_id_session_id_key" unique nulls
    not DISTINCT (person_id, as_person_id, session_id),
  constraint "chat_sessions_pkey" primary key (id),
  constraint "somebody_else_is_asked_as" check ((as_person_id IS DISTINCT FROM person_id)),
  constraint "title_is_present" check (((btrim(title) <> ''::text) AND (char_length(title) <= 120)))
);

alter table "public"."chat_sessions"
  enable row level security;

create type "public"."chat_citation_kind" as enum (
  'chunk',
  'row'
);

alter table "public"."chat_citations"
  add column "kind" public.chat_citation_kind not null;

create type "public"."chat_message_status" as enum (
  'answering',
  'done',
  'stopped',
  'failed'
);

alter table "public"."chat_messages"
  add column "status" public.chat_message_status not null default 'done'::public.chat_message_status;

create type "public"."chat_role" as enum (
  'user',
  'assistant',
  'summary'
);

alter table "public"."chat_messages"
  add column "role" public.chat_role not null;

create type "public"."hours_group" as enum (
  'project',
  'person',
  'month'
);

create or replace function private.answering_message (
  message_id uuid
)
  returns public.chat_messages
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_message public.chat_messages;
begin
  select * into v_message from public.chat_messages
  where chat_messages.id = answering_message.message_id and chat_messages.person_id = v_viewer.id
    and chat_messages.role = 'assistant'
  for update;
  if v_message.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such message', hint = 'message_not_found';
  elsif v_message.status <> 'answering' then
    raise exception using errcode = 'OPSTA', message = 'This answer has ended already', hint = 'message_ended';
  end if;
  return v_message;
end;
$function$;

create or replace function private.archive_chat_session (
  chat_session_id uuid,
  is_archived     boolean default true
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_internal_viewer();
begin
  update public.chat_sessions
  set archived_at = case when is_archived is not false then coalesce(chat_sessions.archived_at, clock_timestamp()) end
  where chat_sessions.id = archive_chat_session.chat_session_id and chat_sessions.person_id = v_viewer.id;
  if not found then
    raise exception using errcode = 'OPNFD', message = 'There is no such conversation', hint = 'session_not_found';
  end if;
end;
$function$;

create or replace function private.begin_chat (
  as_person_id uuid default null::uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_scope record;
begin
  select * into v_scope from private.effective_scope(begin_chat.as_person_id);
  perform private.consume_rate_limit(v_scope.viewer, 'chat', private.rate_limit_of('chat'), 60);
  return private.chat_asker(v_scope.viewer, v_scope.person, v_scope.sees_restricted);
end;
$function$;

create or replace function private.begin_chat_turn (
  session_id   uuid,
  question     text,
  as_person_id uuid default null::uuid
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
    organization_id, chat_session_id, person_id, number, role, status, scope_ids, request_id)
  values (
    v_session.organization_id, v_session.id, v_session.person_id, v_number + 2, 'assistant', 'answering',
    private.chat_scope_ids(v_scope.viewer, v_scope.project_ids, v_scope.sees_restricted), private.request_id())
  returning chat_messages.id into v_answer_id;

  return private.chat_asker(v_scope.viewer, v_scope.person, v_scope.sees_restricted) || jsonb_build_object(
    'chat_session_id', v_session.id,
    'message_id', v_answer_id,
    'memory', private.chat_memory(
      v_session.id, v_number,
      v_scope.project_ids || case when v_scope.sees_restricted then array[(v_scope.viewer).organization_id] end));
end;
$function$;

create or replace function private.begin_research()
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.require_lead();
begin
  perform private.consume_rate_limit(v_viewer, 'research', private.rate_limit_of('research'), 60);
end;
$function$;

create or replace function private.chat_asker (
  viewer          public.people,
  person          public.people,
  sees_restricted boolean
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select jsonb_build_object(
    'viewer', jsonb_build_object(
      'id', viewer.id, 'name', viewer.name, 'email', viewer.email, 'role', viewer.role),
    'as', case when person.id <> viewer.id then jsonb_build_object(
      'id', person.id, 'name', person.name, 'role', person.role) end,
    'organization_id', viewer.organization_id,
    'is_lead', sees_restricted,
    'prompt', (
      select private.render_prompt(prompt_versions.base, prompt_versions.rules)
      from public.live_prompts
      join public.prompt_versions on prompt_versions.id = live_prompts.live_version_id
      where live_prompts.organization_id = viewer.organization_id))
$function$;

create or replace function private.chat_memory (
  chat_session_id uuid,
  up_to           integer,
  scope_ids       uuid[]
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_session public.chat_sessions;
  v_summary public.chat_messages;
  v_latest public.chat_messages[];
  v_covered uuid[];
  v_seen uuid[];
begin
  select * into v_session from public.chat_sessions where chat_sessions.id = chat_memory.chat_session_id;
  v_covered := private.covered_scope_hashes(v_session.person_id, chat_memory.scope_ids);
  select * into v_summary
  from public.chat_messages as told
  where told.chat_session_id = chat_memory.chat_session_id and told.role = 'summary'
    and told.number <= up_to and told.scope_hash = any (v_covered)
  order by told.number desc
  limit 1;
  v_latest := array(
    select latest from public.chat_messages as latest
    where latest.chat_session_id = chat_memory.chat_session_id and latest.role <> 'summary'
      and latest.number > coalesce(v_summary.number, 0) and latest.number <= up_to and latest.content <> ''
    order by latest.number desc
    limit 40);
  v_seen := array(
    select sources.id from public.sources
    where sources.organization_id = v_session.organization_id and sources.archived_at is null
      and sources.scope_id = any (chat_memory.scope_ids)
      and sources.id in (
        select unnest(said.source_ids) from unnest(v_latest) as said union select unnest(v_summary.source_ids)));
  return (
    select jsonb_build_object(
      'summary', v_summary.content,
      'summary_source_ids', array(
        select id from unnest(v_summary.source_ids) as id where id = any (v_seen)),
      'told_to', coalesce(v_summary.number, 0),
      'messages', coalesce(jsonb_agg(
        jsonb_build_object(
          'number', said.number, 'role', said.role, 'content', said.content,
          'source_ids', array(select id from unnest(said.source_ids) as id where id = any (v_seen)))
        order by said.number) filter (where said.scope_hash = any (v_covered)), '[]'),
      'withheld', count(*) filter (where not said.scope_hash = any (v_covered)))
    from unnest(v_latest) as said);
end;
$function$;

create or replace function private.chat_scope_ids (
  viewer          public.people,
  project_ids     uuid[],
  sees_restricted boolean
)
  returns uuid[]
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select case when sees_restricted then array[viewer.organization_id] else project_ids end $function$;

create or replace function private.covered_scope_hashes (
  person_id uuid,
  scope_ids uuid[]
)
  returns uuid[]
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return array(
    with recursive known as (
      (select said.scope_hash, said.scope_ids from public.chat_messages as said
       where said.person_id = covered_scope_hashes.person_id
       order by said.scope_hash limit 1)
      union all
      select following.scope_hash, following.scope_ids
      from known
      cross join lateral (
        select said.scope_hash, said.scope_ids from public.chat_messages as said
        where said.person_id = covered_scope_hashes.person_id and said.scope_hash > known.scope_hash
        order by said.scope_hash limit 1) as following
    )
    select known.scope_hash from known
    except
    select known.scope_hash
    from known
    cross join lateral unnest(known.scope_ids) as needed (id)
    left join unnest(covered_scope_hashes.scope_ids) as held (id) on held.id = needed.id
    where held.id is null);
end;
$function$;

create or replace function private.current_projects (
  project_ids uuid[]
)
  returns uuid[]
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return array(
    select projects.id from public.projects
    where projects.id = any (current_projects.project_ids) and projects.archived_at is null);
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
begin
  if error_code !~ '^[a-z][a-z_]{0,59}$' or char_length(content) > 200000
    or jsonb_typeof(coalesce(tool_steps, '[]')) <> 'array' or pg_column_size(tool_steps) > 200000
    or cardinality(source_ids) > 500 or array_position(source_ids, null) is not null
  then
    raise exception using
      errcode = 'OPINV', message = 'A failed answer has a code', hint = 'invalid_answer';
  end if;
  update public.chat_messages
  set status = case when fail_chat_turn.error_code is null then 'stopped' else 'failed' end::public.chat_message_status,
    error_code = fail_chat_turn.error_code, content = coalesce(fail_chat_turn.content, ''),
    tool_steps = coalesce(fail_chat_turn.tool_steps, '[]'),
    source_ids = coalesce(fail_chat_turn.source_ids, '{}'), ended_at = clock_timestamp()
  where chat_messages.id = v_message.id;
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
  return v_settled;
end;
$function$;

create or replace function private.hold_cited_sources (
  viewer    public.people,
  citations jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_uuid constant text := '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
  v_chunk_ids uuid[];
begin
  if jsonb_typeof(citations) is distinct from 'array' then
    return;
  end if;
  v_chunk_ids := array(
    select case when given ->> 'id' ~ v_uuid then (given ->> 'id')::uuid end
    from jsonb_array_elements(citations) as given
    limit 500);
  perform from public.sources
  where sources.organization_id = (viewer).organization_id
    and sources.id in (select chunks.source_id from public.chunks where chunks.id = any (v_chunk_ids))
  order by sources.id
  for key share;
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
    where people.user_id = (select auth.uid())
      and people.archived_at is null
      and people.role <> 'client'
  );
end;
$function$;

create or replace function private.liveliest_projects (
  project_ids  uuid[],
  result_limit integer,
  question     text    default null::text
)
  returns uuid[]
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  -- Into a variable first: inside the query, the planner calls it too.
  v_visible_ids uuid[] := private.visible_project_ids();
  v_project_ids uuid[] := array(
    select unnest(liveliest_projects.project_ids) intersect select unnest(v_visible_ids));
  v_question text := lower(normalize(left(question, 8000)));
  v_named_limit constant integer := 50;
begin
  return array(
    with placed as (
      select
        projects.id,
        (
          select bool_or(strpos(v_question, lower(normalize(btrim(told.name)))) > 0)
          from (values (projects.name), (projects.code), (accounts.name), (clients.name)) as told (name)
        ) as may_be_named,
        row_number() over (
          order by projects.status in ('active', 'planned', 'on_hold') desc,
                   greatest(
                     (select time_entries.spent_on from public.time_entries
                      where time_entries.project_id = projects.id
                      order by time_entries.spent_on desc limit 1),
                     (select max(tasks.completed_on) from public.tasks
                      where tasks.project_id = projects.id and tasks.archived_at is null),
                     (select status_updates.created_at from public.status_updates
                      where status_updates.project_id = projects.id
                      order by status_updates.created_at desc limit 1)::date) desc nulls last,
                   projects.name, projects.id
        ) as place
      from public.projects
      join public.accounts on accounts.id = projects.account_id
      join public.clients on clients.id = accounts.client_id
      where projects.id = any (v_project_ids) and projects.archived_at is null
    )
    select placed.id
    from placed
    where placed.place <= result_limit or placed.may_be_named
    order by placed.place
    limit result_limit + v_named_limit);
end;
$function$;

create or replace function private.narrowed_projects (
  project_ids uuid[],
  project_id  uuid
)
  returns uuid[]
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if project_id is null then
    return project_ids;
  elsif project_id <> all (project_ids) then
    raise exception using errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  end if;
  return array[project_id];
end;
$function$;

create or replace function private.require_limit (
  result_limit integer,
  most         integer
)
  returns void
  language plpgsql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  if result_limit is null or result_limit < 1 or result_limit > most then
    raise exception using
      errcode = 'OPINV', message = format('limit is a number from 1 to %s', most), hint = 'limit_out_of_range';
  end if;
end;
$function$;

create or replace function private.scope_hash (
  scope_ids uuid[]
)
  returns uuid
  language sql
  immutable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select md5(coalesce(string_agg(known.id::text, ',' order by known.id), ''))::uuid
  from (select distinct unnest(scope_hash.scope_ids) as id) as known
$function$;

create or replace function private.settled_piece (
  chunk_id  uuid,
  quote     text,
  scope_ids uuid[]
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select jsonb_build_object(
    'id', chunks.id, 'source_id', sources.id, 'source_version', chunks.source_version, 'title', sources.title,
    'project_id', sources.project_id, 'location', chunks.location, 'scope_id', chunks.scope_id)
  from public.chunks
  join public.sources on sources.id = chunks.source_id and sources.published_version = chunks.source_version
  where chunks.id = settled_piece.chunk_id and chunks.scope_id = any (settled_piece.scope_ids)
    and sources.project_id is not null and sources.archived_at is null
    and private.is_quoted(settled_piece.quote, chunks.content)
$function$;

create or replace function private.settled_row (
  table_name      text,
  row_id          uuid,
  organization_id uuid,
  project_ids     uuid[],
  person_ids      uuid[],
  sees_restricted boolean
)
  returns jsonb
  language sql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select jsonb_build_object(
    'id', settled_row.row_id, 'table', settled_row.table_name, 'title', cited.title,
    'project_id', cited.project_id, 'scope_id', cited.scope_id)
    || case when settled_row.table_name = 'documents' then jsonb_build_object('source_id', settled_row.row_id) else '{}' end
  from (
    select projects.name as title, projects.id as project_id, projects.id as scope_id
    from public.projects
    where settled_row.table_name = 'projects' and projects.id = settled_row.row_id
      and projects.id = any (settled_row.project_ids)
    union all
    select tasks.title, tasks.project_id, tasks.project_id
    from public.tasks
    where settled_row.table_name = 'tasks' and tasks.id = settled_row.row_id
      and tasks.project_id = any (settled_row.project_ids)
    union all
    select projects.name || ', ' || status_updates.created_at::date, status_updates.project_id, status_updates.project_id
    from public.status_updates
    join public.projects on projects.id = status_updates.project_id
    where settled_row.table_name = 'status_updates' and status_updates.id = settled_row.row_id
      and status_updates.project_id = any (settled_row.project_ids)
    union all
    select document_summaries.title, document_summaries.project_id, documents.scope_id
    from public.document_summaries
    join public.documents on documents.id = document_summaries.id
    where settled_row.table_name = 'documents' and documents.id = settled_row.row_id
      and document_summaries.project_id = any (settled_row.project_ids) and document_summaries.archived_at is null
      and (settled_row.sees_restricted or not document_summaries.is_restricted)
    union all
    select approvals.title, approvals.project_id, approvals.scope_id
    from public.approvals
    where settled_row.table_name = 'approvals' and approvals.id = settled_row.row_id
      and (settled_row.sees_restricted
        or not approvals.is_restricted and approvals.project_id = any (settled_row.project_ids))
    union all
    select accounts.name, null, null
    from public.accounts
    where settled_row.table_name = 'accounts' and accounts.id = settled_row.row_id
      and exists (
        select from public.projects
        where projects.account_id = accounts.id and projects.id = any (settled_row.project_ids))
    union all
    select people.name, null, null
    from public.people
    where settled_row.table_name = 'people' and people.id = settled_row.row_id
      and people.id = any (settled_row.person_ids)
    union all
    select organizations.name, null, null
    from public.organizations
    where settled_row.table_name = 'organizations' and organizations.id = settled_row.row_id
      and organizations.id = settled_row.organization_id
    union all
    select skill_versions.title, null, null
    from public.skills
    join public.skill_versions on skill_versions.id = skills.live_version_id
    where settled_row.table_name = 'skills' and skills.id = settled_row.row_id
      and skills.organization_id = settled_row.organization_id and skills.archived_at is null
  ) as cited
$function$;

create or replace function private.spine (
  viewer          public.people,
  person          public.people,
  person_ids      uuid[],
  shown_ids       uuid[],
  is_whole        boolean,
  project_count   bigint,
  open_task_count bigint
)
  returns json
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_organization public.organizations;
  v_names jsonb;
  v_today date;
  v_whole_ids constant uuid[] := case when is_whole then shown_ids else '{}' end;
  v_update_limit constant integer := 3;
begin
  select * into v_organization
  from public.organizations
  where organizations.id = (spine.viewer).organization_id;
  v_today := (now() at time zone v_organization.time_zone)::date;
  v_names := (
    select coalesce(jsonb_object_agg(people.id, people.name), '{}')
    from public.people
    where people.id = any (spine.person_ids)
  );

  return (
    with lines as materialized (
      select *
      from private.spine_lines(shown_ids, v_names, v_today)
    ),
    work as materialized (
      select *
      from private.spine_work(v_whole_ids, v_names, v_today)
    ),
    activity as materialized (
      select *
      from private.spine_activity(v_whole_ids, v_names, v_today, v_organization.time_zone)
    ),
    told as materialized (
      select listed.id as project_id, latest.items
      from unnest(v_whole_ids) as listed (id)
      cross join lateral (
        select
          jsonb_agg(
            jsonb_build_object(
              'id', recent.id,
              'author', jsonb_build_object('id', recent.author_id, 'name', v_names -> recent.author_id::text),
              'health', recent.health,
              'summary', recent.summary,
              'risks', recent.risks,
              'next_steps', recent.next_steps,
              'created_at', recent.created_at
            )
            order by recent.created_at desc
          ) as items
        from (
          select *
          from public.status_updates
          where status_updates.project_id = listed.id
          order by status_updates.created_at desc
          limit v_update_limit
        ) as recent
      ) as latest
    ),
    shown as materialized (
      select
        listed.place,
        (lines.project).account_id,
        activity.people_left_out,
        activity.activity_left_out,
        jsonb_array_length(work.open_tasks) as task_count,
        greatest(lines.told_count - v_update_limit, 0) as told_left_out,
        json_build_object(
          'id', lines.project_id,
          'code', (lines.project).code,
          'name', (lines.project).name,
          'summary', case when is_whole then (lines.project).summary end,
          'status', (lines.project).status,
          'account_id', (lines.project).account_id,
          'lead', case when (lines.project).lead_id is not null then jsonb_build_object(
            'id', (lines.project).lead_id, 'name', v_names -> (lines.project).lead_id::text) end,
          'starts_on', (lines.project).starts_on,
          'due_on', (lines.project).due_on,
          'last_activity_on', lines.last_activity_on,
          'classification', lines.classification,
          'burn', json_build_object(
            'budget_hours', (lines.project).budget_hours,
            'budget_amount', (lines.project).budget_amount,
            'estimate_hours', lines.estimate_hours,
            'actual_hours', lines.actual_hours,
            'hours_last_30_days', lines.recent_hours,
            'percent_of_budget', round(100 * lines.actual_hours / nullif((lines.project).budget_hours, 0), 1),
            'last_entry', activity.last_entry),
          'task_count', lines.task_count,
          'open_items', coalesce(work.open_items, lines.open_items),
          'open_tasks', work.open_tasks,
          'people', activity.people,
          'status_updates', case when is_whole then coalesce(told.items, '[]') end,
          'activity', activity.activity,
          'left_out', case when is_whole then json_build_object(
            'open_tasks', work.task_left_out,
            'people', activity.people_left_out,
            'status_updates', greatest(lines.told_count - v_update_limit, 0),
            'activity', activity.activity_left_out) end) as item
      from unnest(shown_ids) with ordinality as listed (id, place)
      join lines on lines.project_id = listed.id
      left join work on work.project_id = listed.id
      left join activity on activity.project_id = listed.id
      left join told on told.project_id = listed.id
    )
    select json_build_object(
      'viewer', jsonb_build_object(
        'id', (spine.viewer).id, 'name', (spine.viewer).name, 'role', (spine.viewer).role),
      'as', case when (person).id <> (spine.viewer).id then jsonb_build_object(
        'id', (person).id, 'name', (person).name, 'role', (person).role) end,
      'organization', jsonb_build_object(
        'id', v_organization.id, 'name', v_organization.name, 'currency', v_organization.currency,
        'time_zone', v_organization.time_zone),
      'today', v_today,
      'accounts', (
        select coalesce(jsonb_agg(
          jsonb_build_object(
            'id', accounts.id,
            'name', accounts.name,
            'client', jsonb_build_object('id', accounts.client_id, 'name', clients.name),
            'operating_profile', case when profiles.account_id is not null then jsonb_build_object(
              'version', profiles.version,
              'cadence', profiles.cadence,
              'contacts', profiles.contacts,
              'standing_facts', profiles.standing_facts,
              'definition_of_done', profiles.definition_of_done,
              'updated_by', case when profiles.updated_by is not null then
                jsonb_build_object('id', profiles.updated_by, 'name', v_names -> profiles.updated_by::text) end,
              'updated_at', profiles.updated_at) end
          )
          order by accounts.name, accounts.id), '[]')
        from public.accounts
        left join public.clients on clients.id = accounts.client_id
        left join public.operating_profiles as profiles on profiles.account_id = accounts.id
        where accounts.id = any (array(select distinct shown.account_id from shown))
      ),
      'projects', coalesce(json_agg(shown.item order by shown.place), '[]'),
      'left_out', json_build_object(
        'projects', project_count - count(*),
        'open_tasks', open_task_count - coalesce(sum(shown.task_count), 0),
        'people', coalesce(sum(shown.people_left_out), 0),
        'status_updates', coalesce(sum(shown.told_left_out), 0),
        'activity', coalesce(sum(shown.activity_left_out), 0))
    )
    from shown
  );
end;
$function$;

create or replace function private.spine_activity (
  project_ids uuid[],
  names       jsonb,
  today       date,
  time_zone   text
)
  returns table (
    project_id        uuid,
    people            jsonb,
    people_left_out   integer,
    last_entry        jsonb,
    activity          jsonb,
    activity_left_out integer
  )
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_people_limit constant integer := 20;
  v_activity_limit constant integer := 8;
  v_entry_limit constant integer := 10;
  v_first_day constant date := today - 29;
  v_begin constant timestamptz := v_first_day::timestamp at time zone time_zone;
begin
  return query
  with worked as materialized (
    select
      time_entries.project_id, time_entries.person_id, time_entries.spent_on,
      sum(time_entries.hours) as hours,
      array_agg(time_entries.id order by time_entries.id) as ids
    from public.time_entries
    where time_entries.project_id = any (spine_activity.project_ids)
      and time_entries.spent_on between v_first_day and today
    group by time_entries.project_id, time_entries.person_id, time_entries.spent_on
  ),
  team as (
    select projects.id as project_id, projects.lead_id as person_id, 'lead' as role, 0 as hours
    from public.projects
    where projects.id = any (spine_activity.project_ids)
    union all
    select project_members.project_id, project_members.person_id, 'member', 0
    from public.project_members
    where project_members.project_id = any (spine_activity.project_ids)
    union all
    select worked.project_id, worked.person_id, null, worked.hours from worked
  ),
  placed as (
    select
      team.project_id, team.person_id, min(team.role) as role, sum(team.hours) as hours,
      row_number() over (
        partition by team.project_id
        order by min(team.role), sum(team.hours) desc, names ->> team.person_id::text, team.person_id
      ) as place
    from team
    where names ? team.person_id::text
    group by team.project_id, team.person_id
    having min(team.role) is not null
  ),
  peopled as (
    select
      placed.project_id,
      jsonb_agg(
        jsonb_build_object(
          'id', placed.person_id,
          'name', names -> placed.person_id::text,
          'role', placed.role,
          'hours_last_30_days', placed.hours
        )
        order by placed.place
      ) filter (where placed.place <= v_people_limit) as items,
      count(*) filter (where placed.place > v_people_limit) as left_out
    from placed
    group by placed.project_id
  ),
  happened as (
    select worked.project_id, 'hours' as kind, worked.spent_on as happened_on, worked.person_id, worked.ids,
           worked.hours as figure, null as label
    from worked
    union all
    select tasks.project_id, 'task_completed', tasks.completed_on, tasks.assignee_id, array[tasks.id], null,
           tasks.title
    from public.tasks
    where tasks.project_id = any (spine_activity.project_ids)
      and tasks.status = 'done'
      and tasks.archived_at is null
      and tasks.completed_on between v_first_day and today
    union all
    select status_updates.project_id, 'status_update',
           (status_updates.created_at at time zone time_zone)::date, status_updates.author_id,
           array[status_updates.id], null, status_updates.health::text
    from public.status_updates
    where status_updates.project_id = any (spine_activity.project_ids)
      and status_updates.created_at >= v_begin
    union all
    select portfolio_classifications.project_id, 'classification',
           (portfolio_classifications.created_at at time zone time_zone)::date,
           portfolio_classifications.classified_by, array[portfolio_classifications.id],
           portfolio_classifications.version, null
    from public.portfolio_classifications
    where portfolio_classifications.project_id = any (spine_activity.project_ids)
      and portfolio_classifications.created_at >= v_begin
  ),
  ranked as (
    select happened.*, row_number() over (
      partition by happened.project_id
      order by happened.happened_on desc, happened.kind, happened.ids
    ) as place
    from happened
  ),
  active as (
    select
      ranked.project_id,
      jsonb_agg(
        jsonb_build_object(
          'kind', ranked.kind,
          'on', ranked.happened_on,
          'person', case when ranked.person_id is not null then
            jsonb_build_object('id', ranked.person_id, 'name', names -> ranked.person_id::text) end
        ) || case ranked.kind
          when 'hours' then jsonb_build_object(
            'hours', ranked.figure,
            'time_entry_ids', ranked.ids[:v_entry_limit],
            'time_entry_count', cardinality(ranked.ids))
          when 'task_completed' then jsonb_build_object('task_id', ranked.ids[1], 'title', ranked.label)
          when 'status_update' then jsonb_build_object(
            'status_update_id', ranked.ids[1], 'health', ranked.label)
          else jsonb_build_object('classification_id', ranked.ids[1], 'version', ranked.figure)
        end
        order by ranked.place
      ) filter (where ranked.place <= v_activity_limit) as items,
      count(*) filter (where ranked.place > v_activity_limit) as left_out
    from ranked
    group by ranked.project_id
  )
  select
    listed.project_id,
    coalesce(peopled.items, '[]'),
    coalesce(peopled.left_out, 0)::integer,
    last_entries.item,
    coalesce(active.items, '[]'),
    coalesce(active.left_out, 0)::integer
  from unnest(spine_activity.project_ids) as listed (project_id)
  left join peopled on peopled.project_id = listed.project_id
  left join active on active.project_id = listed.project_id
  left join lateral (
    select jsonb_build_object(
      'id', entries.id,
      'spent_on', entries.spent_on,
      'hours', entries.hours,
      'person', jsonb_build_object('id', entries.person_id, 'name', names -> entries.person_id::text),
      'task_id', entries.task_id
    ) as item
    from (
      select *
      from public.time_entries
      where time_entries.project_id = listed.project_id
      order by time_entries.spent_on desc, time_entries.id desc
      limit 1
    ) as entries
  ) as last_entries on true;
end;
$function$;

create or replace function private.spine_lines (
  project_ids uuid[],
  names       jsonb,
  today       date
)
  returns table (
    project_id       uuid,
    project          public.projects,
    actual_hours     numeric,
    recent_hours     numeric,
    estimate_hours   numeric,
    task_count       bigint,
    open_items       jsonb,
    told_count       bigint,
    last_activity_on date,
    classification   jsonb
  )
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  return query
  with spent as materialized (
    select
      time_entries.project_id, sum(time_entries.hours) as hours,
      sum(time_entries.hours) filter (where time_entries.spent_on between today - 29 and today) as recent_hours,
      max(time_entries.spent_on) as last_on
    from public.time_entries
    where time_entries.project_id = any (spine_lines.project_ids)
    group by time_entries.project_id
  ),
  counted as materialized (
    select
      tasks.project_id, count(*) as tasks, sum(tasks.estimate_hours) as estimate_hours,
      max(tasks.completed_on) as last_on
    from public.tasks
    where tasks.project_id = any (spine_lines.project_ids) and tasks.archived_at is null
    group by tasks.project_id
  ),
  open_ones as materialized (
    select
      tasks.project_id, count(*) as open,
      count(*) filter (where tasks.status = 'blocked') as blocked,
      count(*) filter (where tasks.due_on < today) as past_due
    from public.tasks
    where tasks.project_id = any (spine_lines.project_ids)
      and tasks.status in ('open', 'in_progress', 'blocked')
      and tasks.archived_at is null
    group by tasks.project_id
  ),
  told as materialized (
    select status_updates.project_id, count(*) as updates, max(status_updates.created_at) as last_at
    from public.status_updates
    where status_updates.project_id = any (spine_lines.project_ids)
    group by status_updates.project_id
  ),
  classified as materialized (
    select distinct on (portfolio_classifications.project_id) portfolio_classifications.*
    from public.portfolio_classifications
    where portfolio_classifications.project_id = any (spine_lines.project_ids)
    order by portfolio_classifications.project_id, portfolio_classifications.version desc
  ),
  -- Put together one after the other: the planner takes a scope within a scope for next to nothing, and would
  -- walk the one list for each line of the other.
  figures as materialized (
    select
      known.project_id, max(known.hours) as hours, max(known.recent_hours) as recent_hours, max(known.tasks) as tasks,
      max(known.estimate_hours) as estimate_hours, max(known.open) as open, max(known.blocked) as blocked,
      max(known.past_due) as past_due, max(known.updates) as updates, max(known.last_on) as last_on
    from (
      select spent.project_id, spent.hours, spent.recent_hours, null::bigint as tasks, null::numeric as estimate_hours,
        null::bigint as open, null::bigint as blocked, null::bigint as past_due, null::bigint as updates, spent.last_on
      from spent
      union all
      select counted.project_id, null, null, counted.tasks, counted.estimate_hours, null, null, null, null, counted.last_on
      from counted
      union all
      select open_ones.project_id, null, null, null, null, open_ones.open, open_ones.blocked, open_ones.past_due, null, null
      from open_ones
      union all
      select told.project_id, null, null, null, null, null, null, null, told.updates, told.last_at::date from told
    ) as known
    group by known.project_id
  )
  select
    projects.id,
    projects,
    coalesce(figures.hours, 0),
    coalesce(figures.recent_hours, 0),
    coalesce(figures.estimate_hours, 0),
    coalesce(figures.tasks, 0),
    jsonb_build_object(
      'open', coalesce(figures.open, 0),
      'blocked', coalesce(figures.blocked, 0),
      'past_due', coalesce(figures.past_due, 0)),
    coalesce(figures.updates, 0),
    figures.last_on,
    case when classified.id is not null then jsonb_build_object(
      'id', classified.id,
      'version', classified.version,
      'tier', classified.tier,
      'service_line', classified.service_line,
      'risk', classified.risk,
      'reason', classified.reason,
      'by', jsonb_build_object(
        'id', classified.classified_by, 'name', names -> classified.classified_by::text),
      'since', classified.created_at) end
  from public.projects
  left join figures on figures.project_id = projects.id
  left join classified on classified.project_id = projects.id
  where projects.id = any (spine_lines.project_ids);
end;
$function$;

create or replace function private.tg_chat_citations__widen_messages()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
begin
  update public.chat_messages as told
  set scope_ids = told.scope_ids || new.scope_id
  from public.chat_messages as cited
  where cited.id = new.message_id and told.chat_session_id = cited.chat_session_id
    and (told.id = cited.id or told.role = 'assistant' and told.number > cited.number
      or told.role = 'summary' and told.number >= cited.number)
    and not new.scope_id = any (told.scope_ids);
  return null;
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
    raise exception using errcode = 'OPSTA', message = 'What was said stays as it was said', hint = 'message_ended';
  elsif not new.scope_ids @> old.scope_ids then
    raise exception using
      errcode = 'OPSTA', message = 'What a message rests on is not taken back', hint = 'scope_shrinks';
  elsif (new.id, new.chat_session_id, new.person_id, new.number, new.role, new.created_at)
    is distinct from (old.id, old.chat_session_id, old.person_id, old.number, old.role, old.created_at)
  then
    raise exception using errcode = 'OPSTA', message = 'A message stays where it is', hint = 'message_moved';
  end if;
  return new;
end;
$function$;

create or replace function private.visible_scope_hashes()
  returns uuid[]
  language plpgsql
  stable
  security definer
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_viewer public.people := private.viewer();
begin
  return private.covered_scope_hashes(v_viewer.id, private.scope_ids_of(v_viewer));
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
end;
$function$;

create or replace function public.archive_chat_session (
  chat_session_id uuid,
  is_archived     boolean default true
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.archive_chat_session(chat_session_id, is_archived) $function$;

create or replace function public.begin_chat (
  as_person_id uuid default null::uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.begin_chat(as_person_id) $function$;

create or replace function public.begin_chat_turn (
  session_id   uuid,
  question     text,
  as_person_id uuid default null::uuid
)
  returns jsonb
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.begin_chat_turn(session_id, question, as_person_id) $function$;

create or replace function public.begin_research()
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.begin_research() $function$;

create or replace function public.fail_chat_turn (
  message_id uuid,
  error_code text   default null::text,
  content    text   default ''::text,
  tool_steps jsonb  default '[]'::jsonb,
  source_ids uuid[] default '{}'::uuid[]
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.fail_chat_turn(message_id, error_code, content, tool_steps, source_ids) $function$;

create or replace function public.finish_chat_turn (
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
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
  select private.finish_chat_turn(
    message_id, content, model, citations, tool_steps, context, usage, sentences, dropped_citations, unfound_figures,
    source_ids)
$function$;

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
  v_project_limit constant integer := 200;
begin
  select * into v_scope from private.effective_scope(as_person_id);
  v_project_ids := private.narrowed_projects(v_scope.project_ids, get_spine.project_id);
  if as_person_id is not null then
    perform private.record_view_as(as_person_id);
  end if;
  v_project_ids := private.current_projects(v_project_ids);
  return private.spine(
    v_scope.viewer, v_scope.person, v_scope.person_ids,
    private.liveliest_projects(v_project_ids, v_project_limit), true,
    cardinality(v_project_ids), (
      select count(*)
      from public.tasks
      where tasks.project_id = any (v_project_ids)
        and tasks.status in ('open', 'in_progress', 'blocked')
        and tasks.archived_at is null
    ));
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

  return (
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

create or replace function public.settle_citations (
  citations    jsonb,
  as_person_id uuid  default null::uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$
declare
  v_scope record;
  v_given jsonb;
  v_held jsonb;
  v_settled jsonb := '[]';
  v_dropped integer := 0;
  v_uuid constant text := '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
begin
  select * into v_scope from private.effective_scope(settle_citations.as_person_id);
  if jsonb_typeof(coalesce(citations, '[]')) <> 'array' or jsonb_array_length(coalesce(citations, '[]')) > 500 then
    raise exception using
      errcode = 'OPINV', message = 'Citations are a list of at most 500', hint = 'invalid_citations';
  end if;
  for v_given in select * from jsonb_array_elements(citations) loop
    if jsonb_typeof(v_given) <> 'object' or coalesce(v_given ->> 'id', '') !~ v_uuid
      or coalesce(v_given ->> 'n', '') !~ '^[1-9][0-9]{0,3}$' or char_length(v_given ->> 'quote') > 4000
    then
      raise exception using
        errcode = 'OPINV', message = 'A citation has a number, an id and a quote', hint = 'invalid_citations';
    end if;
    v_held := case v_given ->> 'kind'
      when 'chunk' then private.settled_piece(
        (v_given ->> 'id')::uuid, v_given ->> 'quote',
        v_scope.project_ids || case when v_scope.sees_restricted then array[(v_scope.viewer).organization_id] end)
      when 'row' then private.settled_row(
        v_given ->> 'table', (v_given ->> 'id')::uuid, (v_scope.viewer).organization_id,
        v_scope.project_ids, v_scope.person_ids, v_scope.sees_restricted)
    end;
    if v_held is null then
      v_dropped := v_dropped + 1;
    else
      v_settled := v_settled || (
        v_held || jsonb_build_object(
          'n', (v_given ->> 'n')::integer, 'kind', v_given ->> 'kind', 'quote', coalesce(v_given ->> 'quote', '')));
    end if;
  end loop;
  return jsonb_build_object('citations', v_settled, 'dropped', v_dropped);
end;
$function$;

create or replace function public.write_chat_summary (
  chat_session_id uuid,
  told_to         integer,
  content         text
)
  returns void
  language sql
  set search_path to 'pg_catalog', 'pg_temp'
  AS $function$ select private.write_chat_summary(chat_session_id, told_to, content) $function$;

alter table "public"."chat_citations"
  add constraint "chat_citations_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."chat_citations"
  add constraint "chat_citations_person_fkey" foreign key (organization_id, person_id)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."chat_citations"
  add constraint "chat_citations_project_fkey" foreign key (organization_id, project_id)
    references public.projects(organization_id, id) on delete restrict;

alter table "public"."chat_citations"
  add constraint "chat_citations_source_fkey" foreign key (organization_id, source_id, scope_id)
    references public.sources(organization_id, id, scope_id) on update cascade on delete cascade;

alter table "public"."chat_citations"
  add constraint "piece_has_source"
    check
    (((((kind = 'chunk'::public.chat_citation_kind) OR (row_table = 'documents'::text)) = (source_id
    IS NOT NULL)) AND ((kind = 'chunk'::public.chat_citation_kind) = (source_version IS
    NOT NULL)) AND ((kind = 'chunk'::public.chat_citation_kind) = (chunk_id IS NOT NULL))));

alter table "public"."chat_citations"
  add constraint "row_has_table" check ((((kind = 'row'::public.chat_citation_kind) = (row_table IS
    NOT NULL)) AND ((kind = 'row'::public.chat_citation_kind) = (row_id IS NOT NULL))));

alter table "public"."chat_messages"
  add
    constraint "chat_messages_chat_session_id_number_role_key" unique
    (chat_session_id, number, role);

alter table "public"."chat_messages"
  add constraint "chat_messages_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."chat_citations"
  add constraint "chat_citations_message_fkey" foreign key (organization_id, message_id)
    references public.chat_messages(organization_id, id) on delete restrict;

alter table "public"."chat_messages"
  add constraint "end_has_time"
    check (((status = 'answering'::public.chat_message_status) = (ended_at IS NULL)));

alter table "public"."chat_messages"
  add constraint "failure_says_why"
    check (((status = 'failed'::public.chat_message_status) = (error_code IS NOT NULL)));

alter table "public"."chat_messages"
  add constraint "only_answers_take_time"
    check
    (((role = 'assistant'::public.chat_role) OR (status = 'done'::public.chat_message_status)));

alter table "public"."chat_messages"
  add constraint "said_is_present"
    check (((role = 'assistant'::public.chat_role) OR (content ~ '\S'::text)));

alter table "public"."chat_sessions"
  add constraint "chat_sessions_as_person_fkey" foreign key (organization_id, as_person_id)
    references public.people(organization_id, id) on delete restrict;

alter table "public"."chat_sessions"
  add constraint "chat_sessions_organization_id_fkey" foreign key (organization_id)
    references public.organizations(id) on delete restrict;

alter table "public"."chat_messages"
  add constraint "chat_messages_session_fkey"
    foreign key (organization_id, chat_session_id, person_id)
    references public.chat_sessions(organization_id, id, person_id) on delete restrict;

alter table "public"."chat_sessions"
  add constraint "chat_sessions_person_fkey" foreign key (organization_id, person_id)
    references public.people(organization_id, id) on delete restrict;

create index chat_citations_organization_id_message_id_message_scope_hash_id
  on public.chat_citations using btree (organization_id, message_id, message_scope_hash);

create index chat_citations_organization_id_person_id_idx on public.chat_citations
  using btree (organization_id, person_id);

create index chat_citations_organization_id_project_id_idx on public.chat_citations
  using btree (organization_id, project_id);

create index chat_citations_organization_id_source_id_scope_id_idx on public.chat_citations
  using btree (organization_id, source_id, scope_id);

create index chat_citations_person_id_idx on public.chat_citations
  using btree (person_id, message_id);

create unique index chat_messages_answering_idx on public.chat_messages
  using btree (chat_session_id)
  where (status = 'answering'::public.chat_message_status);

create index chat_messages_organization_id_chat_session_id_person_id_idx on public.chat_messages
  using btree (organization_id, chat_session_id, person_id);

create index chat_messages_person_id_idx on public.chat_messages
  using btree (person_id, chat_session_id, number);

create index chat_sessions_organization_id_as_person_id_idx on public.chat_sessions
  using btree (organization_id, as_person_id);

create index chat_sessions_organization_id_person_id_idx on public.chat_sessions
  using btree (organization_id, person_id);

create index chat_sessions_person_id_last_message_at_idx on public.chat_sessions
  using btree (person_id, last_message_at desc);

create trigger tg_chat_citations__widen_messages
  after update of scope_id on public.chat_citations
  for each row
  when ((new.scope_id IS DISTINCT FROM old.scope_id))
  execute function private.tg_chat_citations__widen_messages();

alter table "public"."chat_citations"
  enable always trigger "tg_chat_citations__widen_messages";

create trigger tg_chat_messages__keep_said
  before update on public.chat_messages
  for each row
  execute function private.tg_chat_messages__keep_said();

alter table "public"."chat_messages"
  enable always trigger "tg_chat_messages__keep_said";

create policy "chat_citations_select_own" on "public"."chat_citations"
  for select
  to "authenticated"
  using
    (((person_id = ( select private.internal_person_id() as internal_person_id)) AND ((scope_id =
    ANY (( select private.visible_scope_ids() as visible_scope_ids)::uuid[])) or
    (message_scope_hash = ANY (( select private.visible_scope_hashes() as
    visible_scope_hashes)::uuid[])))));

create policy "chat_sessions_select_own" on "public"."chat_sessions"
  for select
  to "authenticated"
  using ((person_id = ( select private.internal_person_id() as internal_person_id)));

comment on column "public"."chat_citations"."chunk_id" is 'The piece as it was then; a new version of the source has others.';

comment on column "public"."chat_citations"."message_scope_hash" is 'For a row of no project, such as a person: what is said of it rests on all that its message rests on.';

comment on column "public"."chat_citations"."scope_id" is 'The scope of the source, or the project of the row; null for a row of no project.';

comment on column "public"."chat_citations"."source_id" is 'Of a piece, and of a document, which is the source with its id.';

comment on column "public"."chat_messages"."context" is '{ projects, passages, chars, truncated } that the model got.';

comment on column "public"."chat_messages"."dropped_citations" is 'How many citations of the model did not stand where it said.';

comment on column "public"."chat_messages"."number" is 'Place in the conversation; a summary has the number of the last message it tells.';

comment on column "public"."chat_messages"."scope_ids" is 'What the words may rest on: projects, or the organization where a lead''s whole scope was looked at. Who has lost one of them reads the message no more.';

comment on column "public"."chat_messages"."source_ids" is 'Sources that the model had been shown by then, cited or not, in this turn or an earlier one: what is proposed from memory is marked with them.';

comment on column "public"."chat_messages"."tool_steps" is '[{ name, status, summary }], as they were shown.';

comment on column "public"."chat_messages"."uncited_sentences" is 'How many sentences with a fact cite nothing that held.';

comment on column "public"."chat_messages"."unfound_figures" is 'Figures of the answer that stand in nothing that was looked up for it: calculated, rounded or invented.';

comment on column "public"."chat_messages"."usage" is '{ input_tokens, output_tokens }, as the model counted.';

comment on column "public"."chat_sessions"."as_person_id" is 'In whose scope a lead asks; null in their own.';

comment on column "public"."chat_sessions"."session_id" is 'The client''s name for it: the same id of another person, or asked as somebody else, is another conversation.';

comment on column "public"."chat_sessions"."title" is 'The beginning of the first question.';

comment on function "private"."chat_asker"(public.people, public.people, boolean) is
  'Answers { viewer, as, organization_id, is_lead, prompt }; as and prompt may be null.';

comment on function "private"."chat_memory"(uuid, integer, uuid[]) is 'What a conversation remembers for somebody of these scopes.';

comment on function "private"."chat_scope_ids"(public.people, uuid[], boolean) is
  'The scope_ids of a message.';

comment on function "private"."covered_scope_hashes"(uuid, uuid[]) is 'Hashes of what somebody''s messages rest on, as far as these scopes cover it.';

comment on function "private"."current_projects"(uuid[]) is 'Ids of projects that the caller sees and that are not archived.';

comment on function "private"."internal_person_id"() is 'The caller among the people of their organization; null for clients and outsiders.';

comment on function "private"."liveliest_projects"(uuid[], integer, text) is
  'Ids of projects that the caller sees, liveliest first, and of those that a question may name.';

comment on function "private"."scope_hash"(uuid[]) is 'The same for the same set, in whatever order.';

comment on function "private"."settled_piece"(uuid, text, uuid[]) is 'Where a quote stands, for a citation.';

comment on function "private"."settled_row"(text, uuid, uuid, uuid[], uuid[], boolean) is
  'What a citation of a row is called, and in which scope it is read again.';

comment on function
  "private"."spine"(public.people, public.people, uuid[], uuid[], boolean, bigint, bigint) is
  'What get_spine and get_chat_spine answer.';

comment on function "private"."spine_activity"(uuid[], jsonb, date, text) is
  'The part of the spine about people, hours and what happened in the last 30 days.';

comment on function "private"."spine_lines"(uuid[], jsonb, date) is 'The part of the spine that is told of every project, and how many status updates it has.';

comment on function "private"."visible_scope_hashes"() is 'Values of scope_hash of the caller''s messages that the caller may see.';

comment on function "public"."archive_chat_session"(uuid, boolean) is 'Archives a conversation of the caller, or restores it. Raises OPAUT · OPDEN · OPNFD.';

comment on function "public"."begin_chat"(uuid) is 'Answers { viewer, as, organization_id, is_lead, prompt }. Raises OPAUT · OPDEN · OPNFD · OPLIM.';

comment on function "public"."begin_chat_turn"(uuid, text, uuid) is 'Answers { viewer, as, organization_id, is_lead, prompt, chat_session_id, message_id, memory: { summary, summary_source_ids, told_to, messages, withheld } }. Raises OPAUT · OPDEN · OPNFD · OPLIM · OPINV.';

comment on function "public"."begin_research"() is 'Answers nothing when an admin or lead may ask the public web now. Raises OPAUT · OPDEN · OPLIM.';

comment on function "public"."fail_chat_turn"(uuid, text, text, jsonb, uuid[]) is
  'Marks the answer stopped, or failed with a code. Raises OPAUT · OPDEN · OPNFD · OPSTA · OPINV.';

comment on function
  "public"."finish_chat_turn"(uuid, text, text, jsonb, jsonb, jsonb, jsonb, jsonb, integer, text[],
  uuid[]) is 'Answers { citations, dropped } as settle_citations does, and uncited. Raises OPAUT · OPDEN · OPNFD · OPSTA · OPINV.';

comment on function "public"."get_chat_spine"(text, uuid[], uuid) is 'Answers what get_spine answers; what is not known of projects that are not whole, and how many open tasks are left out, is null. Raises OPAUT · OPDEN · OPNFD.';

comment on function "public"."get_hours"(public.hours_group, uuid, uuid, date, date, integer, uuid)
  is 'Answers { group_by, total_hours, groups, left_out }. Raises OPAUT · OPDEN · OPNFD · OPINV.';

comment on function "public"."get_spine"(uuid, uuid) is 'Answers { viewer, as, organization, today, accounts, projects, left_out }. Hours in hours, money in the organization''s currency. Raises OPAUT · OPDEN · OPNFD.';

comment on function "public"."list_documents"(uuid, text, integer, uuid) is
  'Answers { documents, total, left_out }. Raises OPAUT · OPDEN · OPNFD · OPINV.';

comment on function "public"."list_people"(text, uuid, integer, uuid) is 'Answers { people, total, left_out }. Raises OPAUT · OPDEN · OPNFD · OPINV.';

comment on function
  "public"."list_tasks"(uuid, public.task_status[], uuid, date, date, text, integer, uuid) is
  'Answers { tasks, total, left_out }. Raises OPAUT · OPDEN · OPNFD · OPINV.';

comment on function "public"."settle_citations"(jsonb, uuid) is 'Answers { citations: [{ n, kind, id, table?, source_id?, title, project_id, quote, … }], dropped }. Raises OPAUT · OPDEN · OPNFD · OPINV.';

comment on function "public"."write_chat_summary"(uuid, integer, text) is 'Keeps the summary of a conversation up to a message. Raises OPAUT · OPDEN · OPNFD · OPINV.';

comment on policy "chat_citations_select_own"
  on "public"."chat_citations" is 'People read what their answers cite, as long as they may see it.';

comment on policy "chat_sessions_select_own"
  on "public"."chat_sessions" is 'People read their own conversations, nobody another''s.';

comment on table "public"."chat_citations" is 'What stands behind the numbers of an answer: checked when it was written, read under today''s scope.';

comment on table "public"."chat_messages" is 'Questions, answers and summaries of a conversation, in order.';

comment on table "public"."chat_sessions" is 'Conversations, each of the one person who leads it.';

comment on type "public"."chat_citation_kind" is 'A piece of a source, or a row of the portfolio.';

comment on type "public"."chat_message_status" is 'answering: the model writes. stopped: by whoever asked, or by their next question. failed: it ended with an error.';

comment on type "public"."chat_role" is 'summary: what came before, told by the model so that memory stays short; text of a user, never an instruction.';

comment on type "public"."hours_group" is 'What hours are added up by.';

revoke all on function "private"."answering_message"(uuid) from public;

revoke all on function "private"."archive_chat_session"(uuid, boolean) from public;

grant execute on function "private"."archive_chat_session"(uuid, boolean) to "authenticated";

revoke all on function "private"."begin_chat"(uuid) from public;

grant execute on function "private"."begin_chat"(uuid) to "authenticated";

revoke all on function "private"."begin_chat_turn"(uuid, text, uuid) from public;

grant execute on function "private"."begin_chat_turn"(uuid, text, uuid) to "authenticated";

revoke all on function "private"."begin_research"() from public;

grant execute on function "private"."begin_research"() to "authenticated";

revoke all on function "private"."chat_asker"(public.people, public.people, boolean) from public;

revoke all on function "private"."chat_memory"(uuid, integer, uuid[]) from public;

revoke all on function "private"."chat_scope_ids"(public.people, uuid[], boolean) from public;

revoke all on function "private"."comparable_text"(text) from "authenticated";

grant execute on function "private"."comparable_text"(text) to "authenticated";

revoke all on function "private"."covered_scope_hashes"(uuid, uuid[]) from public;

revoke all on function "private"."current_projects"(uuid[]) from public;

grant execute on function "private"."current_projects"(uuid[]) to "authenticated";

revoke all on function "private"."fail_chat_turn"(uuid, text, text, jsonb, uuid[]) from public;

grant execute
  on function "private"."fail_chat_turn"(uuid, text, text, jsonb, uuid[])
  to "authenticated";

revoke all
  on function
    "private"."finish_chat_turn"(uuid, text, text, jsonb, jsonb, jsonb, jsonb, jsonb, integer,
    text[], uuid[])
  from public;

grant execute
  on function
    "private"."finish_chat_turn"(uuid, text, text, jsonb, jsonb, jsonb, jsonb, jsonb, integer,
    text[], uuid[])
  to "authenticated";

revoke all on function "private"."hold_cited_sources"(public.people, jsonb) from public;

revoke all on function "private"."internal_person_id"() from public;

grant execute on function "private"."internal_person_id"() to "authenticated";

revoke all on function "private"."is_quoted"(text, text) from "authenticated";

grant execute on function "private"."is_quoted"(text, text) to "authenticated";

revoke all on function "private"."liveliest_projects"(uuid[], integer, text) from public;

grant execute on function "private"."liveliest_projects"(uuid[], integer, text) to "authenticated";

revoke all on function "private"."narrowed_projects"(uuid[], uuid) from public;

grant execute on function "private"."narrowed_projects"(uuid[], uuid) to "authenticated";

revoke all on function "private"."require_limit"(integer, integer) from public;

grant execute on function "private"."require_limit"(integer, integer) to "authenticated";

revoke all on function "private"."scope_hash"(uuid[]) from public;

revoke all on function "private"."settled_piece"(uuid, text, uuid[]) from public;

grant execute on function "private"."settled_piece"(uuid, text, uuid[]) to "authenticated";

revoke all
  on function "private"."settled_row"(text, uuid, uuid, uuid[], uuid[], boolean)
  from public;

grant execute
  on function "private"."settled_row"(text, uuid, uuid, uuid[], uuid[], boolean)
  to "authenticated";

revoke all
  on function
    "private"."spine"(public.people, public.people, uuid[], uuid[], boolean, bigint, bigint)
  from public;

grant execute
  on function
    "private"."spine"(public.people, public.people, uuid[], uuid[], boolean, bigint, bigint)
  to "authenticated";

revoke all on function "private"."spine_activity"(uuid[], jsonb, date, text) from public;

grant execute on function "private"."spine_activity"(uuid[], jsonb, date, text) to "authenticated";

revoke all on function "private"."spine_lines"(uuid[], jsonb, date) from public;

grant execute on function "private"."spine_lines"(uuid[], jsonb, date) to "authenticated";

revoke all on function "private"."tg_chat_citations__widen_messages"() from public;

revoke all on function "private"."tg_chat_messages__keep_said"() from public;

revoke all on function "private"."visible_scope_hashes"() from public;

grant execute on function "private"."visible_scope_hashes"() to "authenticated";

revoke all on function "private"."write_chat_summary"(uuid, integer, text) from public;

grant execute on function "private"."write_chat_summary"(uuid, integer, text) to "authenticated";

revoke all on function "public"."archive_chat_session"(uuid, boolean) from public;

grant execute on function "public"."archive_chat_session"(uuid, boolean) to "authenticated";

revoke all on function "public"."begin_chat"(uuid) from public;

grant execute on function "public"."begin_chat"(uuid) to "authenticated";

revoke all on function "public"."begin_chat_turn"(uuid, text, uuid) from public;

grant execute on function "public"."begin_chat_turn"(uuid, text, uuid) to "authenticated";

revoke all on function "public"."begin_research"() from public;

grant execute on function "public"."begin_research"() to "authenticated";

revoke all on function "public"."fail_chat_turn"(uuid, text, text, jsonb, uuid[]) from public;

grant execute
  on function "public"."fail_chat_turn"(uuid, text, text, jsonb, uuid[])
  to "authenticated";

revoke all
  on function
    "public"."finish_chat_turn"(uuid, text, text, jsonb, jsonb, jsonb, jsonb, jsonb, integer,
    text[], uuid[])
  from public;

grant execute
  on function
    "public"."finish_chat_turn"(uuid, text, text, jsonb, jsonb, jsonb, jsonb, jsonb, integer,
    text[], uuid[])
  to "authenticated";

revoke all on function "public"."get_chat_spine"(text, uuid[], uuid) from public;

grant execute on function "public"."get_chat_spine"(text, uuid[], uuid) to "authenticated";

revoke all
  on function "public"."get_hours"(public.hours_group, uuid, uuid, date, date, integer, uuid)
  from public;

grant execute
  on function "public"."get_hours"(public.hours_group, uuid, uuid, date, date, integer, uuid)
  to "authenticated";

revoke all on function "public"."get_spine"(uuid, uuid) from public;

grant execute on function "public"."get_spine"(uuid, uuid) to "authenticated";

revoke all on function "public"."list_documents"(uuid, text, integer, uuid) from public;

grant execute on function "public"."list_documents"(uuid, text, integer, uuid) to "authenticated";

revoke all on function "public"."list_people"(text, uuid, integer, uuid) from public;

grant execute on function "public"."list_people"(text, uuid, integer, uuid) to "authenticated";

revoke all
  on function
    "public"."list_tasks"(uuid, public.task_status[], uuid, date, date, text, integer, uuid)
  from public;

grant execute
  on function
    "public"."list_tasks"(uuid, public.task_status[], uuid, date, date, text, integer, uuid)
  to "authenticated";

revoke all on function "public"."settle_citations"(jsonb, uuid) from public;

grant execute on function "public"."settle_citations"(jsonb, uuid) to "authenticated";

revoke all on function "public"."write_chat_summary"(uuid, integer, text) from public;

grant execute on function "public"."write_chat_summary"(uuid, integer, text) to "authenticated";

grant select on table "public"."chat_citations" to "authenticated";

grant select on table "public"."chat_messages" to "authenticated";

grant select on table "public"."chat_sessions" to "authenticated";

alter table "public"."chat_messages"
  add column "scope_hash" uuid generated always as (private.scope_hash(scope_ids)) stored not null;

create policy "chat_messages_select_own" on "public"."chat_messages"
  for select
  to "authenticated"
  using
    (((person_id = ( select private.internal_person_id() as internal_person_id)) AND (scope_hash =
    ANY (( select private.visible_scope_hashes() as visible_scope_hashes)::uuid[]))));

comment on column "public"."chat_messages"."scope_hash" is 'The set of scope_ids: what policies compare.';

comment on policy "chat_messages_select_own"
  on "public"."chat_messages" is 'People read what they asked and were answered, unless it rests on what they may see no more.';

alter table "public"."chat_messages"
  add
    constraint "chat_messages_organization_id_id_scope_hash_key" unique
    (organization_id, id, scope_hash);

alter table "public"."chat_citations"
  add constraint "chat_citations_message_scope_fkey"
    foreign key (organization_id, message_id, message_scope_hash)
    references public.chat_messages(organization_id, id, scope_hash) on update cascade
    on delete restrict;

create index chat_messages_person_id_scope_hash_idx on public.chat_messages
  using btree (person_id, scope_hash);
