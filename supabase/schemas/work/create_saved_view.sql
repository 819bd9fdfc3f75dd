-- Saves the filters and the order of a list under a name.
-- Raises OPAUT · OPDEN (no organization, client) · OPINV (unknown_page, invalid_view) · OPSTA (saved_view_exists,
-- too_many_saved_views) · OPLIM.
create or replace function private.create_saved_view(
  page text, name text, query text, is_shared boolean default false
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_limit constant integer := 100;
  v_view private.saved_views;
begin
  perform private.limit_work_changes(v_viewer);
  perform private.require_view_page(create_saved_view.page);
  -- One at a time per person, so that two calls cannot exceed the maximum together.
  perform 1 from public.people where people.id = v_viewer.id for no key update;
  if (
    select count(*) from private.saved_views
    where saved_views.owner_id = v_viewer.id and saved_views.archived_at is null
  ) >= v_limit then
    raise exception using
      errcode = 'OPSTA',
      message = format('You have %s views, the maximum. Delete one first', v_limit),
      hint = 'too_many_saved_views';
  end if;
  begin
    insert into private.saved_views (organization_id, owner_id, page, name, query, is_shared)
    values (v_viewer.organization_id, v_viewer.id, create_saved_view.page, btrim(create_saved_view.name),
            create_saved_view.query, coalesce(create_saved_view.is_shared, false))
    returning * into v_view;
  exception
    when check_violation or not_null_violation then perform private.refuse_invalid_view();
    when unique_violation then perform private.refuse_taken_view_name();
  end;
  perform private.record_row_change(
    v_view.organization_id, 'saved_view.created', 'saved_view', v_view.id, '{}', to_jsonb(v_view));
  return private.saved_view_json(v_view, v_viewer);
end;
$$;

-- Raises OPINV (invalid_view).
create or replace function private.refuse_invalid_view()
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using
    errcode = 'OPINV',
    message = 'A view needs a name of 1 to 100 characters and a query string of at most 2,000',
    hint = 'invalid_view';
end;
$$;

-- Raises OPSTA (saved_view_exists).
create or replace function private.refuse_taken_view_name()
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using
    errcode = 'OPSTA',
    message = 'You already have a view with this name on this page. Choose another name',
    hint = 'saved_view_exists';
end;
$$;

create or replace function public.create_saved_view(
  page text, name text, query text, is_shared boolean default false
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.create_saved_view(page, name, query, is_shared) $$;

grant execute on function private.create_saved_view(text, text, text, boolean) to authenticated;
grant execute on function public.create_saved_view(text, text, text, boolean) to authenticated;
comment on function public.create_saved_view(text, text, text, boolean) is
  'Returns the view. Raises OPAUT · OPDEN · OPINV · OPSTA · OPLIM.';
