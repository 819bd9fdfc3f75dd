-- Many messages share a few sets of projects. Each set has a hash, which is compared with the caller's scope once per
-- statement, not once per message.

create or replace function private.scope_hash(scope_ids uuid[])
returns uuid
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select md5(coalesce(string_agg(scope.id::text, ',' order by scope.id), ''))::uuid
  from (select distinct unnest(scope_hash.scope_ids) as id) as scope
$$;
comment on function private.scope_hash(uuid[]) is 'The hash of a set of ids, in any order.';

-- Skips from one hash in the index to the next, however many messages have it.
create or replace function private.covered_scope_hashes(person_id uuid, scope_ids uuid[])
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return array(
    with recursive scopes as (
      (select messages.scope_hash, messages.scope_ids from public.chat_messages as messages
       where messages.person_id = covered_scope_hashes.person_id
       order by messages.scope_hash limit 1)
      union all
      select next_scope.scope_hash, next_scope.scope_ids
      from scopes
      cross join lateral (
        select messages.scope_hash, messages.scope_ids from public.chat_messages as messages
        where messages.person_id = covered_scope_hashes.person_id and messages.scope_hash > scopes.scope_hash
        order by messages.scope_hash limit 1) as next_scope
    )
    select scopes.scope_hash from scopes
    except
    select scopes.scope_hash
    from scopes
    cross join lateral unnest(scopes.scope_ids) as message_scope (id)
    left join unnest(covered_scope_hashes.scope_ids) as viewer_scope (id) on viewer_scope.id = message_scope.id
    where viewer_scope.id is null);
end;
$$;
comment on function private.covered_scope_hashes(uuid, uuid[]) is
  'Hashes of the scopes of a person''s messages that these scopes cover.';

create or replace function private.visible_scope_hashes()
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.viewer();
begin
  return private.covered_scope_hashes(v_viewer.id, private.scope_ids_of(v_viewer));
end;
$$;
comment on function private.visible_scope_hashes() is 'Values of scope_hash of the caller''s messages that the caller may see.';

grant execute on function private.visible_scope_hashes() to authenticated;
