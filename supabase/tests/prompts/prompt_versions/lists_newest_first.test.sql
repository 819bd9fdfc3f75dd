begin;
select plan(8);
select tests.two_agencies();
select tests.act_as('admin');
select is(public.prompt_versions(), '{"versions": [], "next_before": null}', 'a new organization has no versions');
select lives_ok($$ select public.set_base_prompt('Text ' || number) from generate_series(1, 23) as number $$, 'the prompt owner sets many versions');

select is((select array_agg((version -> 'number')::integer) from jsonb_array_elements(public.prompt_versions() -> 'versions') as version),
  array(select generate_series(23, 4, -1)), 'a page has twenty versions, newest first');
select is(public.prompt_versions() -> 'next_before', '4', 'a page has the position of the next one');
select is((select array_agg((version -> 'number')::integer) from jsonb_array_elements(public.prompt_versions(4) -> 'versions') as version),
  array[3, 2, 1], 'the second page has the remaining versions');
select is(public.prompt_versions(4) -> 'next_before', 'null', 'the last page has no position of a next one');
select is((select array_agg((version -> 'number')::integer) from jsonb_array_elements(public.prompt_versions() -> 'versions') as version
           where (version -> 'is_live')::boolean), array[23], 'one version is live');
select tests.act_as('other_admin');
select is(public.prompt_versions() -> 'versions', '[]', 'another organization sees no versions of North');

select * from finish();
rollback;
