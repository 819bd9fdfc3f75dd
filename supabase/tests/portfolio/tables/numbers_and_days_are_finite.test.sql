-- JSON has no NaN, no infinity and no year with five digits: one such row would break every answer that contains it.
begin;
select plan(8);
select tests.two_agencies();

select throws_ok(
  format('update public.%s set %I = %L where id = tests.id(%L)', target, field, value, id),
  '23514', null, format('%s.%s cannot be %s', target, field, value))
from (values
  ('time_entries', 'hours', 'NaN', 'alpha hours'),
  ('time_entries', 'spent_on', 'infinity', 'alpha hours'),
  ('time_entries', 'spent_on', '99999-01-01', 'alpha hours'),
  ('projects', 'budget_hours', 'NaN', 'alpha'),
  ('projects', 'budget_amount', 'NaN', 'alpha'),
  ('projects', 'due_on', 'infinity', 'alpha'),
  ('tasks', 'estimate_hours', 'NaN', 'alpha task'),
  ('tasks', 'completed_on', '-infinity', 'alpha task')
) as cases (target, field, value, id);

select * from finish();
rollback;
