-- The name of a vendor, as people write it. A vendor that is not listed gets its words capitalized.
create or replace function private.provider_name(provider text)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    (select names.name
     from (values
       ('clickup', 'ClickUp'), ('hubspot', 'HubSpot'), ('google_calendar', 'Google Calendar'),
       ('google_drive', 'Google Drive'), ('microsoft_calendar', 'Microsoft Calendar'), ('microsoft_graph', 'Microsoft 365')
     ) as names (provider, name)
     where names.provider = provider_name.provider),
    initcap(replace(provider_name.provider, '_', ' ')))
$$;
comment on function private.provider_name(text) is 'The name of a vendor for people, such as ClickUp for clickup.';
