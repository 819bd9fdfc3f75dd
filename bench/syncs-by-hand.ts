/** The baseline: for each page, one `insert … on conflict` that a careful developer would write for these records. */
import type { SyncStream } from "../supabase/functions/_domain/syncs/records.ts";

interface ByHand {
  /** The parameters are the records, the organization and the stream. */
  query: string;
  /** Everything that a vendor determines, as rows with a `key`. */
  rows: string;
  /** The tables that a run writes, and the condition for its rows. */
  tables: Record<string, string>;
}

const records = `jsonb_to_recordset($1::text::jsonb) as record ("externalId" text, data jsonb)`;
/** The sync records of a page and its cursor, which a run of the product writes too. The ids of the rows are invented. */
export const SYNC_RECORDS = `
  with page_records as (
    insert into private.sync_records (
      organization_id, stream_id, external_id, version, hash, row_id, is_here, seen_listing)
    select
      $2::uuid, $3::uuid, record."externalId", record.version,
      encode(sha256(convert_to(record.data::text, 'UTF8')), 'hex'), gen_random_uuid(), true, 1
    from jsonb_to_recordset($1::text::jsonb) as record ("externalId" text, version text, data jsonb)
    on conflict on constraint sync_records_pkey do update
    set version = excluded.version, hash = excluded.hash, seen_listing = excluded.seen_listing
  )
  update public.sync_streams set cursor = $4 where id = $3::uuid`;

const scopesOn = (field: string) => `
  join public.sync_scopes as scopes
    on scopes.organization_id = $2::uuid and scopes.stream_id = $3::uuid
   and scopes.external_id = record.data ->> '${field}'`;
const rowsOf = (table: string, condition: string) => `
  select external_key as key, to_jsonb(item) - '{id,version,created_at,updated_at}'::text[] as content
  from ${table} as item where ${condition}`;
/** Titles of meetings and subjects of emails begin with the code of their project, and the code alone decides. */
const codedProject = (title: string) => `
  join public.projects
    on projects.organization_id = $2::uuid and projects.code = split_part(record.data ->> '${title}', ':', 1)`;

const crmRecords = (kind: string, link?: { column: string; join: string }) => `
  insert into private.crm_records as target (
    organization_id, provider, kind, external_id, name, domain, email, company_external_id, merged_external_ids,
    ${link ? `${link.column}, ` : ""}details)
  select
    $2::uuid, 'hubspot', '${kind}', record."externalId",
    coalesce(record.data ->> 'name', concat_ws(' ', record.data ->> 'first_name', record.data ->> 'last_name')),
    record.data ->> 'domain', lower(record.data ->> 'email'), record.data ->> 'company_external_id',
    array(select jsonb_array_elements_text(record.data -> 'merged_external_ids')), ${link ? "matches.id, " : ""}
    record.data - array['name', 'domain', 'email', 'company_external_id', 'merged_external_ids', 'first_name', 'last_name']
  from ${records} ${link?.join ?? ""}
  on conflict (organization_id, provider, kind, external_id) do update
  set name = excluded.name, domain = excluded.domain, email = excluded.email,
      company_external_id = excluded.company_external_id, merged_external_ids = excluded.merged_external_ids,
      ${link ? `${link.column} = coalesce(target.${link.column}, excluded.${link.column}),` : ""}
      details = excluded.details, removed_at = null`;
const crm = (kind: string, link: { column: string; join: string }): ByHand => ({
  query: `with stream as (select $3::uuid) ${crmRecords(kind, link)}`,
  rows: `
    select external_id as key, to_jsonb(item) - '{id,created_at,contact_id}'::text[] as content
    from private.crm_records as item where kind = '${kind}' and external_id !~ '^L'`,
  tables: { "private.crm_records": `kind = '${kind}' and external_id !~ '^L'` },
});

/** The meetings of this benchmark: the dataset has others. */
const MEETING_IDS = "select id from public.meetings where url ~ '^https://meetings.example/'";

/** Meetings are sources with the same id. */
const recordsWithIds = (table: string, title: string) => `
  page_records as materialized (
    select
      coalesce(existing_rows.id, gen_random_uuid()) as id, record."externalId" as external_id, record.data, projects.id as project_id
    from ${records} ${codedProject(title)}
    left join ${table} as existing_rows
      on existing_rows.organization_id = $2::uuid and existing_rows.provider = (
        select streams.provider from public.sync_streams as streams where streams.id = $3::uuid)
     and existing_rows.external_id = record."externalId")`;

