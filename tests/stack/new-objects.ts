/**
 * Adds objects that the migrations lack and drops one that they create, so that the script of the difference must both
 * create and drop.
 */
export const NEW_OBJECTS = `
  create table public.invoices (id uuid primary key, project_id uuid references public.projects);
  alter table public.invoices enable row level security;
  create policy invoices_select_nobody on public.invoices for select to authenticated using (false);
  grant select (id) on public.invoices to authenticated;
  create statistics public.invoices_stats (dependencies) on id, project_id from public.invoices;
  create function public.count_invoices() returns bigint language sql set search_path = ''
    as 'select count(*) from public.invoices';
  drop policy tasks_select_in_scope on public.tasks;`;
