-- Whether a mapping is one that imports can use, as ImportMapping of the functions says: known fields,
-- each from a column or the same for every row, and among them what tells projects apart.
create or replace function private.is_import_mapping(mapping jsonb)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case when jsonb_typeof(mapping -> 'fields') is not distinct from 'object' then
    mapping - 'fields' - 'date_format' = '{}'
    and mapping -> 'fields' ?| array['project_code', 'project_name']
    and coalesce(
      mapping -> 'date_format' in ('"YYYY-MM-DD"', '"DD/MM/YYYY"', '"MM/DD/YYYY"', '"DD.MM.YYYY"'),
      not mapping ? 'date_format')
    and not exists (
      select 1
      from jsonb_each(mapping -> 'fields') as source (field, said)
      where field not in (
          'client_name', 'account_name', 'project_code', 'project_name', 'project_status', 'project_starts_on',
          'project_due_on', 'project_budget_hours', 'project_budget_amount', 'task_key', 'task_title',
          'task_status', 'task_category', 'task_subcategory', 'task_priority', 'task_estimate_hours',
          'task_estimated_on', 'task_started_on', 'task_due_on', 'task_completed_on', 'task_assignee', 'person',
          'hours', 'spent_on', 'note')
        or not case when jsonb_typeof(said) <> 'object' then false
          when said ? 'value' then said - 'value' = '{}' and private.is_filled_text(said -> 'value')
          else said - 'column' - 'values' = '{}' and private.is_filled_text(said -> 'column')
            and case
              when not said ? 'values' then true
              when jsonb_typeof(said -> 'values') <> 'object' then false
              else not exists (
                select 1 from jsonb_each(said -> 'values') as word (cell, meaning)
                where jsonb_typeof(meaning) <> 'string')
            end
        end)
  else false end
$$;

create or replace function private.is_filled_text(value jsonb)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select coalesce(jsonb_typeof(value) = 'string' and value <> '""', false) $$;

revoke execute on function private.is_import_mapping(jsonb) from public;
revoke execute on function private.is_filled_text(jsonb) from public;
