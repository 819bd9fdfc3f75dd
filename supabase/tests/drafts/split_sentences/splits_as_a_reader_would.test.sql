-- A sentence ends where a reader sees its end, and includes its markers.
begin;
select plan(12);
select is((select string_agg(sentence, ' | ') from private.split_sentences(content) as sentence), expected, format('%L has the sentences: %s', content, coalesce(expected, 'none')))
from (values
  ('All is agreed. We begin.', 'All is agreed. | We begin.'),
  ('All is agreed. [1] We begin.', 'All is agreed [1]. | We begin.'),
  ('All is agreed [1]. We begin.', 'All is agreed [1]. | We begin.'),
  (E'- All is agreed\n- We begin', '- All is agreed | - We begin'),
  ('Dr. Weber agreed. She begins.', 'Dr. Weber agreed. | She begins.'),
  ('It took 12.5 hours. We begin.', 'It took 12.5 hours. | We begin.'),
  ('He said “All is agreed. We begin.” and left. We go on.', 'He said “All is agreed. We begin.” and left. | We go on.'),
  ('e.g. The shop', 'e.g. The shop'),
  ('', null)
) as cases (content, expected);
select is(private.bare_sentence('- All is “agreed” [1, 3].'), 'All is "agreed".', 'bare_sentence removes the markers, the bullet and typographic quotes');
select is(private.marked_numbers('a [1] b [3–4, 6] [6]'), '{1,3,4,6}', 'marked_numbers returns the numbers of markers and ranges');
select is(private.strip_markers('a [1]. See [4](https://a.example).'), 'a. See [4](https://a.example).', 'strip_markers leaves links in place');
select * from finish();
rollback;
