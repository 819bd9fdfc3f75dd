-- The names of methods and properties can be in upper or lower case. The verdict does not depend on it.
begin;
select plan(10);
create function tests.verdict(value text)
returns text
language sql
as $$
  select verdict from private.email_auth(
    jsonb_build_array(
      jsonb_build_object('name', 'Authentication-Results', 'value', 'mx.google.com; ' || value),
      jsonb_build_object('name', 'From', 'value', 'Ada <ada@ports.example>')),
    'ports.example', array['mx.google.com'])
$$;

select is(tests.verdict('dmarc=pass HEADER.FROM=ports.example'), 'pass', 'a property in capitals is recognized');
select is(tests.verdict('DMARC=PASS Header.From=PORTS.EXAMPLE'), 'pass', 'methods, results and domains in capitals are recognized');
select is(
  tests.verdict('spf=pass SMTP.MAILFROM=bounce@ports.example; dkim=pass HEADER.D=ports.example'), 'pass',
  'properties of SPF and DKIM in capitals are recognized');
select is(tests.verdict('dmarc=pass HEADER.FROM=evil.example'), 'fail', 'a property in capitals with another domain fails');
select is(tests.verdict('dmarc=pass XHEADER.FROM=ports.example'), 'fail', 'a longer property name is another property');
select is(tests.verdict('dmarc=pass headerXfrom=ports.example'), 'fail', 'the dot in a property name matches only a dot');
select is(tests.verdict('dmarc=pass HEADER.FROM=evil.example header.from=ports.example'), 'fail', 'a property with two values fails');
select is(tests.verdict('dmarc=pass HEADER.FROM=ports.example header.from=evil.example'), 'fail', 'a property with two values in the other order fails');
select is(
  tests.verdict('spf=pass smtp.helo=ports.example; dkim=pass HEADER.D=ports.example'), 'fail',
  'SPF that passes for another property is not a pass');
select is(
  tests.verdict('dmarc=pass header.from=ports.example; DMARC=fail HEADER.FROM=ports.example'), 'fail',
  'a failure in capitals overrides a pass');

select * from finish();
rollback;
