-- The vendors: which kinds of cards each executes, where its links lead, and how it is connected.
create type public.integration_provider as enum (
  'clickup', 'google_calendar', 'linear', 'harvest', 'fathom', 'microsoft_graph', 'google_drive', 'hubspot', 'resend',
  'gmail');
comment on type public.integration_provider is 'Systems that an organization can connect.';

create type public.external_provider as enum ('local', 'clickup', 'google_calendar', 'microsoft_graph');
comment on type public.external_provider is 'The system that contains an external object; local is this service itself, if no vendor is connected.';

-- A secret is a token without spaces, or the key of a service account or app registration in JSON.
create or replace function private.providers()
returns table (
  provider public.integration_provider, kinds public.approval_kind[], links text, secret_type text, secret_problem text)
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select
    entries.provider::public.integration_provider, entries.kinds::public.approval_kind[], entries.links,
    entries.secret_type, entries.secret_problem
  from (values
    ('clickup', '{task_create}', '^https://([a-z0-9-]+\.)*clickup\.com(/|$)',
     'token', 'Enter a ClickUp token'),
    ('google_calendar', '{calendar_event_create,calendar_event_update,calendar_event_cancel}',
     '^https://([a-z0-9-]+\.)*google\.com(/|$)',
     'service_account', 'Enter the key file of a Google service account'),
    ('microsoft_graph', '{}', '^https://([a-z0-9-]+\.)*(office|office365|live|microsoft)\.com(/|$)',
     'app_registration', 'Enter { tenant_id, client_id, client_secret } of an app registration'),
    ('linear', '{}', '^https://([a-z0-9-]+\.)*linear\.app(/|$)', 'token', 'Enter a Linear API key'),
    ('harvest', '{}', '^https://([a-z0-9-]+\.)*harvestapp\.com(/|$)', 'token', 'Enter a Harvest token'),
    ('resend', '{}', '^https://([a-z0-9-]+\.)*resend\.com(/|$)', 'token', 'Enter a Resend API key'),
    ('gmail', '{}', '^https://mail\.google\.com(/|$)', 'service_account',
     'Enter the key file of a Google service account'),
    ('fathom', '{}', '^https://([a-z0-9-]+\.)*fathom\.video(/|$)', 'token', 'Enter a Fathom API key'),
    ('google_drive', '{}', '^https://([a-z0-9-]+\.)*google\.com(/|$)',
     'service_account', 'Enter the key file of a Google service account'),
    ('hubspot', '{}', '^https://([a-z0-9-]+\.)*hubspot\.com(/|$)', 'token',
     'Enter the token of a HubSpot private app')
  ) as entries (provider, kinds, links, secret_type, secret_problem)
$$;
comment on function private.providers() is
  'Every vendor: the kinds of cards it executes, a pattern of its links, and the form of its secret.';

-- The settings of each vendor: exactly the fields that its adapter reads. A text may have a pattern.
create or replace function private.provider_settings()
returns table (
  provider public.integration_provider, name text, type text, required boolean, pattern text, problem text)
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select
    entries.provider::public.integration_provider, entries.name, entries.type, entries.required, entries.pattern,
    entries.problem
  from (values
    ('clickup', 'list_id', 'text', true, '^\d{1,20}$', 'Enter the number of a list'),
    ('clickup', 'marker_field_id', 'text', true, null, null),
    ('clickup', 'status', 'text', false, null, null),
    ('clickup', 'team_id', 'text', false, '^\d{1,20}$', 'Enter the number of the workspace that syncs read'),
    ('clickup', 'assignees', 'assignees', false, null, 'Map ids of people to ids of ClickUp users'),
    ('google_calendar', 'subject', 'text', true, '^[^@\s]+@[^@\s]+\.[^@\s]+$', 'Enter an email address'),
    ('google_calendar', 'calendar_id', 'text', false, null, null),
    ('google_calendar', 'send_updates', 'text', false, '^(all|externalOnly|none)$', 'Enter one of these words: all, externalOnly, none'),
    ('google_calendar', 'since', 'text', false, '^\d{4}-\d{2}-\d{2}$', 'Enter the first day to read, such as 2026-01-01'),
    ('microsoft_graph', 'since', 'text', false, '^\d{4}-\d{2}-\d{2}$', 'Enter the first day to read, such as 2026-01-01'),
    ('harvest', 'account_id', 'text', true, '^\d{1,20}$', 'Enter the number of a Harvest account'),
    ('harvest', 'since', 'text', false, '^\d{4}-\d{2}-\d{2}$', 'Enter the first day to read, such as 2026-01-01'),
    ('resend', 'trusted_hosts', 'text', false, '^[A-Za-z0-9.-]+([ ,]+[A-Za-z0-9.-]+)*$',
     'Enter the mail servers that you trust to verify senders, such as mx.example.com'),
    ('gmail', 'subject', 'text', true, '^[^@\s]+@[^@\s]+\.[^@\s]+$', 'Enter the address of the mailbox'),
    ('gmail', 'since', 'text', true, '^\d{4}-\d{2}-\d{2}$', 'Enter the first day to read, such as 2026-01-01'),
    ('gmail', 'trusted_hosts', 'text', false, '^[A-Za-z0-9.-]+([ ,]+[A-Za-z0-9.-]+)*$',
     'Enter the mail servers that you trust to verify senders, besides Gmail''s own'),
    ('google_drive', 'subject', 'text', true, '^[^@\s]+@[^@\s]+\.[^@\s]+$', 'Enter an email address')
  ) as entries (provider, name, type, required, pattern, problem)
$$;
comment on function private.provider_settings() is 'The settings of every vendor, with the rule and the message of each.';

create or replace function private.providers_of_kind(kind public.approval_kind)
returns public.integration_provider[]
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select array(
    select providers.provider from private.providers() as providers
    where providers_of_kind.kind = any (providers.kinds) order by providers.provider)
$$;
comment on function private.providers_of_kind(public.approval_kind) is
  'The vendors that can execute cards of a kind; empty for kinds that need no vendor.';

-- Whether a provider can execute cards of a kind. Local can execute every kind of card.
create or replace function private.is_provider_of(kind public.approval_kind, provider text)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select is_provider_of.provider = 'local'
    or is_provider_of.provider = any (private.providers_of_kind(is_provider_of.kind)::text[])
$$;

-- Whether a link leads to the provider itself: for local, a path of the console; for a vendor, an HTTPS address on one
-- of its hosts, without a user name or a port. The console shows such links to people.
create or replace function private.is_link_of(provider text, url text)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select url is null or private.is_link(url, private.links_of(is_link_of.provider))
$$;
comment on function private.is_link_of(text, text) is 'Whether a link of a result leads to its provider. A missing link is allowed.';

-- The pattern of links that lead to a provider.
create or replace function private.links_of(provider text)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case when links_of.provider = 'local' then '^/([^/]|$)'
    else (select providers.links from private.providers() as providers
          where providers.provider::text = links_of.provider) end
$$;

create or replace function private.is_link(url text, links text)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return url !~ '[[:cntrl:][:space:]\\]' and url ~* links;
end;
$$;
