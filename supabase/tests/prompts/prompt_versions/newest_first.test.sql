begin;
select plan(8);
select tests.two_agencies();
select tests.act_as('admin');
select is(public.prompt_versions(), '{"versions": [], "next_before": null}', 'none at first');
select lives_ok($$ select public.set_base_prompt('Text ' || number) from generate_series(1, 23) as number $$, 'many');

select is((select array_agg((version -> 'number')::integer) from jsonb_array_elements(public.prompt_versions() -> 'versions') as version),
  array(select generate_series(23, 4, -1)), 'twenty, newest first');
select is(public.prompt_versions() -> 'next_before', '4', 'and where the next page begins');
select is((select array_agg((version -> 'number')::integer) from jsonb_array_elements(public.prompt_versions(4) -> 'versions') as version),
  array[3, 2, 1], 'which is the last');
select is(public.prompt_versions(4) -> 'next_before', 'null', 'and says so');
select is((select array_agg((version -> 'number')::integer) from jsonb_array_elements(public.prompt_versions() -> 'versions') as version
           where (version -> 'is_live')::boolean), array[23], 'one is live');
select tests.act_as('other_admin');
select is(public.prompt_versions() -> 'versions', '[]', 'another organization has its own');

select * from finish();
rollback;
