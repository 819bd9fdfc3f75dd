-- Hours by project and month, computed on read. It runs as the caller, so that the policy of
-- time_entries applies.
create or replace view public.project_monthly_hours
with (security_invoker = true)
as
select
  time_entries.project_id,
  date_trunc('month', time_entries.spent_on)::date as month,
  sum(time_entries.hours) as hours,
  count(distinct time_entries.person_id) as person_count
from public.time_entries
group by time_entries.project_id, date_trunc('month', time_entries.spent_on)::date;

revoke all on public.project_monthly_hours from public, anon, authenticated, service_role;
grant select on public.project_monthly_hours to authenticated, service_role;

comment on view public.project_monthly_hours is
  'Hours by project and month, in the caller''s scope.';
comment on column public.project_monthly_hours.month is 'First day of the month.';
