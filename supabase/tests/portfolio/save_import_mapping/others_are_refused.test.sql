begin;
select plan(29);
select tests.two_agencies();

create function pg_temp.refuses(persona text, code text, name text, mapping jsonb) returns text language plpgsql as $$
begin
  perform tests.act_as(persona);
  return throws_ok(
    format('select public.save_import_mapping(%L, %L)', name, mapping), code, null,
    format('%s cannot save the mapping %L %s', persona, left(name, 10), left(mapping::text, 60)));
end;
$$;
grant execute on function pg_temp.refuses(text, text, text, jsonb) to public;

select pg_temp.refuses(persona, code, 'Mine', '{"fields": {"project_code": {"column": "A"}}}')
from (values
  ('member', 'OPDEN'), ('member2', 'OPDEN'), ('client', 'OPDEN'), ('outsider', 'OPDEN'), ('anonymous', '42501'),
  ('service', '42501')
) as cases (persona, code);
select pg_temp.refuses('lead', 'OPINV', name, mapping)
from (values
  (null, '{"fields": {"project_code": {"column": "A"}}}'::jsonb), ('  ', '{"fields": {"project_code": {"column": "A"}}}'), (repeat('n', 101), '{"fields": {"project_code": {"column": "A"}}}'), ('Mine', null),
  ('Mine', '[]'), ('Mine', 'null'), ('Mine', '{"fields": []}'), ('Mine', '{"fields": {}}'),
  ('Mine', '{"fields": {"note": {"column": "A"}}}'),
  ('Mine', '{"fields": {"person": {"column": "A"}, "rate_valid_from": {"column": "B"}}}'),
  ('Mine', '{"fields": {"project_code": "A"}}'), ('Mine', '{"fields": {"project_code": {}}}'),
  ('Mine', '{"fields": {"project_code": {"column": ""}}}'), ('Mine', '{"fields": {"project_code": {"column": 1}}}'),
  ('Mine', '{"fields": {"project_code": {"column": "A", "value": "B"}}}'),
  ('Mine', '{"fields": {"project_code": {"column": "A", "values": []}}}'),
  ('Mine', '{"fields": {"project_code": {"column": "A", "values": {"x": 1}}}}'),
  ('Mine', '{"fields": {"project_code": {"column": "A"}, "salary": {"column": "B"}}}'),
  ('Mine', '{"fields": {"project_code": {"column": "A"}}, "sheet": 1}'),
  ('Mine', '{"fields": {"project_code": {"column": "A"}}, "date_format": "YY"}'),
  ('Mine', '{"fields": {"project_code": {"column": "A"}}, "date_format": null}'),
  ('Mine', jsonb_build_object('fields', jsonb_build_object('project_code', jsonb_build_object('value', repeat('x', 100000)))))
) as cases (name, mapping);

select tests.act_as('owner');
select results_eq(
  'select name from public.import_mappings where organization_id in (tests.id(''North''), tests.id(''South'')) order by name',
  array['Weekly', 'Weekly'], 'the refusals save nothing');

select * from finish();
rollback;
