-- Received emails of one scope, newest first, without their text. For admins and leads.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV (invalid_scope, invalid_cursor).
create or replace function private.list_inbound_emails(scope text default 'all', page_size integer default 50, cursor text default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_size constant integer := least(greatest(coalesce(page_size, 50), 1), 100);
  v_after record := private.read_page_cursor(list_inbound_emails.cursor);
  v_ids uuid[];
  v_last_email public.inbound_emails;
begin
  -- One query per scope, each along its own index: a page costs the same however many emails there are.
  if scope = 'all' then
    v_ids := array(
      select emails.id from public.inbound_emails as emails
      where emails.organization_id = v_viewer.organization_id and emails.rejected_at is null and emails.removed_at is null
        and (v_after.id is null or (emails.received_at, emails.id) < (v_after.at, v_after.id))
      order by emails.received_at desc, emails.id desc limit v_size + 1);
  elsif scope = 'unassigned' then
    v_ids := array(
      select emails.id from public.inbound_emails as emails
      where emails.organization_id = v_viewer.organization_id and emails.project_id is null
        and emails.rejected_at is null and emails.removed_at is null
        and (v_after.id is null or (emails.received_at, emails.id) < (v_after.at, v_after.id))
      order by emails.received_at desc, emails.id desc limit v_size + 1);
  elsif scope = 'rejected' then
    v_ids := array(
      select emails.id from public.inbound_emails as emails
      where emails.organization_id = v_viewer.organization_id and emails.rejected_at is not null
        and emails.removed_at is null
        and (v_after.id is null or (emails.received_at, emails.id) < (v_after.at, v_after.id))
      order by emails.received_at desc, emails.id desc limit v_size + 1);
  else
    raise exception using
      errcode = 'OPINV', message = 'Choose all, unassigned or rejected', hint = 'invalid_scope';
  end if;
  select * into v_last_email from public.inbound_emails where inbound_emails.id = v_ids[v_size];
  return jsonb_build_object(
    'emails', private.inbound_emails_json(v_ids[1:v_size]),
    'next_cursor', case when cardinality(v_ids) > v_size then private.page_cursor(v_last_email.received_at, v_last_email.id) end,
    'counts', private.email_counts(v_viewer.organization_id));
end;
$$;

-- The fields of emails in every list, in the order of the ids. All emails belong to one organization. `refusal` is the
-- reason why the domain of the sender may not be learned.
create or replace function private.inbound_emails_json(email_ids uuid[])
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_own_domain constant text := (
    select organizations.email_domain from public.organizations
    join public.inbound_emails on inbound_emails.organization_id = organizations.id
    where inbound_emails.id = email_ids[1]);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', email.id, 'subject', email.subject,
      'from', jsonb_build_object('name', email.from_name, 'address', email.from_address),
      'to', coalesce(email.recipients -> 'to', '[]'), 'received_at', email.received_at,
      'project', case when projects.id is not null then jsonb_build_object('id', projects.id, 'name', projects.name) end,
      'state', case
        when email.rejected_at is not null then 'rejected' when email.project_id is null then 'unassigned' else 'assigned' end,
      'assigned_because', case when email.project_id is not null then email.reason end,
      'waiting_because', case when email.project_id is null then email.reason end,
      'auth_verdict', jsonb_build_object('result', email.auth_verdict, 'by', email.auth_by),
      'candidates', coalesce((
        select jsonb_agg(jsonb_build_object(
          'project_id', candidates.id, 'name', candidates.name, 'score', suggestion.item -> 'score',
          'reason', suggestion.item ->> 'reason') order by suggestion.position)
        from jsonb_array_elements(email.candidates) with ordinality as suggestion (item, position)
        -- The limit forces one lookup per candidate. Without it, the planner, which expects more candidates, would read
        -- all projects.
        cross join lateral (
          select projects.id, projects.name from public.projects
          where projects.id = (suggestion.item ->> 'project_id')::uuid and projects.archived_at is null
          limit 1) as candidates), '[]'),
      'has_attachments', email.attachment_count > 0, 'reject_reason', email.reject_reason,
      'is_automatic', email.automatic is not null,
      'automatic_because', case email.automatic
        when 'reply' then 'Automatic reply' when 'bounce' then 'Delivery report' when 'list' then 'Mailing list message' end,
      'domain', jsonb_build_object(
        'name', email.from_domain, 'can_remember', domain.refusal is null, 'refusal', domain.refusal),
      'source_id', email.id,
      'thread', jsonb_build_object('id', email.thread_id, 'emails', (
        select count(*) from (
          select from public.inbound_emails as thread_emails
          where thread_emails.organization_id = email.organization_id and thread_emails.thread_id = email.thread_id
            and thread_emails.removed_at is null
          limit 100) as matches)))
      order by entry.position), '[]')
    from unnest(inbound_emails_json.email_ids) with ordinality as entry (id, position)
    join public.inbound_emails as email on email.id = entry.id
    left join public.projects on projects.id = email.project_id
    cross join lateral (
      select case
        when email.from_domain = '' then 'The email has no sender'
        when email.auth_verdict <> 'pass' then 'The domain of the sender is not verified'
        when email.automatic is not null then 'A program sent this email'
        when right('.' || email.from_domain, char_length(v_own_domain) + 1) = '.' || v_own_domain
          then 'This is your own domain'
        when private.is_public_email_domain(email.from_domain) then 'Anyone can get an address at this domain'
        end as refusal
      offset 0) as domain);
end;
$$;

create or replace function private.inbound_email_json(email_id uuid)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.inbound_emails_json(array[inbound_email_json.email_id]) -> 0 $$;

-- How many emails each list has, counted up to a thousand.
create or replace function private.email_counts(organization_id uuid)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'all', (select count(*) from (
      select from public.inbound_emails as emails
      where emails.organization_id = email_counts.organization_id and emails.rejected_at is null
        and emails.removed_at is null limit 1000) as matches),
    'unassigned', (select count(*) from (
      select from public.inbound_emails as emails
      where emails.organization_id = email_counts.organization_id and emails.project_id is null
        and emails.rejected_at is null and emails.removed_at is null limit 1000) as matches),
    'rejected', (select count(*) from (
      select from public.inbound_emails as emails
      where emails.organization_id = email_counts.organization_id and emails.rejected_at is not null
        and emails.removed_at is null limit 1000) as matches))
$$;

create or replace function public.list_inbound_emails(scope text default 'all', page_size integer default 50, cursor text default null)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.list_inbound_emails(scope, page_size, cursor) $$;

grant execute on function private.list_inbound_emails(text, integer, text) to authenticated;
grant execute on function public.list_inbound_emails(text, integer, text) to authenticated;
comment on function public.list_inbound_emails(text, integer, text) is
  'Returns { emails, next_cursor, counts }. Raises OPAUT · OPDEN · OPINV.';
