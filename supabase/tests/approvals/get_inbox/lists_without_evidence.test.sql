-- Listing cards looks up no evidence, however many quotes they have. Opening a card does.
begin;
select plan(2);
select tests.two_agencies();
create temporary table fixtures as
select tests.propose('lead', 'task_create', '{"title": "Follow up"}') as id;
grant all on fixtures to public;
-- Replaces the function that checks the quotes of a card.
create or replace function private.approval_evidence(approval public.approvals, viewer public.people)
returns jsonb language plpgsql as $$ begin raise exception 'evidence is computed'; end $$;

select tests.act_as('lead');
select is(jsonb_array_length(public.get_inbox(page_size => 100) -> 'cards'), 1, 'a list shows a card without looking up its evidence');
select throws_ok('select public.get_inbox(approval_id => id) from fixtures', 'evidence is computed',
  'opening a card looks up its evidence');

select * from finish();
rollback;
