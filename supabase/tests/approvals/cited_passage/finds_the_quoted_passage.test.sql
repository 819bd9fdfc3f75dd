-- The search skips only passages that cannot contain a quote. Characters that are normalized before the comparison
-- (blanks, quotation marks, dashes, composed letters) can be anywhere in a passage.
begin;
select plan(10);
select tests.two_agencies();
select tests.sources();
insert into public.passages (organization_id, source_id, source_version, position, content, scope_id)
select tests.id('North'), tests.id('brief'), 1, 100 + number, content, tests.id('alpha')
from unnest(array[
  E'Fee:\u00a0\u201eten\u201c \u2013 per CAFE\u0301 visit', E'\u212aELVIN AND SONS', E'\u041f\u0440\u0438\u0432\u0435\u0442 \u2014 \u043c\u0438\u0440',
  'It ends', 'and goes on']) with ordinality as passage (content, number);

select is((select content from private.quoted_passage(tests.id('brief'), 1, quote)), passage,
  format('the quote %L is found in: %s', quote, coalesce(passage, 'no passage')))
from (values
  (E'Fee: "ten" - per CAF\u00c9 visit', E'Fee:\u00a0\u201eten\u201c \u2013 per CAFE\u0301 visit'),
  (E'"ten" - per', E'Fee:\u00a0\u201eten\u201c \u2013 per CAFE\u0301 visit'),
  ('KELVIN AND SONS', E'\u212aELVIN AND SONS'),
  (E'\u041f\u0440\u0438\u0432\u0435\u0442 - \u043c\u0438\u0440', E'\u041f\u0440\u0438\u0432\u0435\u0442 \u2014 \u043c\u0438\u0440'),
  (E'It  ends and goes', 'It ends'),
  ('It ends - and', null),
  ('Fee: eleven', null),
  ('per CAFE visit', null),
  ('kelvin and sons', null)
) as cases (quote, passage);
select is((select count(*) from private.quoted_passage(tests.id('brief'), 1, E'\u00a0')), 0::bigint, 'a blank quote matches no passage');

select * from finish();
rollback;
