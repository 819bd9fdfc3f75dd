-- Jobs and limits are reached through functions only: no role of the Data API reads or writes them.
alter table private.jobs enable row level security;
alter table private.rate_limits enable row level security;
alter table private.rate_limit_settings enable row level security;

revoke all on private.jobs, private.rate_limits, private.rate_limit_settings
  from public, anon, authenticated, service_role;
