-- Hours by project and day, computed on read, for burn charts. It runs as the caller, so that the policy of
-- time_entries applies.
create or replace view public.project_daily_hours
with (security_invoker = true)
as
select
  time_entries.project_id,
  time_entries.spent_on as day,
  sum(time_entries.hours) as hours
from public.time_entries
group by time_entries.project_id, time_entries.spent_on;

revoke all on public.project_daily_hours from public, anon, authenticated, service_role;
grant select on public.project_daily_hours to authenticated, service_role;

comment on view public.project_daily_hours is
  'Hours by project and day, in the caller''s scope; days without hours are absent.';
