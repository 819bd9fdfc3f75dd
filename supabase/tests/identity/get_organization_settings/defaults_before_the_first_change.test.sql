begin;
select plan(3);
select tests.two_agencies();

select tests.act_as(persona)
  || is(public.get_organization_settings() - 'name',
    '{"forbids_self_approval": false, "requires_second_factor": "never", "version": 0, "currency": "EUR",
      "time_zone": "Europe/Berlin", "week_starts_on": 1, "brand_color": null, "working_hours": {"1": {"hours": 8},
      "2": {"hours": 8}, "3": {"hours": 8}, "4": {"hours": 8}, "5": {"hours": 8}}}',
    persona || ' reads the defaults before the first change')
from unnest(array['admin', 'lead']) as persona;
select tests.act_as('owner');
select is(count(*)::integer, 0, 'reading the defaults stores no settings') from public.organization_settings
where organization_id = tests.id('North');

select * from finish();
rollback;
