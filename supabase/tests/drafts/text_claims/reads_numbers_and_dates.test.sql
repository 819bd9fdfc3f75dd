-- Numbers and dates are found in all forms that people write.
begin;
select plan(109);

create function pg_temp.claims(content text) returns text language sql as $$
  select coalesce(string_agg(case claim ->> 'kind'
    when 'date' then concat_ws('/', coalesce(claim ->> 'year', '*'), coalesce(claim ->> 'month', '*'), coalesce(claim ->> 'day', '*'))
    when 'number' then concat_ws(' ', claim ->> 'figure', claim ->> 'unit')
    else claim ->> 'word' end, ', ' order by number), '')
  from jsonb_array_elements(private.text_claims(content)) with ordinality as entries (claim, number)
$$;
select is(pg_temp.claims(content), expected, format('%L has the claims: %s', content, coalesce(nullif(expected, ''), 'none')))
from (values
  ('All is agreed.', ''), ('It may work, and we march on.', ''), ('One of us said so.', ''),
  ('We spent 12.5 hours.', '12.5 hour'), ('12,5 Stunden', '12.5 hour'), ('1,250 hours', '1250 hour'), ('1.250,50 EUR', '1250.5 eur'),
  ('EUR 9,000', '9000 eur'), ('€9,000.50', '9000.5 eur'), ('9000 €', '9000 eur'), ('$9k', '9000 usd'), ('4 million', '4000000'),
  ('40%', '40 percent'), ('40 percent', '40 percent'), ('a 12-hour day', '12 hour'), ('-5 degrees', '-5 degrees'), ('T-1', '1'),
  ('3–5 days', '3, 5 day'), ('at 14:30', '14:30'), ('twelve pages', '12 pages'), ('Twenty days', '20 day'), ('x212.5', '212.5'),
  ('１２ hours', '12 hour'), ('١٢ hours', '12 hour'), ('m²', '2'), ('version 1.2.3', '123'), ('1’250 hours', '1250 hour'),
  ('12 345 hours', '12345 hour'), ('2026', '2026'),
  ('on 3 March 2026', '2026/3/3'), ('on March 3, 2026', '2026/3/3'), ('3rd of March', '*/3/3'), ('2026-03-03', '2026/3/3'),
  ('Mar 3', '*/3/3'), ('3. März 2026', '2026/3/3'), ('March 2026', '2026/3/*'), ('in May', '*/5/*'), ('moves to April', '*/4/*'),
  ('by may', '*/5/*'), ('31 Dec', '*/12/31'), ('on Monday', 'Monday'), ('Tue 3 Mar 2026', '2026/3/3'),
  ('from 2 March to 8 March 2026 we spent 12 hours', '*/3/2, 2026/3/8, 12 hour'),
  ('two hundred and twenty-five hours', '225 hour'),
  ('twenty-five hours', '25 hour'),
  ('zweihundertfünfundzwanzig Stunden', '225 hour'),
  ('einhundert Seiten', '100 seiten'),
  ('eine Million Euro', '1000000 eur'),
  ('two dozen pages', '24 pages'),
  ('two or three pages', '2 or, 3 pages'),
  ('dreimal geprüft', '3 geprüft'),
  ('4 Millionen Euro', '4000000'),
  ('half of it', 'half'),
  ('am 03.04.2026', '2026/4/3'),
  ('am 3.4. beginnt es', '*/4/3'),
  ('version 1.2.', '1.2'),
  ('by Dec', '*/12/*'),
  ('by jan we go', ''),
  ('im Jänner', '*/1/*'),
  ('am Sonnabend', 'Saturday'),
  ('the tenth of April', '*/4/10'), ('am einundzwanzigsten April 2026', '2026/4/21'),
  ('๓๐ hours', '30 hour'),
  ('One of us, ein und dieselbe', ''), ('one week', '1 week'), ('one open task', '1 task'), ('one thing, one of many, day one', ''), ('in an hour', '1 hour'),
  ('a day late', '1 day'), ('eine Woche', '1 week'), ('eines Tages', ''), ('genau ein Fehler', '1 fehler'),
  ('1.250 Stunden', '1250 hour'), ('1,250 Stunden', '1.25 hour'), ('1.250 hours', '1.25 hour'), ('0.125 Stunden', '0.125 hour'), ('1.250.000 Euro', '1250000 eur'),
  ('3/4/2026', '2026/3/4'), ('13/4/2026', '2026/4/13'), ('4/13/26', '2026/4/13'), ('40/40/2026', '40/40/2026'),
  ('三百小时', '300 hour'), ('十二天', '12 day'), ('二〇二六年', '2026 year'), ('两周', '2 week'), ('一万两千元', '12000 元'), ('统一', ''), ('一个', '')
) as cases (content, expected);

select ok(private.is_claim_supported(private.text_claims('12 hours') -> 0, private.text_claims('12.0 hrs'), '12 hours'), 'a number is supported by the same number with another form of the unit');
select ok(not private.is_claim_supported(private.text_claims('12 days') -> 0, private.text_claims('12 hours'), '12 days'), 'a number of days is not supported by the same number of hours');
select ok(private.is_claim_supported(private.text_claims('3 March') -> 0, private.text_claims('2026-03-03'), '3 March'), 'a day without a year is supported by a full date');
select ok(not private.is_claim_supported(private.text_claims('12 days, not hours') -> 0, private.text_claims('12 hours'), '12 days, not hours'), 'a unit elsewhere in the sentence does not support a number');

-- Relative days count from the day on which the text was written, here a Thursday.
select is((
  select string_agg(concat_ws('/', claim ->> 'year', claim ->> 'month', claim ->> 'day') || coalesce(' or ' || nullif(concat_ws('/', claim -> 'other' ->> 'month', claim -> 'other' ->> 'day'), ''), ''), ', ')
  from jsonb_array_elements(private.text_claims(content, null, '2026-03-05')) as claim), expected, format('%L names %s', content, coalesce(expected, 'no day')))
from (values
  ('We open tomorrow.', '2026/3/6'), ('Morgen öffnen wir.', '2026/3/6'), ('Wir öffnen morgen.', '2026/3/6'), ('today', '2026/3/5'), ('yesterday', '2026/3/4'),
  ('the day after tomorrow', '2026/3/7'), ('vorgestern', '2026/3/3'), ('next Friday', '2026/3/6 or 3/13'), ('nächsten Freitag', '2026/3/6 or 3/13'),
  ('next Thursday', '2026/3/12 or 3/19'), ('last Monday', '2026/3/2 or 2/23'), ('this Tuesday', '2026/3/10 or 3/3'), ('am Morgen, jeden Morgen', null), ('next week', null)
) as cases (content, expected);
select is(private.text_claims('tomorrow'), '[]', 'a relative day in a text of unknown date names no day');
select ok(private.is_claim_supported(private.text_claims('3/4/2026') -> 0, private.text_claims('3 April 2026'), ''), 'a date with two readings is supported by the second one');
select ok(not private.is_claim_supported(private.text_claims('3/4/2026') -> 0, private.text_claims('4 April 2026'), ''), 'a date with two readings is not supported by a third one');
select * from finish();
rollback;
