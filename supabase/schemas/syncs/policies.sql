-- The access matrix of syncs. Reads only: workers and people write through functions, and no person writes a
-- receipt.
alter table public.sync_streams enable row level security;
alter table public.sync_runs enable row level security;
alter table public.sync_scopes enable row level security;
alter table public.sync_dead_letters enable row level security;
alter table private.sync_records enable row level security;
alter table private.sync_run_records enable row level security;
alter table private.sync_channels enable row level security;
alter table private.sync_pushes enable row level security;

revoke all on
  public.sync_streams, public.sync_runs, public.sync_scopes, public.sync_dead_letters, private.sync_records,
  private.sync_run_records, private.sync_channels, private.sync_pushes
  from public, anon, authenticated, service_role;

grant select on public.sync_streams to authenticated, service_role;
grant select on public.sync_runs to authenticated, service_role;
grant select on public.sync_scopes to authenticated, service_role;
-- The payload is not granted: it can be the text of an email or a meeting, which their own tables do not grant
-- either.
grant select (
    id, organization_id, stream_id, run_id, external_id, payload_hash, code, reason, listing, attempt, created_at,
    resolved_at)
  on public.sync_dead_letters to authenticated, service_role;

create policy sync_streams_select_lead on public.sync_streams
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy sync_streams_select_lead on public.sync_streams is
  'Admins and leads read how far their organization''s syncs are.';

create policy sync_runs_select_lead on public.sync_runs
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy sync_runs_select_lead on public.sync_runs is
  'Admins and leads read the receipts of their organization.';

create policy sync_scopes_select_lead on public.sync_scopes
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy sync_scopes_select_lead on public.sync_scopes is
  'Admins and leads read which project each list of a vendor belongs to.';

create policy sync_dead_letters_select_lead on public.sync_dead_letters
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy sync_dead_letters_select_lead on public.sync_dead_letters is
  'Admins and leads read the records that could not be applied.';
