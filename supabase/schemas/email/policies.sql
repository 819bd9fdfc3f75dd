-- The access matrix of emails. Only admins and leads read the lists; everyone else opens an email through its
-- source.
alter table public.inbound_emails enable row level security;
alter table public.email_domains enable row level security;
alter table private.email_texts enable row level security;
alter table private.email_attachments enable row level security;
alter table private.email_deliveries enable row level security;

revoke all on
  public.inbound_emails, public.email_domains, private.email_texts, private.email_attachments, private.email_deliveries
  from public, anon, authenticated, service_role;

grant select on public.inbound_emails to authenticated, service_role;
grant select on public.email_domains to authenticated, service_role;

create policy inbound_emails_select_lead on public.inbound_emails
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy inbound_emails_select_lead on public.inbound_emails is
  'Admins and leads read the metadata of every received email of their organization.';

create policy email_domains_select_lead on public.email_domains
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy email_domains_select_lead on public.email_domains is
  'Admins and leads read the domains that their organization has learned.';
