begin;
select plan(18);
select tests.two_agencies();
update public.clients set website = 'https://www.harbour.example/about' where id = tests.id('Harbour');
update public.clients set website = 'https://tests.test' where id = tests.id('Garden');
update public.people set email = 'ada@ports.example' where id = tests.id('client');

create function tests.best(emails text[], title text)
returns uuid
language sql
as $$
  select matched.project_id
  from private.matched_projects(
    tests.id('North'),
    jsonb_build_array(jsonb_build_object('key', 'a', 'emails', to_jsonb(emails), 'title', title))) as matched
$$;

select is(
  (select array_agg(reason order by score desc)
   from private.candidates_of_items(tests.id('North'), '[{"key": "a", "emails": ["Ada@Ports.example"], "title": "Hello"}]')),
  array['ada@ports.example is a contact of Harbour', 'ada@ports.example is a contact of Harbour'],
  'a contact suggests the projects of the client');
select is(tests.best('{ada@ports.example}', 'Hello'), tests.id('alpha'), 'a current project ranks before a completed one');
select is(tests.best('{ada@ports.example}', 'About gamma'), tests.id('gamma'), 'the title decides between projects of a client');
select is(tests.best('{new@harbour.example}', 'Hello'), tests.id('alpha'), 'a domain of the client suggests its projects');
select is(tests.best('{new@ports.example}', 'Hello'), tests.id('alpha'), 'a contact''s domain counts as a domain of the client');
select is(tests.best('{new@sub.harbour.example}', 'Hello'), null, 'a subdomain is a different domain');
select is(tests.best('{new@harbour.example}', 'P-2 beta of Garden'), tests.id('alpha'), 'a domain outweighs any title');
select is(tests.best('{}', 'Weekly: P-2, open points'), tests.id('beta'), 'a code in the title suggests its project');
select is(tests.best('{}', 'Reshared betas'), null, 'a title that contains the name of a project only as part of a word suggests nothing');
select is(tests.best('{}', 'Garden'), null, 'equal candidates give no match');
select is(
  tests.best('{member2@tests.test,colleague@tests.test}', 'Garden'), null,
  'a colleague on two projects of a client does not decide between them');
select is(
  tests.best('{member@tests.test}', 'Garden'), tests.id('shared'), 'a colleague on one project of a client decides for that project');
select is(tests.best('{member@tests.test}', 'Dentist'), null, 'colleagues alone give no match');
insert into public.contacts (organization_id, client_id, name, email, archived_at) values
  (tests.id('North'), tests.id('Garden'), 'Grace', 'grace@garden.example', null),
  (tests.id('North'), tests.id('Harbour'), 'Gone', 'gone@garden.example', now()),
  (tests.id('South'), tests.id('South Harbour'), 'Elsewhere', 'elsewhere@delta.example', null);
select is(tests.best('{grace@garden.example}', 'About beta'), tests.id('beta'), 'a contact without a sign-in is a contact of the client');
select is(tests.best('{gone@garden.example}', 'About beta'), tests.id('beta'), 'an archived contact suggests nothing, but their domain still counts');
select is(tests.best('{elsewhere@delta.example}', 'Hello'), null, 'a contact of another organization suggests nothing');
update public.people set email = 'ada@gmail.com' where id = tests.id('client');
select is(tests.best('{other@gmail.com}', 'Hello'), null, 'a public email domain suggests nothing');
select is(tests.best('{other@tests.test}', 'Hello'), null, 'the organization''s own domain suggests nothing, even as a client''s website');

select * from finish();
rollback;
