-- Better results come first, and changes of title, keywords, language and text change the results.
begin;
select plan(9);
select tests.two_agencies();
select tests.text('Common', '{"The project has a plan and a plan for the plan.","The plan again."}');
select tests.text('Rare', '{"One word of the plan: zirconium."}');
select tests.text('Around', array['Invoices were sent.', 'Then the budget was agreed upon.', 'Invoices were paid.']);
select tests.text('Alone', array['Nothing of the kind.', 'Then the budget was agreed upon.', 'Nothing at all.']);
select tests.text('Long', array[repeat('filler words without meaning ', 40) || 'the quokka appears here at last, ' || repeat('and more filler ', 20)]);
select tests.act_as('lead');

select is(split_part(tests.search_titles('zirconium plan'), ' ', 1), 'Rare', 'a rare word counts more than a common one');
select is(split_part(tests.search_titles('invoices budget'), ' ', 1), 'Around', 'words in the neighboring passages improve the rank of a passage');
select ok((public.search_passages('quokka') -> 'results' -> 0 ->> 'snippet') like '%quokka appears%', 'the snippet contains the word');
select ok(char_length(public.search_passages('quokka') -> 'results' -> 0 ->> 'snippet') <= 262, 'the snippet is short');
select is(tests.marked_words('quokka'), 'quokka', 'the snippet marks the word');

select tests.act_as('owner');
update public.sources set title = 'Kestrel', keywords = 'falconry' where id = tests.id('Rare');
select tests.act_as('lead');
select is(tests.search_titles('kestrel'), 'Kestrel', 'a new title is found');
select is(tests.search_titles('falconry'), 'Kestrel', 'new keywords are found');
select tests.act_as('owner');
select tests.text('Sprache', '{"Die Rechnungen wurden bezahlt"}');
update public.sources set language = 'de' where id = tests.id('Sprache');
select tests.act_as('lead');
select is(tests.search_titles('Rechnung'), 'Sprache', 'a new language changes the word stems');
select tests.act_as('owner');
update public.passages set content = 'Ganz anderer Text' where source_id = tests.id('Sprache');
select tests.act_as('lead');
select is(tests.search_titles('bezahlt'), '', 'a replaced text is not found');

select * from finish();
rollback;
