-- The form of a text that search compares, for passages and questions alike: without accents, without the dots of
-- abbreviations, and with spaces between the letters of scripts that use no spaces.
create or replace function private.fold_text(content text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_text text := content;
begin
  if octet_length(v_text) <> char_length(v_text) then
    -- Decomposes the text, so that accents become characters that can be removed, and then composes it again, because
    -- Korean letters are decomposed too.
    v_text := normalize(regexp_replace(normalize(v_text, nfkd), '[\u0300-\u036f]', '', 'g'), nfc);
    v_text := regexp_replace(v_text, '(' || private.spaceless_letter() || ')', ' \1 ', 'g');
  end if;
  -- L.C.D. and L_C_D_ become LCD.
  return regexp_replace(v_text, '(?<![A-Za-z0-9])([A-Za-z])[._](?=[A-Za-z](?:[._]|(?![A-Za-z0-9])))', '\1', 'g');
end;
$$;
comment on function private.fold_text(text) is 'The text as search compares it.';

-- One letter, with its marks, of a script without spaces: Thai, Lao, Burmese, Khmer, Kana, Han.
create or replace function private.spaceless_letter()
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select '[\u0e00-\u0e30\u0e32-\u0e33\u0e40-\u0e46\u0e80-\u0eb0\u0eb2-\u0eb3\u0ec0-\u0ec6\u1000-\u102a\u1780-\u17b3'
    || '\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]'
    || '[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd\u102b-\u103e\u17b4-\u17d3\u3099\u309a]*'
$$;

grant execute on function private.fold_text(text) to authenticated;
grant execute on function private.spaceless_letter() to authenticated;
