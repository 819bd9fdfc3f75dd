-- Only functions write entries of the project note.
begin;
select plan(11);
select tests.two_agencies();
insert into public.sources (id, organization_id, kind, project_id, title)
values (tests.id('call'), tests.id('North'), 'meeting', tests.id('alpha'), 'Call');
select private.append_project_note(tests.id('North'), tests.id('alpha'), tests.id('call'), '2026-03-02', 'Call', '');

select tests.refuses_writes('public.project_notes');

select * from finish();
rollback;
