-- Received emails. An email is a source with the same id: without a project it is for admins and leads and is not
-- indexed. Its text and headers are in a separate table, so that no list can show them; the message as it arrived is
-- in the private bucket emails.
create type public.email_verdict as enum ('pass', 'fail', 'none');
comment on type public.email_verdict is
  'Whether the domain of the sender vouches for an email. none: no server that the organization trusts has checked it.';

create type public.automatic_email as enum ('reply', 'bounce', 'list');
comment on type public.automatic_email is 'Emails that no person wrote to us: automatic replies, bounces, messages of lists.';

create type public.email_rule as enum ('thread', 'domain', 'contact', 'person');
comment on type public.email_rule is
  'Why an email is in its project: it replies to one there, its domain is remembered, its sender is known, or a person assigned it.';

create type public.email_problem as enum (
  'too_large', 'too_complex', 'unreadable', 'no_headers', 'no_sender', 'several_senders', 'invalid_date',
  'boundary_missing', 'text_cut', 'html_unreadable', 'hidden_text_removed', 'too_many_addresses', 'too_many_attachments');
comment on type public.email_problem is 'Parts of an email that may be missing or misread.';

create table public.inbound_emails (
  id uuid primary key,
  organization_id uuid not null references public.organizations (id) on delete restrict,
  project_id uuid,
  provider public.integration_provider not null,
  external_id text not null,
  message_id text,
  thread_id uuid not null,
  subject text not null,
  subject_key text not null,
  from_name text,
  from_address text not null,
  from_domain text not null,
  recipients jsonb not null default '{}',
  received_at timestamptz not null,
  auth_verdict public.email_verdict not null,
  auth_by text,
  automatic public.automatic_email,
  attachment_count integer not null default 0,
  candidates jsonb not null default '[]',
  rule public.email_rule,
  reason text,
  assigned_by uuid,
  rejected_at timestamptz,
  rejected_by uuid,
  reject_reason text,
  removed_at timestamptz,
  indexed_at timestamptz,
  index_attempts integer not null default 0,
  created_at timestamptz not null default now(),
  constraint inbound_emails_organization_id_id_key unique (organization_id, id),
  constraint inbound_emails_external_id_key unique (external_id, provider, organization_id),
  constraint inbound_emails_source_fkey foreign key (organization_id, id)
    references public.sources (organization_id, id) on delete restrict,
  constraint inbound_emails_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint inbound_emails_assigned_by_fkey foreign key (organization_id, assigned_by)
    references public.people (organization_id, id) on delete restrict,
  constraint inbound_emails_rejected_by_fkey foreign key (organization_id, rejected_by)
    references public.people (organization_id, id) on delete restrict,
  constraint external_id_is_present check (btrim(external_id) <> '' and char_length(external_id) <= 1024),
  constraint subject_is_bounded check (char_length(subject) <= 500),
  constraint assigned_email_has_rule check ((project_id is null) = (rule is null)),
  constraint person_assigns_by_hand check (assigned_by is null or rule = 'person'),
  -- The router assigns only emails that a domain vouches for.
  constraint router_assigns_verified_email check (rule is null or rule = 'person' or auth_verdict = 'pass'),
  constraint verdict_has_server check ((auth_verdict = 'none') = (auth_by is null)),
  constraint rejected_email_has_reason check ((rejected_at is null) = (reject_reason is null)),
  constraint only_assigned_email_is_indexed check (indexed_at is null or project_id is not null),
  constraint counts_are_not_negative check (attachment_count >= 0 and index_attempts >= 0)
);
comment on table public.inbound_emails is 'Received emails: metadata, the verdict about their sender, and the project they belong to.';
comment on column public.inbound_emails.project_id is 'The project of its source; null if it is unassigned.';
comment on column public.inbound_emails.message_id is 'Message-ID without its brackets.';
comment on column public.inbound_emails.subject_key is 'The subject without prefixes such as Re:, in lower case.';
comment on column public.inbound_emails.recipients is '{ to: [{ name, address }], cc }.';
comment on column public.inbound_emails.auth_by is 'The server whose Authentication-Results counted.';
comment on column public.inbound_emails.candidates is 'Projects that it may belong to, best first: [{ project_id, score, reason }].';
comment on column public.inbound_emails.reason is 'Why it is in its project, or why it waits for a person.';
comment on column public.inbound_emails.removed_at is 'When it left the mailbox: from then on it is not in any list.';
comment on column public.inbound_emails.indexed_at is 'When its text became searchable in its project. Null again after it was moved.';
-- Apart from the lists, an index begins with the column that is looked up, and not with the organization. For an empty table, and
-- for an organization that the statistics do not know yet, every index that begins with a column of the condition
-- looks as good as any other: foreign keys and syncs would read all emails of the organization for each record. For the same
-- reason, such lookups compare the organization with IS NOT DISTINCT FROM, which no index supports.
create index inbound_emails_newest_idx on public.inbound_emails (organization_id, received_at desc, id desc)
  where rejected_at is null and removed_at is null;
