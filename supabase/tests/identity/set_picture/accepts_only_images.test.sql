begin;
select plan(22);
select tests.two_agencies();
create function pg_temp.png(bytes integer) returns text language sql as $$
  select translate(encode('\x89504e470d0a1a0a'::bytea || decode(repeat('00', bytes - 8), 'hex'), 'base64'), chr(10), '') $$;
create function pg_temp.set(content text) returns text language sql as $$
  select format('select public.set_picture(%L)', content) $$;
grant execute on all functions in schema pg_temp to public;

select is(tests.answer(persona, pg_temp.set(pg_temp.png(100))), code, persona || ' cannot set a picture')
from (values ('outsider', 'OPDEN no_membership'), ('anonymous', '42501'), ('service', '42501')) as cases (persona, code);
select is(tests.answer('member', pg_temp.set(content)), code, message)
from (values
  (translate(encode('<svg xmlns="http://www.w3.org/2000/svg"/>', 'base64'), chr(10), ''), 'OPINV picture_not_supported', 'a drawing with scripts is refused'),
  (encode('<html><script>', 'base64'), 'OPINV picture_not_supported', 'a web page is refused'),
  (encode('GIF89a', 'base64'), 'OPINV picture_not_supported', 'another type of image is refused'),
  (encode('RIFF0000WAVE', 'base64'), 'OPINV picture_not_supported', 'audio in a container that images also use is refused'),
  ('not base64!', 'OPINV picture_not_supported', 'content that is not base64 is refused'),
  ('', 'OPINV picture_not_supported', 'an empty picture is refused'),
  (pg_temp.png(1048577), 'OPBIG picture_too_large', 'a picture one byte too large is refused'),
  (pg_temp.png(2000000), 'OPBIG picture_too_large', 'a picture of 2 MB is refused')) as bad (content, code, message);
select is((select count(*) from private.person_pictures), 0::bigint, 'the refusals store no picture');

select is(tests.answer('member', pg_temp.set(pg_temp.png(1048576))), 'ok', 'a picture of 1 MB is accepted');
select is(tests.answer('member', pg_temp.set(encode('\xffd8ffe0'::bytea, 'base64'))), 'ok', 'a JPEG replaces the picture');
select results_eq('select person_id, media_type, octet_length(content) from private.person_pictures',
  $$ values (tests.id('member'), 'image/jpeg', 4) $$, 'one picture is stored, with the type of its bytes');
select is(tests.answer('client', pg_temp.set(encode('RIFF0000WEBP', 'base64'))), 'ok', 'a client contact can have a picture');
select tests.act_as('member');
select isnt(public.get_viewer() #>> '{viewer,picture_hash}', null, 'get_viewer returns the hash of the picture');
select is(tests.answer(persona, format('select public.get_person_profile(%L)', tests.id('member'))), code,
  format('%s who reads the picture of a member gets %s', persona, code))
from (values ('member2', 'ok'), ('client', 'OPNFD person_not_found'), ('other_admin', 'OPNFD person_not_found')) as cases (persona, code);
select is(tests.answer('member', pg_temp.set(null)), 'ok', 'a person removes their picture');
select is((select count(*) from private.person_pictures where person_id = tests.id('member')), 0::bigint, 'a removed picture is deleted');
select * from finish();
rollback;
