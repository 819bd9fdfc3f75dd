-- The views of a list, or of all lists, that the viewer may open: their own, and those that colleagues share. A view
-- contains filters and no rows, so people see only rows of their own scope.
-- Raises OPAUT · OPDEN (no organization, client) · OPINV (unknown_page).
create or replace function private.list_saved_views(page text default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
begin
  if list_saved_views.page is not null then
    perform private.require_view_page(list_saved_views.page);
  end if;
  return coalesce((
    select jsonb_agg(private.saved_view_json(views, v_viewer) order by lower(views.name), views.id)
    from private.saved_views as views
    where views.organization_id = v_viewer.organization_id
      and (list_saved_views.page is null or views.page = list_saved_views.page)
      and views.archived_at is null
      and (views.owner_id = v_viewer.id or views.is_shared)), '[]');
end;
$$;

-- Raises OPINV (unknown_page).
create or replace function private.require_view_page(page text)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if page is null or page not in ('tasks', 'portfolio', 'clients', 'people', 'documents', 'inbox', 'health') then
    raise exception using
      errcode = 'OPINV',
      message = 'Only tasks, portfolio, clients, people, documents, inbox and health have views',
      hint = 'unknown_page';
  end if;
end;
$$;

-- A view as the viewer sees it. The owner's name is null where the viewer cannot see the person.
create or replace function private.saved_view_json(view private.saved_views, viewer public.people)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', view.id, 'version', view.version, 'page', view.page, 'name', view.name, 'query', view.query,
    'is_shared', view.is_shared, 'is_archived', view.archived_at is not null,
    'is_own', view.owner_id = viewer.id,
    'owner', jsonb_build_object(
      'id', view.owner_id,
      'name', (select people.name from public.people
               where people.id = view.owner_id and people.id = any (private.person_ids_of(viewer)))))
$$;

create or replace function public.list_saved_views(page text default null)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.list_saved_views(page) $$;

grant execute on function private.list_saved_views(text) to authenticated;
grant execute on function public.list_saved_views(text) to authenticated;
comment on function public.list_saved_views(text) is
  'Returns the views of a list, or of all, by name: the caller''s own and shared ones. Raises OPAUT · OPDEN · OPINV.';