create index inbound_emails_unassigned_idx on public.inbound_emails (organization_id, received_at desc, id desc)
  where project_id is null and rejected_at is null and removed_at is null;
create index inbound_emails_rejected_idx on public.inbound_emails (organization_id, received_at desc, id desc)
  where rejected_at is not null and removed_at is null;
create index inbound_emails_to_index_idx on public.inbound_emails (received_at)
  where project_id is not null and indexed_at is null and rejected_at is null and removed_at is null;
create index inbound_emails_message_id_idx on public.inbound_emails (message_id, organization_id);
create index inbound_emails_thread_idx on public.inbound_emails (thread_id, organization_id, received_at);
create index inbound_emails_from_address_idx on public.inbound_emails (from_address, organization_id);
create index inbound_emails_project_idx on public.inbound_emails (project_id, organization_id);
create index inbound_emails_assigned_by_idx on public.inbound_emails (assigned_by, organization_id);
create index inbound_emails_rejected_by_idx on public.inbound_emails (rejected_by, organization_id);

create table private.email_texts (
  email_id uuid not null,
  organization_id uuid not null,
  text text not null,
  headers jsonb not null,
  raw_path text,
  problems public.email_problem[] not null default '{}',
  constraint email_texts_pkey primary key (email_id),
  constraint email_texts_email_fkey foreign key (organization_id, email_id)
    references public.inbound_emails (organization_id, id) on delete restrict
);
comment on table private.email_texts is 'Text and headers of received emails. Only get_email and the index read them.';
comment on column private.email_texts.headers is '[{ name, value }] in the order of the message.';
comment on column private.email_texts.problems is 'Parts of the email that may be missing or misread. The email''s readers are advised to open it in the mailbox.';
comment on column private.email_texts.raw_path is 'The message as it arrived, in the bucket emails.';
create index email_texts_email_idx on private.email_texts (organization_id, email_id);

create table private.email_attachments (
  email_id uuid not null,
  organization_id uuid not null,
  position integer not null,
  file_name text not null,
  content_type text not null,
  size_bytes bigint,
  is_inline boolean not null,
  document_id uuid,
  is_hidden boolean not null default false,
  constraint email_attachments_pkey primary key (email_id, position),
  constraint email_attachments_email_fkey foreign key (organization_id, email_id)
    references public.inbound_emails (organization_id, id) on delete restrict,
  constraint email_attachments_document_fkey foreign key (organization_id, document_id)
    references public.documents (organization_id, id) on delete restrict,
  constraint position_is_not_negative check (position >= 0)
);
comment on table private.email_attachments is 'Attachments of received emails, in the order of the message.';
comment on column private.email_attachments.document_id is 'The document that it became in the project; null before that, and for files that cannot be processed.';
comment on column private.email_attachments.is_hidden is 'Its document was archived with the email, and is restored with it.';
create index email_attachments_email_idx on private.email_attachments (organization_id, email_id);
create index email_attachments_document_idx on private.email_attachments (organization_id, document_id);

create table public.email_domains (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  domain text not null,
  project_id uuid not null,
  email_id uuid not null,
  learned_by uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint email_domains_organization_id_id_key unique (organization_id, id),
  constraint email_domains_domain_project_key unique (domain, organization_id, project_id),
  constraint email_domains_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint email_domains_email_fkey foreign key (organization_id, email_id)
    references public.inbound_emails (organization_id, id) on delete restrict,
  constraint email_domains_learned_by_fkey foreign key (organization_id, learned_by)
    references public.people (organization_id, id) on delete restrict,
  constraint domain_is_lower_case check (domain = lower(domain) and domain ~ '^[^\s@]+\.[^\s@]+$')
);
comment on table public.email_domains is 'Domains whose emails belong to a project, as a person decided: exactly this domain, without its parents.';
comment on column public.email_domains.email_id is 'The email from which it was learned.';
create index email_domains_project_idx on public.email_domains (project_id, organization_id);
create index email_domains_email_idx on public.email_domains (email_id, organization_id);
create index email_domains_learned_by_idx on public.email_domains (learned_by, organization_id);

create table private.email_deliveries (
  delivery_id text not null,
  provider public.integration_provider not null,
  received_at timestamptz not null default clock_timestamp(),
  constraint email_deliveries_pkey primary key (delivery_id),
  constraint delivery_id_is_bounded check (char_length(delivery_id) between 1 and 300)
);
comment on table private.email_deliveries is 'Deliveries of the email webhook that were handled, so that a repeated one has no effect.';
create index email_deliveries_received_at_idx on private.email_deliveries (received_at);
