-- The lines of a file that a background import will read, stored until it ends.
create table private.import_inputs (
  run_id uuid primary key,
  organization_id uuid not null references public.organizations (id) on delete restrict,
  rows jsonb not null,
  expected_plan_hash text,
  constraint import_inputs_run_fkey foreign key (organization_id, run_id)
    references public.portfolio_import_runs (organization_id, id) on delete cascade
);
comment on table private.import_inputs is 'Lines of files whose import is waiting for its job or running.';
comment on column private.import_inputs.rows is 'In the form that private.import_portfolio expects.';
comment on column private.import_inputs.expected_plan_hash is 'Hash of the plan that a person saw, if the import requires that plan.';

create index import_inputs_organization_id_run_id_idx on private.import_inputs (organization_id, run_id);

alter table private.import_inputs enable row level security;
revoke all on private.import_inputs from public, anon, authenticated, service_role;
