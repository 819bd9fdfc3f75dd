-- An answer stores its unverified figures and the sources that the model received, within limits.
begin;
select plan(10);
select tests.two_agencies();
create function pg_temp.finish(figures text[], sources uuid[] default '{}') returns text language plpgsql as $$
declare
  v_id uuid;
  v_stored text;
begin
  perform tests.act_as('lead');
  v_id := public.begin_chat_turn(gen_random_uuid(), 'Question') ->> 'message_id';
  perform public.finish_chat_turn(v_id, 'Answer', 'words', unfound_figures => figures, source_ids => sources);
  perform tests.act_as('owner');
  select format('%s %s', unfound_figures, cardinality(source_ids)) into v_stored from public.chat_messages where id = v_id;
  return v_stored;
exception when others then
  perform tests.act_as('owner');
  return sqlstate;
end;
$$;
create function pg_temp.ids(count integer) returns uuid[] language sql
  as $$ select coalesce(array_agg(gen_random_uuid()), '{}') from generate_series(1, count) $$;

select is(pg_temp.finish(figures, sources), expected, what)
from (values
  ('{"4711.25",87}'::text[], pg_temp.ids(2), '{4711.25,87} 2', 'an answer stores its figures and sources'),
  ('{}', '{}', '{} 0', 'empty lists of figures and sources are stored'), (null, null, '{} 0', 'null figures and sources are stored as empty lists'),
  (array_fill('1'::text, array[20]), pg_temp.ids(500), format('{%s} 500', repeat('1,', 19) || '1'), 'the maximum number of figures and sources is stored'),
  (array_fill('1'::text, array[21]), '{}', 'OPINV', 'too many figures are refused'),
  (array[repeat('1', 2001)], '{}', 'OPINV', 'a figure that is too long is refused'),
  (array['1', null], '{}', 'OPINV', 'a null figure is refused'),
  ('{}', pg_temp.ids(501), 'OPINV', 'too many sources are refused'),
  ('{}', array[null]::uuid[], 'OPINV', 'a null source is refused')
) as cases (figures, sources, expected, what);

select tests.act_as('owner');
select is((select count(*) from public.chat_messages where role = 'assistant' and status = 'done'), 4::bigint,
  'only the accepted answers are finished');

select * from finish();
rollback;