export const BY_HAND: Record<SyncStream, ByHand> = {
  tasks: {
    query: `
      insert into public.tasks (
        organization_id, project_id, external_key, managed_by, title, description, status, assignee_id, estimate_hours,
        estimated_on, due_on, labels)
      select
        $2::uuid, scopes.project_id, 'clickup:' || record."externalId", 'clickup', record.data ->> 'title',
        record.data ->> 'description',
        (case record.data ->> 'status'
          when 'complete' then 'done' when 'in progress' then 'in_progress' when 'blocked' then 'blocked'
          else 'open' end)::public.task_status,
        people.id, (record.data ->> 'estimate_hours')::numeric, (select private.organization_today($2::uuid)),
        (record.data ->> 'due_on')::date, array(select jsonb_array_elements_text(record.data -> 'labels'))
      from ${records} ${scopesOn("list_id")}
      left join public.people
        on people.organization_id = $2::uuid and people.email = record.data ->> 'assignee_email'
       and people.archived_at is null
      on conflict (project_id, external_key) where external_key is not null do update
      set title = excluded.title, description = excluded.description, status = excluded.status,
          assignee_id = excluded.assignee_id, estimate_hours = excluded.estimate_hours, due_on = excluded.due_on,
          archived_at = null`,
    rows: rowsOf("public.tasks", "managed_by = 'clickup'"),
    tables: { "public.tasks": "managed_by = 'clickup'" },
  },
  hours: {
    query: `
      insert into public.time_entries (
        organization_id, project_id, task_id, person_id, spent_on, hours, note, external_key, managed_by)
      select
        $2::uuid, scopes.project_id, tasks.id, people.id, (record.data ->> 'spent_on')::date,
        (record.data ->> 'hours')::numeric, coalesce(record.data ->> 'note', record.data ->> 'task_name'),
        'harvest:' || record."externalId", 'harvest'
      from ${records} ${scopesOn("project_external_id")}
      join public.people
        on people.organization_id = $2::uuid and people.email = record.data ->> 'person_email'
       and people.archived_at is null
      left join public.tasks
        on tasks.project_id = scopes.project_id and tasks.archived_at is null
       and lower(tasks.title) = lower(record.data ->> 'task_name')
      on conflict (project_id, external_key) where external_key is not null do update
      set task_id = excluded.task_id, person_id = excluded.person_id, spent_on = excluded.spent_on,
          hours = excluded.hours, note = excluded.note`,
    rows: rowsOf("public.time_entries", "managed_by = 'harvest'"),
    tables: { "public.time_entries": "managed_by = 'harvest'" },
  },
  events: {
    query: `
      insert into public.calendar_events (
        organization_id, project_id, provider, external_id, calendar_id, summary, description, location, starts_at, ends_at,
        time_zone, attendees, status, etag, is_all_day, organizer_email, series_id, uid, url, match_reason)
      select
        $2::uuid, scopes.project_id, 'google_calendar', split_part(record."externalId", '/', 2),
        record.data ->> 'calendar_id', record.data ->> 'summary', record.data ->> 'description', record.data ->> 'location',
        (record.data ->> 'starts_at')::timestamptz, (record.data ->> 'ends_at')::timestamptz, record.data ->> 'time_zone',
        array(select jsonb_array_elements_text(record.data -> 'attendees')),
        (record.data ->> 'status')::public.calendar_event_status, record.data ->> 'etag',
        (record.data -> 'is_all_day')::boolean, record.data ->> 'organizer_email', record.data ->> 'series_id',
        record.data ->> 'uid', record.data ->> 'url', 'The calendar is assigned to this project'
      from ${records} ${scopesOn("calendar_id")}
      on conflict (organization_id, provider, calendar_id, external_id) do update
      set project_id = excluded.project_id, summary = excluded.summary, description = excluded.description,
          location = excluded.location, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
          time_zone = excluded.time_zone, attendees = excluded.attendees, status = excluded.status, etag = excluded.etag,
          is_all_day = excluded.is_all_day, organizer_email = excluded.organizer_email, url = excluded.url`,
    rows: `
      select external_id as key, to_jsonb(item) - '{id,version,created_at,updated_at}'::text[] as content
      from public.calendar_events as item where provider = 'google_calendar'`,
    tables: { "public.calendar_events": "provider = 'google_calendar'" },
  },
  busy: {
    query: `
      with calendars as (
        insert into public.busy_calendars (
          organization_id, provider, external_id, person_id, window_starts_at, window_ends_at, synced_at)
        select
          $2::uuid, 'google_calendar', record."externalId", people.id,
          (record.data ->> 'window_starts_at')::timestamptz, (record.data ->> 'window_ends_at')::timestamptz, now()
        from ${records}
        join public.people on people.organization_id = $2::uuid and people.email = record."externalId"
        on conflict (organization_id, provider, external_id) do update
        set window_starts_at = excluded.window_starts_at, window_ends_at = excluded.window_ends_at, synced_at = now()
        returning id, external_id
      )
      insert into public.busy_blocks (organization_id, calendar_id, starts_at, ends_at)
      select $2::uuid, calendars.id, (block ->> 'starts_at')::timestamptz, (block ->> 'ends_at')::timestamptz
      from ${records}
      join calendars on calendars.external_id = record."externalId"
      cross join jsonb_array_elements(record.data -> 'blocks') as block
      where $3::uuid is not null
      on conflict (organization_id, calendar_id, starts_at, ends_at) do nothing`,
    rows: `
      select calendars.external_id || blocks.starts_at as key,
        jsonb_build_array(calendars.person_id, blocks.starts_at, blocks.ends_at) as content
      from public.busy_blocks as blocks join public.busy_calendars as calendars on calendars.id = blocks.calendar_id`,
    tables: { "public.busy_blocks": "true", "public.busy_calendars": "true" },
  },
  meetings: {
    query: `
      with ${recordsWithIds("public.meetings", "title")},
      source_rows as (
        insert into public.sources (
          id, organization_id, kind, project_id, title, occurred_at, language, keywords, published_version)
        select
          page_records.id, $2::uuid, 'meeting', page_records.project_id, page_records.data ->> 'title',
          (page_records.data ->> 'starts_at')::timestamptz, page_records.data ->> 'language',
          (select string_agg(invitee ->> 'name', ', ') from jsonb_array_elements(page_records.data -> 'invitees') as invitee), 1
        from page_records
        on conflict (id) do update
        set title = excluded.title, occurred_at = excluded.occurred_at, keywords = excluded.keywords, archived_at = null
      ),
      meeting_rows as (
        insert into public.meetings (
          id, organization_id, scope_id, provider, external_id, url, starts_at, ends_at, recorded_by, attendees, summary,
          matched_by, match_reason)
        select
          page_records.id, $2::uuid, page_records.project_id, 'fathom', page_records.external_id, page_records.data ->> 'url',
          (page_records.data ->> 'starts_at')::timestamptz, (page_records.data ->> 'ends_at')::timestamptz,
          page_records.data ->> 'recorded_by_name', page_records.data -> 'invitees', page_records.data ->> 'summary', 'evidence',
          'The title contains the code'
        from page_records
        on conflict (id) do update
        set url = excluded.url, starts_at = excluded.starts_at, ends_at = excluded.ends_at, summary = excluded.summary
      ),
      texts as (
        insert into private.meeting_texts (meeting_id, organization_id, transcript, action_items)
        select page_records.id, $2::uuid, page_records.data -> 'transcript', page_records.data -> 'action_items' from page_records
        on conflict (meeting_id) do update set transcript = excluded.transcript
      ),
      notes as (
        insert into public.project_notes (organization_id, project_id, source_id, scope_id, occurred_on, title, body)
        select
          $2::uuid, page_records.project_id, page_records.id, page_records.project_id, (page_records.data ->> 'starts_at')::timestamptz::date,
          page_records.data ->> 'title', page_records.data ->> 'summary'
        from page_records
        on conflict (source_id) do update set title = excluded.title, body = excluded.body
      )
      insert into public.passages (organization_id, source_id, source_version, position, content, location, scope_id)
      select $2::uuid, page_records.id, 1, 0, page_records.data ->> 'summary', '{"heading": "Summary"}'::jsonb, page_records.project_id from page_records
      union all
      select $2::uuid, page_records.id, 1, 1,
        string_agg((turn ->> 'speaker_name') || ': ' || (turn ->> 'text'), E'\\n' order by position),
        '{"at": "00:00:00", "speaker": "Person"}'::jsonb, page_records.project_id
      from page_records cross join jsonb_array_elements(page_records.data -> 'transcript') with ordinality as turns (turn, position)
      group by page_records.id, page_records.project_id
      on conflict (source_id, source_version, position) do update set content = excluded.content`,
    rows: `
      select meetings.external_id as key, jsonb_build_array(
        sources.title, sources.project_id, sources.keywords, sources.occurred_at, meetings.summary, meetings.attendees,
        (select jsonb_agg(content order by position) from public.passages where source_id = meetings.id),
        (select jsonb_agg(jsonb_build_array(body, occurred_on)) from public.project_notes where source_id = meetings.id)) as content
      from public.meetings join public.sources on sources.id = meetings.id
      where meetings.id in (${MEETING_IDS})`,
    tables: {
      "private.meeting_texts": `meeting_id in (${MEETING_IDS})`,
      "public.project_notes": `source_id in (${MEETING_IDS})`,
      "public.passages": `source_id in (${MEETING_IDS})`,
      "public.sources": `id in (${MEETING_IDS})`,
      "public.meetings": `id in (${MEETING_IDS})`,
    },
  },
  emails: {
    query: `
      with page_records as materialized (
        select
          gen_random_uuid() as id, record."externalId" as external_id, record.data,
          coalesce(parents.thread_id, gen_random_uuid()) as answered_thread_id,
          lower(record.data #>> '{from,address}') as from_address,
          split_part(lower(record.data #>> '{from,address}'), '@', 2) as from_domain,
          (record.data -> 'headers' -> 0 ->> 'value') = 'mx.google.com; dmarc=pass header.from='
            || split_part(lower(record.data #>> '{from,address}'), '@', 2) as is_verified,
          projects.id as project_id
        from ${records}
        left join public.inbound_emails as parents
          on parents.organization_id = $2::uuid and parents.message_id = btrim(record.data ->> 'in_reply_to', '<>')
        ${codedProject("subject").replace("join", "left join")}
        left join public.inbound_emails as duplicates
          on duplicates.organization_id = $2::uuid and duplicates.external_id = record."externalId"
         and duplicates.provider = (select streams.provider from public.sync_streams as streams where streams.id = $3::uuid)
        where duplicates.id is null
      ),
      source_rows as (
        insert into public.sources (id, organization_id, kind, project_id, title, occurred_at, keywords)
        select
          page_records.id, $2::uuid, 'email', case when page_records.is_verified then page_records.project_id end,
          page_records.data ->> 'subject', (page_records.data ->> 'received_at')::timestamptz,
          (page_records.data #>> '{from,name}') || ' ' || page_records.from_address
        from page_records
      ),
      emails as (
        insert into public.inbound_emails (
          id, organization_id, project_id, provider, external_id, message_id, thread_id, subject, subject_key, from_name,
          from_address, from_domain, recipients, received_at, auth_verdict, auth_by, automatic, attachment_count, rule, reason)
        select
          page_records.id, $2::uuid, case when page_records.is_verified then page_records.project_id end, 'gmail', page_records.external_id,
          btrim(page_records.data ->> 'message_id', '<>'), page_records.answered_thread_id, page_records.data ->> 'subject',
          lower(regexp_replace(page_records.data ->> 'subject', '^(re|fwd?|aw|wg):\\s*', '', 'i')), page_records.data #>> '{from,name}',
          page_records.from_address, page_records.from_domain,
          jsonb_build_object('to', page_records.data -> 'to', 'cc', page_records.data -> 'cc'),
          (page_records.data ->> 'received_at')::timestamptz,
          case when page_records.is_verified then 'pass'::public.email_verdict else 'none' end,
          case when page_records.is_verified then 'mx.google.com' end,
          case when exists (
            select from jsonb_array_elements(page_records.data -> 'headers') as header
            where lower(header ->> 'name') in ('list-id', 'list-unsubscribe')) then 'list'::public.automatic_email end,
          jsonb_array_length(page_records.data -> 'attachments'),
          case when page_records.is_verified and page_records.project_id is not null then 'contact'::public.email_rule end,
          'The subject contains the code'
        from page_records
      ),
      texts as (
        insert into private.email_texts (email_id, organization_id, text, headers, raw_path)
        select page_records.id, $2::uuid, page_records.data ->> 'text', page_records.data -> 'headers', page_records.data ->> 'raw_path'
        from page_records
      )
      insert into private.email_attachments (
        email_id, organization_id, position, file_name, content_type, size_bytes, is_inline)
      select
        page_records.id, $2::uuid, attachments.number - 1, attachments.item ->> 'file_name', attachments.item ->> 'media_type',
        (attachments.item ->> 'size_bytes')::bigint, (attachments.item -> 'is_inline')::boolean
      from page_records cross join jsonb_array_elements(page_records.data -> 'attachments') with ordinality as attachments (item, number)`,
    rows: `
      select emails.external_id as key, jsonb_build_array(
        sources.title, sources.project_id, sources.keywords, sources.occurred_at, emails.message_id, emails.subject,
        emails.subject_key, emails.from_name, emails.from_address, emails.from_domain, emails.recipients, emails.received_at,
        emails.auth_verdict, emails.auth_by, emails.automatic, emails.attachment_count, emails.project_id, emails.rule,
        texts.text, texts.headers, texts.raw_path,
        (select jsonb_agg(to_jsonb(attachments) - 'email_id' order by attachments.position)
         from private.email_attachments as attachments where attachments.email_id = emails.id)) as content
      from public.inbound_emails as emails
      join public.sources on sources.id = emails.id
      join private.email_texts as texts on texts.email_id = emails.id`,
    tables: {
      "private.email_attachments": "true",
      "private.email_texts": "true",
      "public.inbound_emails": "true",
      "public.sources": "kind = 'email'",
    },
  },
  companies: crm("companies", {
    column: "client_id",
    join: `
      left join public.clients as matches
        on matches.organization_id = $2::uuid and matches.archived_at is null
       and lower(matches.name) = lower(record.data ->> 'name')
       and matches.website = 'https://' || (record.data ->> 'domain')
       and not exists (
         select from private.crm_records as other_records
         where other_records.organization_id = $2::uuid and other_records.client_id = matches.id)`,
  }),
  contacts: {
    query: `
      with contact_records as (${crmRecords("contacts")} returning target.*)
      insert into public.contacts (organization_id, client_id, name, email, title, phone, external_key, managed_by)
      select
        $2::uuid, companies.client_id, contact_records.name, contact_records.email, contact_records.details ->> 'job_title', contact_records.details ->> 'phone',
        'hubspot:' || contact_records.external_id, 'hubspot'
      from contact_records
      join private.crm_records as companies
        on companies.organization_id = $2::uuid and companies.provider = 'hubspot' and companies.kind = 'companies'
       and companies.external_id = contact_records.company_external_id
      where $3::uuid is not null
      on conflict (organization_id, external_key) where external_key is not null do update
      set client_id = excluded.client_id, name = excluded.name, email = excluded.email, title = excluded.title,
          phone = excluded.phone`,
    rows: rowsOf("public.contacts", "managed_by = 'hubspot'"),
    tables: {
      "private.crm_records": "kind = 'contacts'",
      "public.contacts": "managed_by = 'hubspot'",
    },
  },
  deals: crm("deals", {
    column: "project_id",
    join: `
      left join private.crm_records as companies
        on companies.organization_id = $2::uuid and companies.provider = 'hubspot' and companies.kind = 'companies'
       and companies.external_id = record.data ->> 'company_external_id'
      left join lateral (
        select projects.id
        from public.accounts
        join public.projects
          on projects.account_id = accounts.id and projects.archived_at is null
         and lower(projects.name) = lower(record.data ->> 'name')
        where accounts.organization_id = $2::uuid and accounts.client_id = companies.client_id
          and not exists (
            select from private.crm_records as other_records
            where other_records.organization_id = $2::uuid and other_records.project_id = projects.id)
        limit 1) as matches on true`,
  }),
  // This is the database's part. The bytes of each file are fetched by a separate job.
  files: {
    query: `
      with file_rows as (
        insert into private.synced_files (
          id, organization_id, stream_id, external_id, project_id, name, media_type, size_bytes, content_version,
          is_restricted, url, record)
        select
          gen_random_uuid(), $2::uuid, $3::uuid, record."externalId", scopes.project_id, record.data ->> 'name',
          record.data ->> 'media_type', (record.data ->> 'size_bytes')::bigint, record.data ->> 'content_version',
          private.is_restricted_file(record.data), record.data ->> 'url', record.data
        from ${records} ${scopesOn("root_folder_id")}
        on conflict (organization_id, stream_id, external_id) do update
        set project_id = excluded.project_id, name = excluded.name, media_type = excluded.media_type,
            size_bytes = excluded.size_bytes, content_version = excluded.content_version,
            is_restricted = excluded.is_restricted, url = excluded.url, record = excluded.record, removed_at = null
        returning id, organization_id, fetched_version, content_version
      )
      insert into private.jobs (organization_id, kind, payload, unique_key, max_attempts)
      select organization_id, 'file_fetch', jsonb_build_object('file_id', id), id::text, 10 from file_rows
      where fetched_version is distinct from content_version
      on conflict (kind, unique_key) where unique_key is not null and died_at is null do nothing`,
    rows: `
      select files.external_id as key, jsonb_build_array(
        to_jsonb(files) - '{id,record}'::text[], jobs.kind, jobs.max_attempts) as content
      from private.synced_files as files
      join private.jobs on jobs.unique_key = files.id::text and jobs.payload = jsonb_build_object('file_id', files.id)`,
    tables: { "private.synced_files": "true", "private.jobs": "kind = 'file_fetch'" },
  },
};
