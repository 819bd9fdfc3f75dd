-- How often a person may ask the public web.
insert into private.rate_limit_settings (route, default_calls)
values ('research', 5)
on conflict (route) do update set default_calls = excluded.default_calls;
