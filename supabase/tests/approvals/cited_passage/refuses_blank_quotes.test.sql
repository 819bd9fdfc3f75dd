-- Every text contains a blank quote, which would verify every claim, so it is refused.
begin;
select plan(7);
select tests.two_agencies();
select tests.sources();

select is(private.is_quoted(quote, 'Any text.'), false, format('%L is not a quote', quote))
from unnest(array[E'\u00a0', E' \u2003 ', E'\t\n', ' ']) as quote;
select is(private.is_quoted(E'Any\u00a0text', 'Any text.'), true, 'a no-break space between words matches a space');
select is(tests.answer('lead', format('select public.propose_approval(%L, %L, %L, %L)', 'client_readout', tests.id('alpha'), tests.readout(),
    jsonb_build_array(tests.cite('brief') || jsonb_build_object('quote', E'\u00a0\u2003')))), 'OPINV invalid_citations',
  'a citation that quotes only blanks is refused');
select is((select count(*)::int from public.approval_citations where source_id = tests.id('brief')), 0, 'the refused citation writes nothing');

select * from finish();
rollback;
