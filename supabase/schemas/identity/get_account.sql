-- The caller's own account: name, picture, second factor, and changes that others made to their sign-in.
-- Raises OPAUT · OPDEN (no organization).
create or replace function private.get_account()
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_viewer();
begin
  return jsonb_build_object('account', jsonb_build_object(
    'id', v_viewer.id,
    'name', v_viewer.name,
    'email', v_viewer.email,
    'version', v_viewer.version,
    'picture_hash', private.picture_hash(v_viewer.id),
    'has_second_factor', private.has_second_factor(v_viewer.user_id),
    'requires_second_factor', coalesce((
      select settings.requires_second_factor = 'high_stakes' and v_viewer.role in ('admin', 'lead')
      from public.organization_settings as settings
      where settings.organization_id = v_viewer.organization_id), false),
    'delegation', private.delegation_json(v_viewer),
    'notices', (
      select coalesce(jsonb_agg(to_jsonb(notices) order by notices.at desc, notices.id), '[]')
      from private.account_notices(v_viewer) as notices)));
end;
$$;

-- Changes that others made to a person's sign-in, and uses of password links that others created, in the last 90 days, at
-- most 50. A notice stays in the list after it is read, because an intruder could be the first reader.
create or replace function private.account_notices(person public.people)
returns table (id uuid, at timestamptz, kind text, by_name text, is_read boolean)
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select events.id, events.occurred_at, split_part(events.action, '.', 2), actors.name,
           events.occurred_at <= coalesce(readings.read_until, '-infinity')
    from public.audit_events as events
    left join public.people as actors on actors.id = events.actor_person_id
    left join private.account_notice_readings as readings on readings.person_id = person.id
    where events.object_id = person.id
      and events.organization_id = person.organization_id
      and events.action in ('person.password_link_created', 'person.password_link_used', 'person.second_factor_removed')
      and events.occurred_at > now() - interval '90 days'
      -- The link that created the account is not a change of the sign-in.
      and not exists (
        select from private.password_links as links
        where links.person_id = person.id and links.created_by is null and links.created_at = person.created_at
          and events.occurred_at <= coalesce(links.used_at, links.created_at))
    order by events.occurred_at desc
    limit 50;
end;
$$;
comment on function private.account_notices(public.people) is 'Changes of a person''s sign-in by others or by their password links, latest first.';

create or replace function private.picture_hash(person_id uuid)
returns text
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (select person_pictures.content_hash from private.person_pictures
          where person_pictures.person_id = picture_hash.person_id);
end;
$$;

create or replace function public.get_account()
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_account() $$;

grant execute on function private.get_account() to authenticated;
grant execute on function public.get_account() to authenticated;

comment on function public.get_account() is
  'Returns { account: { id, name, email, version, picture_hash, has_second_factor, requires_second_factor, delegation, notices } }. Raises OPAUT · OPDEN.';
