-- The emails that another one replies to. In-Reply-To is enough. References also lists earlier emails, and some
-- programs copy it into new subjects: there the subject must be the same.
create or replace function private.email_parents(
  organization_id uuid, in_reply_to text, reference_ids text, subject_key text)
returns setof public.inbound_emails
language plpgsql
stable
rows 5
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  -- Variables, because within the condition the ids would be computed for each email of the organization.
  v_answered_ids constant text[] := private.message_ids(email_parents.in_reply_to);
  v_reference_ids constant text[] := private.message_ids(email_parents.reference_ids);
begin
  if v_answered_ids <> '{}' then
    return query
    select emails.* from public.inbound_emails as emails
    where emails.message_id = any (v_answered_ids)
      and emails.organization_id is not distinct from email_parents.organization_id;
    if found then
      return;
    end if;
  end if;
  if email_parents.subject_key <> '' and v_reference_ids <> '{}' then
    return query
    select emails.* from public.inbound_emails as emails
    where emails.message_id = any (v_reference_ids)
      and emails.organization_id is not distinct from email_parents.organization_id
      and emails.subject_key = email_parents.subject_key;
  end if;
end;
$$;

-- The ids in a header, without their brackets; at most the last fifty.
create or replace function private.message_ids(value text)
returns text[]
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce((array_agg(results.id order by results.position desc))[1:50], '{}')
    from (
      select matches[1] as id, position
      from regexp_matches(left(value, 20000), '<?([^<>\s,]+@[^<>\s,]+)>?', 'g') with ordinality as hit (matches, position)
    ) as results);
end;
$$;

-- A subject without the prefixes of replies and forwards, for comparison.
create or replace function private.subject_key(subject text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return lower(btrim(regexp_replace(regexp_replace(
    subject, '^(\s*(re|fwd?|aw|wg|sv|vs|tr|rv|antw|odp|res|enc|rif|i)\s*(\[\d+\]|\(\d+\))?\s*[:：])+', '', 'i'),
    '\s+', ' ', 'g')));
end;
$$;
