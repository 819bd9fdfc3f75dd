-- Whether imports can use a mapping, by the rules of ImportMapping in the functions: known fields, each from a
-- column or the same for every row, and among them a field that identifies projects or contains the rate of a person.
create or replace function private.is_import_mapping(mapping jsonb)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case when jsonb_typeof(mapping -> 'fields') is not distinct from 'object' then
    mapping - 'fields' - 'date_format' - 'memberships' = '{}'
    and mapping -> 'fields' ?| array['project_code', 'project_name', 'person_cost_per_hour']
    and private.is_date_format(mapping)
    and coalesce(mapping -> 'memberships' in ('"new"', '"all"', '"none"'), not mapping ? 'memberships')
    and not exists (
      select 1
      from jsonb_each(mapping -> 'fields') as source (field, rule)
      where field not in (
          'client_name', 'account_name', 'project_code', 'project_name', 'project_status', 'project_starts_on',
          'project_due_on', 'project_budget_hours', 'project_budget_amount', 'project_members', 'task_key', 'task_title',
          'task_status', 'task_category', 'task_subcategory', 'task_priority', 'task_estimate_hours',
          'task_estimated_on', 'task_started_on', 'task_due_on', 'task_completed_on', 'task_assignee',
          'task_assignee_email', 'entry_key', 'person', 'person_email', 'hours', 'spent_on', 'note',
          'person_cost_per_hour', 'project_revenue_per_hour', 'project_cost_per_hour', 'rate_valid_from')
        or not case when jsonb_typeof(rule) <> 'object' then false
          when rule ? 'value' then rule - 'value' = '{}' and private.is_filled_text(rule -> 'value')
          when rule ? 'columns' then rule - 'columns' = '{}' and case
            when jsonb_typeof(rule -> 'columns') <> 'array' then false
            when jsonb_array_length(rule -> 'columns') not between 2 and 5 then false
            else not exists (
              select 1 from jsonb_array_elements(rule -> 'columns') as input (part)
              where not private.is_filled_text(part))
            end
          else rule - 'column' - 'values' - 'unit' - 'date_format' = '{}'
            and private.is_filled_text(rule -> 'column')
            and private.is_date_format(rule)
            and coalesce(
              rule -> 'unit' in ('"hours"', '"minutes"', '"seconds"', '"milliseconds"'), not rule ? 'unit')
            and case
              when not rule ? 'values' then true
              when jsonb_typeof(rule -> 'values') <> 'object' then false
              else not exists (
                select 1 from jsonb_each(rule -> 'values') as word (cell, meaning)
                where jsonb_typeof(meaning) <> 'string')
            end
        end)
  else false end
$$;

-- Whether an object names either no date format or a known one.
create or replace function private.is_date_format(object jsonb)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    object -> 'date_format' in ('"YYYY-MM-DD"', '"DD/MM/YYYY"', '"MM/DD/YYYY"', '"DD.MM.YYYY"'),
    not object ? 'date_format')
$$;

create or replace function private.is_filled_text(value jsonb)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select coalesce(jsonb_typeof(value) = 'string' and value <> '""', false) $$;
