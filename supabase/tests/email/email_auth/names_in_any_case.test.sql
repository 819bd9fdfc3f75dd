-- Names of methods and properties are in any case. Nothing else about a verdict depends on their case.
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

select is(tests.verdict('dmarc=pass HEADER.FROM=ports.example'), 'pass', 'a property in capitals counts');
select is(tests.verdict('DMARC=PASS Header.From=PORTS.EXAMPLE'), 'pass', 'so do methods, results and domains in capitals');
select is(
  tests.verdict('spf=pass SMTP.MAILFROM=bounce@ports.example; dkim=pass HEADER.D=ports.example'), 'pass',
  'so do the properties of SPF and DKIM');
select is(tests.verdict('dmarc=pass HEADER.FROM=evil.example'), 'fail', 'a property in capitals with another domain fails');
select is(tests.verdict('dmarc=pass XHEADER.FROM=ports.example'), 'fail', 'a longer name is another property');
select is(tests.verdict('dmarc=pass headerXfrom=ports.example'), 'fail', 'the dot in a name is a dot');
select is(tests.verdict('dmarc=pass HEADER.FROM=evil.example header.from=ports.example'), 'fail', 'two values of a property vouch for neither');
select is(tests.verdict('dmarc=pass HEADER.FROM=ports.example header.from=evil.example'), 'fail', 'two values in the other order vouch for neither');
select is(
  tests.verdict('spf=pass smtp.helo=ports.example; dkim=pass HEADER.D=ports.example'), 'fail',
  'a pass of another property is no pass of SPF');
select is(
  tests.verdict('dmarc=pass header.from=ports.example; DMARC=fail HEADER.FROM=ports.example'), 'fail',
  'a failure in capitals outweighs a pass');

select * from finish();
rollback;
