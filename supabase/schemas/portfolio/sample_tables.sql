-- The rows that add_sample_data created, so that remove_sample_data removes only them.

create table private.sample_rows (
  organization_id uuid not null references public.organizations (id) on delete restrict,
  position integer not null,
  entity text not null,
  row_id uuid not null,
  constraint sample_rows_pkey primary key (organization_id, position),
  constraint sample_rows_row_id_key unique (row_id),
  constraint entity_is_known check (
    entity in ('client', 'account', 'person', 'project', 'task', 'time_entry', 'status_update'))
);
comment on table private.sample_rows is 'Rows of sample data, in the order of their creation.';

-- Only functions reach the table.
alter table private.sample_rows enable row level security;
revoke all on private.sample_rows from public, anon, authenticated, service_role;
