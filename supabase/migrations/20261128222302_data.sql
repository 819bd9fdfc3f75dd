-- Hand-written: rows, extensions and settings that a comparison of schemas never computes.

-- The catalogue of what can be proposed.
insert into public.approval_kinds (
  kind, "group", title, stakes, needs_project, is_deliverable, is_prompt_owned, is_restricted, required_sections)
values
  ('task_create', 'external', 'Create a task', 'low', true, false, false, false, '{}'),
  ('calendar_event_create', 'external', 'Create a calendar event', 'medium', true, false, false, false, '{}'),
  ('calendar_event_update', 'external', 'Change a calendar event', 'medium', true, false, false, false, '{}'),
  ('calendar_event_cancel', 'external', 'Cancel a calendar event', 'high', true, false, false, false, '{}'),
  ('weekly_update', 'portal', 'Publish a weekly update', 'medium', true, false, false, false, '{}'),
  ('scope_change', 'portal', 'Publish a scope change', 'high', true, false, false, false, '{}'),
  ('sow_draft', 'portal', 'Publish a statement of work', 'high', true, true, false, true,
   '{Scope,Deliverables,Timeline,Price}'),
  ('client_readout', 'portal', 'Publish a readout', 'medium', true, true, false, false, '{Summary,Next steps}'),
  ('deliverable_release', 'portal', 'Release a deliverable', 'high', true, false, false, false, '{}'),
  ('scope_summary', 'record', 'Record a scope summary', 'low', true, true, false, false,
   '{In scope,Out of scope}'),
  ('email_draft', 'record', 'Save an email draft', 'low', true, false, false, false, '{}'),
  ('scope_flag', 'record', 'Flag a scope risk', 'low', true, false, false, false, '{}'),
  ('sow_estimate', 'record', 'Record an estimate', 'low', true, false, false, true, '{}'),
  ('client_request', 'record', 'Answer a client request', 'low', true, false, false, false, '{}'),
  ('prompt_update', 'prompt', 'Teach the assistant a rule', 'medium', false, false, true, false, '{}'),
  ('prompt_base_update', 'prompt', 'Replace the base prompt', 'high', false, false, true, false, '{}'),
  ('skill_update', 'prompt', 'Change a skill', 'medium', false, false, true, false, '{}'),
  ('sync_removal', 'sync', 'Remove synced records', 'high', false, false, false, true, '{}');

-- The bucket of documents. The types are those of private.document_types(); a test compares them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'documents', 'documents', false, 26214400,
  array[
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'text/csv', 'text/markdown', 'text/html', 'text/plain', 'message/rfc822', 'text/vtt',
    'application/x-subrip', 'text/calendar', 'application/vnd.ms-excel', 'application/octet-stream'])
on conflict (id) do update
set public = excluded.public, file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

-- How many calls of a route a person has per minute.
insert into private.rate_limit_settings (route, default_calls)
values ('ingest-doc', 12), ('chat', 20), ('chat-stream', 10), ('research', 5), ('propose', 30);

-- How much one person and one organization may store, and how many cards a person may have open.
insert into private.quotas (name, default_limit)
values
  ('open_cards_per_person', 200),
  ('documents_bytes_per_person', 5368709120),
  ('documents_bytes_per_organization', 107374182400),
  ('text_bytes_per_person', 268435456),
  ('text_bytes_per_organization', 4294967296),
  ('email_bytes_per_organization', 21474836480);

-- Realtime, where the platform has it, reports changed cards to viewers who can see them.
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime')
    and not exists (
      select from pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'approvals')
  then
    alter publication supabase_realtime add table public.approvals;
  end if;
end
$$;

-- Vectors, where the database has pgvector.
do $$
begin
  perform private.install_vectors();
end
$$;

-- Extensions that a new hosted project has and does not enable, then everything that depends on them. Where one
-- cannot be created, the service works without it, npm run smoke names it, and private.schedule_jobs() schedules
-- everything once it is there. A database with stand-ins keeps them.
do $$
declare
  v_extension record;
begin
  for v_extension in
    select wanted.statement
    from (values
      ('pg_cron', 'cron.job', 'create extension pg_cron with schema pg_catalog'),
      ('pg_net', 'net.http_request_queue', 'create extension pg_net with schema extensions'),
      ('supabase_vault', 'vault.secrets', 'create extension supabase_vault')
    ) as wanted (name, made, statement)
    join pg_available_extensions as available on available.name = wanted.name
    where to_regclass(wanted.made) is null
  loop
    begin
      execute v_extension.statement;
    exception when others then
      raise warning '% failed: %', v_extension.statement, sqlerrm;
    end;
  end loop;
  perform private.schedule_jobs();
end
$$;

-- The Data API cancels a statement that takes
-- longer than its role may. These are the platform's own defaults, set here so that a project on which they
-- were raised, or a database that is no Supabase project, has them too. Where the platform does not let this
-- role change them, its defaults stay.
do $$
begin
  alter role anon set statement_timeout = '3s';
  alter role authenticated set statement_timeout = '8s';
exception when insufficient_privilege then
  raise notice 'The statement time of the API roles stays as the platform has it: %', sqlerrm;
end;
$$;

-- The Data API asks this function before every request. It is for this
-- database alone: roles belong to a whole server, which may have several.
do $$
begin
  execute format(
    'alter role authenticator in database %I set pgrst.db_pre_request = %L',
    current_database(), 'private.check_data_api_request');
exception
  when insufficient_privilege then
    -- Only Supabase has this role. The embedded stack has no PostgREST and checks requests at its gateway.
    if not exists (select from pg_roles where rolname = 'supabase_admin') then
      return;
    end if;
    -- Every request would work without it, and planned counts would reveal how many rows there are.
    raise exception 'The role authenticator cannot be told to check requests: set pgrst.db_pre_request = private.check_data_api_request for it as an administrator, then push again.';
end
$$;

notify pgrst, 'reload config';

-- The bucket of received emails: no policy opens it, so that the secret key alone reads and writes there.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('emails', 'emails', false, 41943040, array['message/rfc822'])
on conflict (id) do update
set public = excluded.public, file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

-- The lists of words for the check of names, as an index.
select private.load_dictionary();
