-- Writes received emails of classified records, oldest first, so that a reply finds the email before it. A received
-- email does not change: one that is listed again is only shown again. Emails are judged one by one and stored together,
-- except that an email is judged only after the ones that it may reply to are stored.
create or replace function private.write_synced_emails(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_change private.sync_change;
  v_trusted_hosts constant text[] := private.trusted_mail_hosts(stream.organization_id, stream.provider);
  v_candidates constant jsonb := private.known_email_candidates(stream.organization_id, (
    select coalesce(jsonb_agg(private.email_evidence(change.external_id, change.data)), '[]') from unnest(changes) as change));
  v_existing_ids constant uuid[] := private.existing_email_ids(array(select change.row_id from unnest(changes) as change));
  v_judged_emails public.inbound_emails[] := '{}';
  v_data jsonb[] := '{}';
  v_bytes bigint := 0;
begin
  foreach v_change in array array(
    select change from unnest(changes) as change
    order by (change.data ->> 'received_at')::timestamptz, change.position)
  loop
    if v_change.row_id = any (v_existing_ids) then
      perform private.return_email(v_change.row_id);
      continue;
    end if;
    if private.may_be_reply(v_change.data) and v_judged_emails <> '{}' then
      perform private.store_emails(v_judged_emails, v_data);
      v_judged_emails := '{}';
      v_data := '{}';
    end if;
    v_judged_emails := v_judged_emails || private.judge_email(
      stream, v_change.row_id, v_change.external_id, v_change.data, v_trusted_hosts,
      coalesce(v_candidates -> v_change.external_id, '[]'));
    v_data := v_data || v_change.data;
    v_bytes := v_bytes + private.email_bytes(v_change.data);
  end loop;
  perform private.store_emails(v_judged_emails, v_data);
  update public.sync_streams set stored_bytes = sync_streams.stored_bytes + v_bytes
  where sync_streams.id = stream.id and v_bytes > 0;
end;
$$;

-- An email is judged by the emails of its thread, so one that replies to none is judged by itself.
create or replace function private.may_be_reply(data jsonb)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return coalesce(data ->> 'in_reply_to', '') <> '' or coalesce(data ->> 'reference_ids', '') <> '';
end;
$$;

create or replace function private.existing_email_ids(email_ids uuid[])
returns uuid[]
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  return array(select emails.id from public.inbound_emails as emails where emails.id = any (existing_email_ids.email_ids));
end;
$$;

-- An email whose record was released keeps its row.
create or replace function private.find_synced_emails(
  stream public.sync_streams, external_ids text[], project_ids uuid[])
returns table (external_id text, row_id uuid)
language plpgsql
stable
rows 100
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  return query
  select entry.external_id, email.id
  from unnest(find_synced_emails.external_ids) as entry (external_id)
  cross join lateral (
    select emails.id from public.inbound_emails as emails
    where emails.external_id = entry.external_id and emails.provider = stream.provider
      and emails.organization_id is not distinct from stream.organization_id
    limit 1) as email;
end;
$$;

create or replace function private.hide_synced_emails(stream public.sync_streams, row_ids uuid[])
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.restrict_synced_sources(stream, coalesce((
    select jsonb_object_agg(row_id, array(
      select row_id
      union all
      select attachments.document_id from private.email_attachments as attachments
      where attachments.email_id = row_id and attachments.document_id is not null))
    from unnest(hide_synced_emails.row_ids) as row_id), '{}'))
$$;
comment on function private.hide_synced_emails(public.sync_streams, uuid[]) is
  'Restricts emails and their attachments to admins and leads. Returns { email id: [source id] } of the sources that were not restricted before.';

-- Emails that were deleted from their mailbox leave every list and search. Their text stays for its citations.
create or replace function private.delete_synced_emails(stream public.sync_streams, row_ids uuid[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.inbound_emails set removed_at = now()
  where inbound_emails.organization_id = stream.organization_id
    and inbound_emails.id = any (delete_synced_emails.row_ids) and inbound_emails.removed_at is null;
  perform private.show_email(emails.id)
  from public.inbound_emails as emails
  where emails.organization_id = stream.organization_id and emails.id = any (delete_synced_emails.row_ids);
end;
$$;

create or replace function private.restore_synced_emails(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.return_email(emails.id)
  from public.inbound_emails as emails
  where emails.organization_id = (stream).organization_id and emails.id = any (restore_synced_emails.row_ids)
$$;

-- Changes nothing: received emails stay, and no one edits them, here or at the vendor.
create or replace function private.detach_synced_emails(stream public.sync_streams, row_ids uuid[])
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ $$;

create or replace function private.titles_of_synced_emails(stream public.sync_streams, row_ids uuid[])
returns table (row_id uuid, title text)
language sql
stable
rows 100
set search_path = pg_catalog, pg_temp
as $$
  select emails.id, emails.subject from public.inbound_emails as emails
  where emails.organization_id = (stream).organization_id and emails.id = any (titles_of_synced_emails.row_ids)
$$;

-- The item of an email for known_email_candidates().
create or replace function private.email_evidence(external_id text, data jsonb)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_build_object(
    'key', email_evidence.external_id,
    'emails', array[left(lower(private.plain_line(data #>> '{from,address}')), 320)],
    'title', left(private.plain_line(data ->> 'subject'), 500));
end;
$$;

-- An email with its verdict, its thread and the router's decision. `known_candidates` has the candidates of the sender
-- and the subject.
create or replace function private.judge_email(
  stream public.sync_streams, email_id uuid, external_id text, data jsonb, trusted_hosts text[], known_candidates jsonb)
returns public.inbound_emails
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_headers constant jsonb := coalesce(data -> 'headers', '[]');
  v_email public.inbound_emails;
  v_auth record;
  v_route record;
  v_is_reply boolean := false;
  v_thread_project_ids uuid[];
begin
  v_email.id := judge_email.email_id;
  v_email.organization_id := stream.organization_id;
  v_email.provider := stream.provider;
  v_email.external_id := judge_email.external_id;
  v_email.subject := left(private.plain_line(data ->> 'subject'), 500);
  v_email.subject_key := private.subject_key(v_email.subject);
  v_email.from_name := nullif(left(private.plain_line(data #>> '{from,name}'), 200), '');
  v_email.from_address := left(lower(private.plain_line(data #>> '{from,address}')), 320);
  v_email.from_domain := coalesce(private.email_domain(v_email.from_address), '');
  v_email.recipients := jsonb_build_object('to', coalesce(data -> 'to', '[]'), 'cc', coalesce(data -> 'cc', '[]'));
  v_email.received_at := (data ->> 'received_at')::timestamptz;
  v_email.message_id := (private.message_ids(left(data ->> 'message_id', 1000)))[1];
  v_email.automatic := private.automatic_email(v_headers, v_email.from_address, v_email.subject);
  v_email.attachment_count := jsonb_array_length(coalesce(data -> 'attachments', '[]'));

  select * into v_auth from private.email_auth(v_headers, v_email.from_domain, trusted_hosts);
  v_email.auth_verdict := case
    when v_auth.verdict = 'pass' and (v_email.from_domain = '' or data -> 'has_several_senders' = 'true') then 'fail'
    else v_auth.verdict end;
  v_email.auth_by := v_auth.host;

  if private.may_be_reply(data) then
    select
      count(*) > 0, (array_agg(parents.thread_id order by parents.received_at))[1],
      array_agg(parents.project_id) filter (
        where parents.project_id is not null and parents.rejected_at is null and parents.removed_at is null)
    into v_is_reply, v_email.thread_id, v_thread_project_ids
    from private.email_parents(
      v_email.organization_id, data ->> 'in_reply_to', data ->> 'reference_ids', v_email.subject_key) as parents;
  end if;
  v_email.thread_id := coalesce(v_email.thread_id, gen_random_uuid());

  select * into v_route from private.route_email(v_email, coalesce(v_thread_project_ids, '{}'), judge_email.known_candidates);
  v_email.candidates := v_route.candidates;
  v_email.project_id := v_route.project_id;
  v_email.rule := v_route.rule;
  v_email.reason := v_route.reason;
  if v_is_reply then
    v_email.reject_reason := private.email_loop(v_email);
  end if;
  v_email.rejected_at := case when v_email.reject_reason is not null then now() end;
  v_email.created_at := now();
  v_email.index_attempts := 0;
  return v_email;
end;
$$;

-- Stores judged emails with their texts and attachments; `data` has the record of each.
create or replace function private.store_emails(emails public.inbound_emails[], data jsonb[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_email public.inbound_emails;
begin
  if emails = '{}' then
    return;
  end if;
  insert into public.sources (id, organization_id, kind, project_id, title, occurred_at, keywords, archived_at)
  select
    email.id, email.organization_id, 'email', email.project_id, coalesce(nullif(btrim(email.subject), ''), '(no subject)'),
    email.received_at, concat_ws(' ', email.from_name, email.from_address), email.rejected_at
  from unnest(store_emails.emails) as email;
  insert into public.inbound_emails select email.* from unnest(store_emails.emails) as email;
  insert into private.email_texts (email_id, organization_id, text, headers, raw_path, problems)
  select
    (store_emails.emails[entry.number]).id, (store_emails.emails[entry.number]).organization_id,
    coalesce(entry.item ->> 'text', ''), coalesce(entry.item -> 'headers', '[]'), entry.item ->> 'raw_path',
    array(select jsonb_array_elements_text(coalesce(entry.item -> 'problems', '[]')))::public.email_problem[]
  from unnest(store_emails.data) with ordinality as entry (item, number);
  insert into private.email_attachments (
    email_id, organization_id, position, file_name, content_type, size_bytes, is_inline)
  select
    (store_emails.emails[entry.number]).id, (store_emails.emails[entry.number]).organization_id, attachment.number - 1,
    coalesce(nullif(left(private.plain_line(attachment.item ->> 'file_name'), 255), ''), 'attachment'),
    left(coalesce(attachment.item ->> 'media_type', 'application/octet-stream'), 200),
    (attachment.item ->> 'size_bytes')::bigint, attachment.item -> 'is_inline' = 'true'
  from unnest(store_emails.data) with ordinality as entry (item, number)
  cross join lateral jsonb_array_elements(coalesce(entry.item -> 'attachments', '[]'))
    with ordinality as attachment (item, number);

  foreach v_email in array emails loop
    if v_email.project_id is not null and v_email.rejected_at is null then
      perform private.record_audit_event(
        v_email.organization_id, 'inbound_email.assigned', 'inbound_email', v_email.id, null,
        jsonb_build_object('rule', v_email.rule, 'reason', v_email.reason), v_email.project_id);
    end if;
  end loop;
end;
$$;

-- Receives one email.
create or replace function private.receive_email(
  stream public.sync_streams, email_id uuid, external_id text, data jsonb, trusted_hosts text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.store_emails(
    array[private.judge_email(
      stream, receive_email.email_id, receive_email.external_id, receive_email.data, receive_email.trusted_hosts, coalesce(
        private.known_email_candidates(
          stream.organization_id, jsonb_build_array(private.email_evidence(receive_email.external_id, receive_email.data)))
          -> receive_email.external_id,
        '[]'))],
    array[receive_email.data]);
end;
$$;

-- Why an email is set aside as part of a loop: two programs that reply to each other would fill every list. Null
-- otherwise. People write to mailing lists, so messages of a list are not a loop. Only emails with the same verdict
-- count, so that forged emails cannot hide a genuine one.
create or replace function private.email_loop(email public.inbound_emails)
returns text
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
  select case
    when email.automatic in ('reply', 'bounce') and count(*) filter (where earlier_email.automatic in ('reply', 'bounce')) >= 2
      then 'More than two automatic emails in one thread'
    -- Some programs write as people do, but faster.
    when count(*) filter (
        where earlier_email.from_address = email.from_address
          and earlier_email.received_at > email.received_at - interval '1 hour') >= 20
      then 'More than twenty emails of one sender in a thread within an hour' end
  from public.inbound_emails as earlier_email
  where earlier_email.thread_id = email.thread_id and earlier_email.organization_id is not distinct from email.organization_id
    and earlier_email.id <> email.id and earlier_email.auth_verdict = email.auth_verdict);
end;
$$;

-- A text on one line without control characters.
create or replace function private.plain_line(text text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return btrim(regexp_replace(coalesce(plain_line.text, ''), '[[:cntrl:][:space:]]+', ' ', 'g'));
end;
$$;
