-- Whether the domain of an email's sender vouches for it. Only the topmost Authentication-Results counts, and only from
-- a server that the organization trusts: everything below it was in the message when it arrived. A pass needs DMARC for
-- the domain of the sender, or both SPF and DKIM for that domain.
create or replace function private.email_auth(
  headers jsonb, from_domain text, trusted_hosts text[], out verdict public.email_verdict, out host text)
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_header constant text := (
    select entry.header ->> 'value'
    from jsonb_array_elements(email_auth.headers) with ordinality as entry (header, position)
    where lower(entry.header ->> 'name') = 'authentication-results'
    order by entry.position limit 1);
  v_parts constant text[] := string_to_array(coalesce(private.uncommented_header(v_header), ''), ';');
  v_part text;
  v_method text;
  v_is_pass boolean;
  v_dmarc boolean;
  v_spf boolean := false;
  v_dkim boolean := false;
begin
  verdict := 'none';
  -- The name of the server may be followed by a version.
  host := lower(split_part(btrim(v_parts[1]), ' ', 1));
  -- A header without text names no server.
  if host is null or host <> all (email_auth.trusted_hosts) then
    host := null;
    return;
  end if;
  foreach v_part in array v_parts[2:] loop
    v_method := lower(substring(v_part from '^\s*([A-Za-z0-9-]+)(?:/[0-9]+)?\s*='));
    v_is_pass := coalesce(lower(substring(v_part from '=\s*([A-Za-z]+)')) = 'pass', false);
    if v_method = 'dmarc' then
      -- A single DMARC result other than a pass outweighs every pass.
      v_dmarc := coalesce(v_dmarc, true) and v_is_pass
        and coalesce(private.header_domain(v_part, 'header.from') = email_auth.from_domain, false);
    elsif v_method = 'spf' then
      v_spf := v_spf or v_is_pass
        and private.is_domain_within(private.header_domain(v_part, 'smtp.mailfrom'), email_auth.from_domain);
    elsif v_method = 'dkim' then
      v_dkim := v_dkim or v_is_pass and private.is_domain_within(
        coalesce(private.header_domain(v_part, 'header.d'), private.header_domain(v_part, 'header.i')),
        email_auth.from_domain);
    end if;
  end loop;
  verdict := case
    -- A second sender would be shown but not checked.
    when (select count(*) from jsonb_array_elements(email_auth.headers) as header
          where lower(header ->> 'name') = 'from') <> 1 then 'fail'
    when coalesce(v_dmarc, v_spf and v_dkim) then 'pass'
    else 'fail' end;
end;
$$;
comment on function private.email_auth(jsonb, text, text[]) is 'Headers are [{ name, value }] in the order of the message.';

-- A header without its comments, on one line. Quoted text is data: its separators no longer separate, so that an
-- address cannot contain a result.
create or replace function private.uncommented_header(value text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_character text;
  v_text text := '';
  v_depth integer := 0;
  v_is_quoted boolean := false;
  v_is_escaped boolean := false;
begin
  -- No server writes a longer header.
  if char_length(uncommented_header.value) > 8000 then
    return '';
  -- A shortcut, because most headers have none of these characters.
  elsif uncommented_header.value !~ '[\\("]' then
    return regexp_replace(uncommented_header.value, '\s+', ' ', 'g');
  end if;
  foreach v_character in array coalesce(
    regexp_split_to_array(regexp_replace(uncommented_header.value, '\s+', ' ', 'g'), ''), '{}') loop
    if v_is_escaped then
      v_is_escaped := false;
      v_text := v_text || case when v_depth > 0 then '' else '_' end;
    elsif v_character = '\' and (v_is_quoted or v_depth > 0) then
      v_is_escaped := true;
    elsif v_depth > 0 then
      v_depth := v_depth + case v_character when '(' then 1 when ')' then -1 else 0 end;
    elsif v_character = '"' then
      v_is_quoted := not v_is_quoted;
    elsif v_is_quoted then
      v_text := v_text || case when v_character ~ '[;=()[:space:]]' then '_' else v_character end;
    elsif v_character = '(' then
      v_depth := 1;
    else
      v_text := v_text || v_character;
    end if;
  end loop;
  return v_text;
end;
$$;

-- The domain in a property of a result, such as header.from=client.example or smtp.mailfrom=name@client.example; null
-- without the property. Names of properties are in any case (RFC 8601). A property with two values vouches for neither.
create or replace function private.header_domain(part text, property text)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case when count(distinct properties.domain) > 1 then '?' else min(properties.domain) end
  from (
    select nullif(regexp_replace(lower(matches[1]), '^.*@|\.$', '', 'g'), '') as domain
    from regexp_matches(part, '\s' || replace(property, '.', '\.') || '\s*=\s*([^\s;]+)', 'gi') as matches) as properties
$$;

create or replace function private.is_domain_within(domain text, parent text)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select coalesce(domain = parent or right(domain, char_length(parent) + 1) = '.' || parent, false) $$;
comment on function private.is_domain_within(text, text) is
  'Whether the first domain is the second one or a subdomain of it. The reverse would trust the owner of a parent domain, such as a registrar, to send for the domains below it.';

-- The servers whose Authentication-Results count: Gmail's own, and those that the connection names.
create or replace function private.trusted_mail_hosts(organization_id uuid, provider public.integration_provider)
returns text[]
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select case when provider::text = 'gmail' then array['mx.google.com'] else '{}' end || coalesce((
    select regexp_split_to_array(lower(btrim(integrations.settings ->> 'trusted_hosts')), '[\s,]+')
    from public.integrations
    where integrations.organization_id = trusted_mail_hosts.organization_id
      and integrations.provider = trusted_mail_hosts.provider
      and btrim(integrations.settings ->> 'trusted_hosts') <> ''), '{}')
$$;
