-- Replaces the caller's picture; null removes it. Its first bytes determine its type.
-- Raises OPAUT · OPDEN (no organization) · OPBIG (picture_too_large) · OPINV (picture_not_supported).
create or replace function private.set_picture(content text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_viewer();
  v_bytes bytea;
  v_media_type text;
begin
  if set_picture.content is null then
    delete from private.person_pictures where person_pictures.person_id = v_viewer.id;
    return private.get_account();
  end if;
  begin
    v_bytes := decode(set_picture.content, 'base64');
  exception
    when data_exception then
      v_bytes := null;
  end;
  if octet_length(v_bytes) > 1048576 then
    raise exception using
      errcode = 'OPBIG', message = 'A picture can be at most 1 MB. Choose a smaller one', hint = 'picture_too_large';
  end if;
  v_media_type := private.picture_type(v_bytes);
  if v_media_type is null then
    raise exception using
      errcode = 'OPINV', message = 'Choose a PNG, JPEG or WebP image', hint = 'picture_not_supported';
  end if;
  insert into private.person_pictures (person_id, organization_id, content, media_type, content_hash)
  values (v_viewer.id, v_viewer.organization_id, v_bytes, v_media_type, encode(sha256(v_bytes), 'hex'))
  on conflict (person_id) do update
    set content = excluded.content, media_type = excluded.media_type,
        content_hash = excluded.content_hash, updated_at = now()
    where person_pictures.content_hash <> excluded.content_hash;
  return private.get_account();
end;
$$;

create or replace function private.picture_type(content bytea)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when substring(content, 1, 8) = '\x89504e470d0a1a0a' then 'image/png'
    when substring(content, 1, 3) = '\xffd8ff' then 'image/jpeg'
    when substring(content, 1, 4) = '\x52494646' and substring(content, 9, 4) = '\x57454250' then 'image/webp' end
$$;
comment on function private.picture_type(bytea) is 'The media type that the first bytes indicate; null for everything but PNG, JPEG and WebP.';

create or replace function public.set_picture(content text)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.set_picture(content) $$;

grant execute on function private.set_picture(text) to authenticated;
grant execute on function public.set_picture(text) to authenticated;

comment on function public.set_picture(text) is
  'content is base64. Returns the same as get_account. Raises OPAUT · OPDEN · OPBIG · OPINV.';
