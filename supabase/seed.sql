-- Demo data: the agency Northlight with one person per role, and a second organization that must stay
-- invisible to it. Everyone who can sign in has a known password, so the guard below prevents an accidental load.
--
-- Ids have the form <kind>-0000-4000-8000-<organization><number of five digits>: kind 1 organization, 2 client,
-- 3 account, 4 project, 5 person, 6 user, 7 task (its project and position). Dates are relative to today. Values that
-- look random are hashes, so that two databases seeded on the same day are equal. The files of seeds/ continue in the
-- same session, because they need the two functions created below.

do $guard$
begin
  if current_setting('countersign.seed_allowed', true) is distinct from 'on' then
    raise exception 'The demo data contains a known password. Only `npm start` loads it.';
  end if;
  if exists (select 1 from public.organizations) then
    raise exception 'This database already has an organization. The demo data needs an empty database.';
  end if;

  -- Every statement below needs these two functions, so none of them has an effect after a refusal.
  create function pg_temp.demo_id(kind integer, organization integer, number integer)
  returns uuid language sql immutable strict return
    format('%s-0000-4000-8000-%s', lpad(kind::text, 8, '0'),
           lpad((organization * 100000 + number)::text, 12, '0'))::uuid;
  -- A number from 0 to 1 that depends only on the key.
  create function pg_temp.demo_share(key text)
  returns numeric language sql immutable strict return
    ('x' || substr(md5(key), 1, 8))::bit(32)::bigint / 4294967296.0;
end
$guard$;

insert into public.organizations (id, name, email_domain, currency, time_zone, created_at)
select pg_temp.demo_id(1, o, 1), name, email_domain, currency, time_zone, current_date - 200
from (values
  (1, 'Northlight', 'demo.test', 'EUR', 'Europe/Berlin'),
  (2, 'Alder & Slate', 'other.test', 'USD', 'America/New_York')
) as input (o, name, email_domain, currency, time_zone);

insert into public.clients (id, organization_id, name, website, created_at)
select pg_temp.demo_id(2, o, n), pg_temp.demo_id(1, o, 1), name, website, current_date - 190
from (values
  (1, 1, 'Lindmoor Outdoor', 'https://lindmoor.test'), (1, 2, 'Velmora Clinics', 'https://velmora.test'),
  (1, 3, 'Quillbrook Press', 'https://quillbrook.test'), (1, 4, 'Tandrel Bikes', 'https://tandrel.test'),
  (1, 5, 'Sorrelfield Foods', null), (1, 6, 'Kestrowind Energy', null),
  (2, 1, 'Marrowby Hotels', null), (2, 2, 'Pennfold Tools', null)
) as input (o, n, name, website);

insert into public.accounts (id, organization_id, client_id, name, created_at)
select pg_temp.demo_id(3, o, n), pg_temp.demo_id(1, o, 1), pg_temp.demo_id(2, o, client), name,
       current_date - 190
from (values
  (1, 1, 1, 'Online shop'), (1, 2, 1, 'Brand'), (1, 3, 2, 'Patient services'),
  (1, 4, 3, 'Digital publishing'), (1, 5, 4, 'Dealer network'), (1, 6, 4, 'Campaigns'),
  (1, 7, 5, 'Marketing'), (1, 8, 6, 'Customer platform'),
  (2, 1, 1, 'Guest website'), (2, 2, 2, 'Online shop')
) as input (o, n, client, name);

-- auth.users and auth.identities differ between Auth servers, so this writes only the columns that exist and are not
-- generated.
do $users$
declare
  v_users jsonb;
  v_identities jsonb;
  v_table regclass;
  v_columns text;
begin
  select
    jsonb_agg(jsonb_build_object(
      'id', id, 'instance_id', '00000000-0000-0000-0000-000000000000',
      'aud', 'authenticated', 'role', 'authenticated', 'email', email,
      'encrypted_password', extensions.crypt('countersign-demo', extensions.gen_salt('bf', 10)),
      'email_confirmed_at', now(), 'created_at', now(), 'updated_at', now(),
      'raw_app_meta_data', '{"provider": "email", "providers": ["email"]}'::jsonb,
      'raw_user_meta_data', '{}'::jsonb, 'is_sso_user', false, 'is_anonymous', false,
      'email_change_confirm_status', 0, 'confirmation_token', '', 'recovery_token', '',
      'email_change', '', 'email_change_token_new', '', 'email_change_token_current', '',
      'phone_change', '', 'phone_change_token', '', 'reauthentication_token', '')),
    jsonb_agg(jsonb_build_object(
      'id', id, 'user_id', id, 'provider', 'email', 'provider_id', id,
      'identity_data', jsonb_build_object('sub', id, 'email', email, 'email_verified', true),
      'last_sign_in_at', now(), 'created_at', now(), 'updated_at', now()))
  into v_users, v_identities
  from (
    select pg_temp.demo_id(6, o, n) as id, email
    from (values
      (1, 1, 'admin@demo.test'), (1, 2, 'lead@demo.test'), (1, 3, 'member@demo.test'),
      (1, 4, 'member2@demo.test'), (1, 5, 'client@demo.test'), (1, 9, 'outsider@demo.test'),
      (2, 1, 'admin@other.test')
    ) as input (o, n, email)
  ) as users;

  foreach v_table in array array['auth.users', 'auth.identities']::regclass[] loop
    select string_agg(quote_ident(attname), ', ')
    into v_columns
    from pg_catalog.pg_attribute
    where attrelid = v_table and attnum > 0 and not attisdropped and attgenerated = ''
      and case v_table when 'auth.users'::regclass then v_users else v_identities end -> 0 ? attname;
    execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1)',
                   v_table, v_columns)
    using case v_table when 'auth.users'::regclass then v_users else v_identities end;
  end loop;
end
$users$;

-- People without a user cannot sign in: colleagues who were imported, and one who has left.
insert into public.people (
  id, organization_id, user_id, email, name, role, is_employee, is_prompt_owner, client_id, created_at,
  archived_at)
select pg_temp.demo_id(5, o, n), pg_temp.demo_id(1, o, 1), pg_temp.demo_id(6, o, user_number), email, name,
       role::public.person_role, is_employee, role = 'admin', pg_temp.demo_id(2, o, client),
       current_date - 180, case when has_left then current_date - 45 end
from (values
  (1, 1, 1, 'admin@demo.test', 'Nora Feldhaus', 'admin', true, null, false),
  (1, 2, 2, 'lead@demo.test', 'Jonas Albrink', 'lead', true, null, false),
  (1, 3, 3, 'member@demo.test', 'Mira Tolvanen', 'member', true, null, false),
  (1, 4, 4, 'member2@demo.test', 'Theo Larsgard', 'member', true, null, false),
  (1, 5, 5, 'client@demo.test', 'Carla Wennemar', 'client', false, 1, false),
  (1, 6, null, 'ilse@demo.test', 'Ilse Brandau', 'lead', true, null, false),
  (1, 7, null, 'pavel@demo.test', 'Pavel Orlinek', 'member', true, null, false),
  (1, 8, null, 'yasmin@demo.test', 'Yasmin Kadrovi', 'member', true, null, false),
  (1, 9, null, 'ruben@demo.test', 'Ruben Castellane', 'member', true, null, false),
  (1, 10, null, 'lou@freelance.test', 'Lou Ferrandini', 'member', false, null, false),
  (1, 11, null, 'petra@velmora.test', 'Petra Hallund', 'client', false, 2, false),
  (1, 12, null, 'hanne@demo.test', 'Hanne Mortvik', 'member', true, null, true),
  (2, 1, 1, 'admin@other.test', 'Gwen Ashcombe', 'admin', true, null, false),
  (2, 2, null, 'lead@other.test', 'Marcus Tellerby', 'lead', true, null, false),
  (2, 3, null, 'member@other.test', 'Dana Whitlocke', 'member', true, null, false)
) as input (o, n, user_number, email, name, role, is_employee, client, has_left);

-- progress is the share of tasks that are done, burn the hours spent per estimated hour, and idle_days the number of
-- days since someone last worked on the project.
create temporary table demo_projects as
select pg_temp.demo_id(4, o, n) as id, input.*
from (values
  (1, 1, 'SHOP-01', 1, 'Web shop relaunch', 'active', 2, -126, 35, 620, 68200, array[3, 4, 7, 8], 0.62, 1.10, 0,
   'New storefront, checkout and stock connection; the old shop is shut down at the end.'),
  (1, 2, 'SEO-01', 1, 'SEO retainer', 'active', 2, -138, null, 120, 10800, array[8, 9], 0.75, 1.45, 1,
   'Monthly work on search visibility, with a report on the last working day.'),
  (1, 3, 'BRAND-01', 2, 'Brand refresh', 'completed', 6, -132, -31, 240, 26400, array[8, 12], 1.00, 0.95, 31,
   'Logo, colors, type and a short style guide for everyone who writes or designs.'),
  (1, 4, 'A11Y-01', 3, 'Accessibility audit', 'active', 2, -38, 14, 90, 9900, array[3, 9], 0.50, 0.90, 0,
   'Audit of the patient pages against WCAG 2.2 AA, with fixes for the worst findings.'),
  (1, 5, 'BOOK-01', 3, 'Appointment booking app', 'active', 6, -98, 60, 780, 92000, array[4, 7, 10], 0.45, 1.05, 0,
   'Patients book, move and cancel appointments on their phones.'),
  (1, 6, 'DATA-01', 3, 'Patient journey analytics', 'on_hold', null, -92, null, null, null, array[9], 0.30, 1.00, 48,
   'Shows where patients give up on the way to an appointment. Waiting for the data protection office.'),
  (1, 7, 'READ-01', 4, 'Reader app', 'active', 6, -74, 90, 540, 59400, array[3, 7, 10], 0.35, 1.00, 2,
   'Subscribers read and listen offline, on phone and tablet.'),
  (1, 8, 'NEWS-01', 4, 'Newsletter platform move', 'planned', 6, 10, 80, 120, 12600, array[8], 0.00, 1.00, null,
   'Moves eleven newsletters and their subscribers to a new email service.'),
  (1, 9, 'DEAL-01', 5, 'Dealer portal', 'active', 2, -118, -5, 320, 35200, array[4, 7, 9], 0.80, 1.60, 0,
   'Dealers order, track deliveries and submit warranty claims.'),
  (1, 10, 'CAMP-01', 6, 'Touring campaign', 'completed', 6, -134, -62, 150, 18000, array[8, 12], 1.00, 1.02, 62,
   'Three weeks of ads, mailings and a landing page for the new touring range.'),
  (1, 11, 'CRM-01', 7, 'CRM migration', 'active', 2, -60, 40, 300, 31500, array[3, 9], 0.40, 1.15, 1,
   'Contacts, deals and mailing history move from two old systems into one.'),
  (1, 12, 'SOCIAL-01', 7, 'Social content retainer', 'active', 6, -124, null, null, 24000, array[4, 8], 0.70, 1.00, 1,
   'Twelve posts a month, planned on the first Monday.'),
  (1, 13, 'PORTAL-01', 8, 'Customer portal discovery', 'cancelled', 6, -102, -70, 80, 9600, array[9, 12], 0.40, 1.00, 74,
   'Interviews and a first concept; stopped when the client changed its plans.'),
  (1, 14, 'TARIFF-01', 8, 'Tariff calculator', 'planned', null, null, null, null, null, array[]::integer[], 0.00, 1.00, null,
   'Households compare tariffs with three questions. Not yet sold.'),
  (1, 15, null, 8, 'Website care', 'on_hold', 2, -136, null, 60, null, array[7], 0.60, 1.00, 81,
   'Updates, backups and small changes. Renewal has been open since the contract ran out.'),
  (2, 1, 'SHOP-01', 2, 'Web shop relaunch', 'active', 2, -90, 30, 400, 52000, array[3], 0.50, 1.00, 1,
   'A faster shop for trade customers.'),
  (2, 2, 'SEO-01', 1, 'SEO retainer', 'active', 2, -120, null, 100, 11000, array[3], 0.70, 1.20, 2,
   'Search visibility of nine hotel pages.'),
  (2, 3, 'BOOK-02', 1, 'Room booking widget', 'planned', 1, 14, 75, 160, 20800, array[3], 0.00, 1.00, null,
   'Guests book rooms without leaving the hotel page.')
) as input (o, n, code, account, name, status, lead, starts, due, budget_hours, budget_amount, members,
            progress, burn, idle_days, summary);

insert into public.projects (
  id, organization_id, account_id, code, name, summary, status, lead_id, starts_on, due_on, budget_hours,
  budget_amount, created_at)
select id, pg_temp.demo_id(1, o, 1), pg_temp.demo_id(3, o, account), code, name, summary,
       status::public.project_status, pg_temp.demo_id(5, o, lead), current_date + starts, current_date + due,
       budget_hours, budget_amount, current_date + coalesce(least(starts, 0), -20) - 12
from demo_projects;

insert into public.project_members (organization_id, project_id, person_id, created_at)
select pg_temp.demo_id(1, o, 1), id, pg_temp.demo_id(5, o, person), current_date + least(starts, 0)
from demo_projects
cross join lateral unnest(members || lead) as person
where person is not null;

-- Titles in the order of the work, each after a letter for its category.
create temporary table demo_tasks as
select
  demo_projects.id as project_id, o, n, number::integer,
  substr(title, 3) as title,
  case left(title, 1) when 'm' then 'Management' when 'd' then 'Design' when 'c' then 'Content'
    when 'b' then 'Development' when 'q' then 'Testing' else 'Analysis' end as category,
  round((coalesce(budget_hours, 120) / count(*) over project
         * (0.65 + 0.6 * pg_temp.demo_share(title || o))) * 2) / 2 as estimate_hours,
  case
    when number <= round(progress * count(*) over project) then 'done'
    when status = 'cancelled' then 'cancelled'
    when status <> 'active' then 'open'
    when number <= round(progress * count(*) over project) + 2 then 'in_progress'
    when number = round(progress * count(*) over project) + 3 and n % 3 = 2 then 'blocked'
    else 'open'
  end as status,
  burn, members || lead as team, current_date - idle_days as last_day,
  -- Work is spread evenly from the start to the end of the project, or to today if it has no end.
  current_date + starts + floor((number - 1) * days / count(*) over project)::integer as starts_on,
  current_date + starts + floor(number * days / count(*) over project)::integer as due_on
from demo_projects
cross join lateral (select (coalesce(due, 21) - starts)::numeric as days) as span
join (values
  (1, 1, 'm Kickoff and scope|a Analytics of the old shop|d Category page concept|d Checkout wireframes|d Visual design of product page|b Product data import|b Stock connection to the warehouse|b Category pages and filters|b Checkout and payment methods|b Customer accounts|c Product texts for 40 bestsellers|q Load test before season|q Order test with real invoices|b Redirects from old addresses|m Staff training|m Launch weekend'),
  (1, 2, 'a Keyword review|a Technical crawl|b Fix duplicate titles|c Guide: choosing a sleeping pad|c Guide: packing for four seasons|b Structured data for products|a Backlink review|m First quarterly report|c Guide: caring for boots|b Faster category images|m Second quarterly report|a Competitor gap review'),
  (1, 3, 'm Brand workshop|a Interviews with six store managers|d Three logo directions|d Logo final drawing|d Colours and type|c Tone of voice|d Packaging mockups|d Brand book|m Hand-over of files'),
  (1, 4, 'm Choose sample of pages|q Keyboard test|q Screen reader test|q Contrast and zoom test|a Findings sorted by harm|b Fix form labels|b Fix focus order in the calendar|q Second test of fixed pages|c Accessibility statement|m Presentation of results'),
  (1, 5, 'm Kickoff with the clinics|a Interviews with reception staff|d Booking flow|d Screens for calendar|b Sign-in by text message|b Calendar connection|b Booking and moving|b Cancelling with a reason|b Reminder messages|q Test with twelve patients|q Security review|c Texts in three languages|b Store listing|m Pilot in one clinic|m Roll-out to all clinics'),
  (1, 6, 'a Questions the clinics want answered|a Inventory of events|b Consent banner without dark patterns|b Event pipeline|a First funnel report|d Dashboard sketch|m Agreement with data protection office'),
  (1, 7, 'm Kickoff and roadmap|a Reading habits survey|d Library screen|d Reading screen and type sizes|b Offline download|b Audio player|b Subscription check|b Sync of reading position|q Test on old tablets|b Search in the library|c Help texts|q Beta with 200 subscribers|b Store release|m Hand-over to support'),
  (1, 8, 'a Inventory of eleven newsletters|m Choice of sender|d New mail template|b Move of subscribers|q Delivery test|b Unsubscribe in one step|m Switch-over plan'),
  (1, 9, 'm Kickoff with dealers|a Order process today|d Portal screens|b Dealer sign-in|b Catalog with dealer prices|b Order and confirmation|b Delivery tracking|b Warranty case form|q Test with five dealers|b Connection to the ERP, second attempt|q Migration rehearsal|m Training videos|m Go-live'),
  (1, 10, 'm Briefing and media plan|d Key visual|c Claims and ad texts|d Ad formats|b Landing page|c Three mailings|m Booking of media|a Daily check of results|m Closing report'),
  (1, 11, 'm Kickoff|a Field inventory of both systems|a Rules for duplicates|b Import of contacts|b Import of deals|b Mailing history|q Count check against the old systems|m Training for sales|b Switch-off of old forms|m Clean-up after 30 days'),
  (1, 12, 'm Plan, month one|c Posts, month one|m Plan, month two|c Posts, month two|d New templates for stories|m Plan, month three|c Posts, month three|a Review of reach|m Plan, month four|c Posts, month four|c Recipe videos|m Plan, month five'),
  (1, 13, 'm Kickoff|a Interviews with eight customers|d First concept|a Cost of three variants|m Decision workshop'),
  (1, 14, 'a Tariff rules on one page|d Three-question flow|m Offer'),
  (1, 15, 'b Framework update|b Backup check|c Team page|b Contact form against spam|m Renewal of the contract'),
  (2, 1, 'm Kickoff|a Orders by trade customers|d Quick order screen|b Price lists by customer|b Checkout on account|q Load test before season|b Redirects from old addresses|m Launch weekend'),
  (2, 2, 'a Keyword review|a Technical crawl|c City guides|b Structured data for rooms|m First quarterly report|m Second quarterly report'),
  (2, 3, 'm Kickoff|d Booking flow|b Room calendar|b Payment')
) as task_lists (o, n, titles) using (o, n)
cross join lateral unnest(string_to_array(titles, '|')) with ordinality as items (title, number)
window project as (partition by demo_projects.id);

insert into public.tasks (
  id, organization_id, project_id, external_key, title, status, category, priority, assignee_id, estimate_hours,
  estimated_on, started_on, due_on, completed_on, created_at)
select
  pg_temp.demo_id(7, o, n * 100 + number), pg_temp.demo_id(1, o, 1), project_id,
  format('T-%s', number), title, status::public.task_status, category,
  1 + floor(4 * pg_temp.demo_share('priority' || title))::smallint,
  -- Some open tasks have no assignee yet.
  case when status <> 'open' or pg_temp.demo_share('assigned' || title) < 0.6
       then pg_temp.demo_id(5, o, team[1 + number % array_length(team, 1)]) end,
  case when status = 'done' or pg_temp.demo_share('estimated' || title) < 0.85 then estimate_hours end,
  least(starts_on, current_date) - 10,
  case when status in ('done', 'in_progress', 'blocked') then least(starts_on, last_day) end,
  due_on,
  case when status = 'done' then least(due_on + floor(6 * pg_temp.demo_share('late' || title))::integer, last_day) end,
  coalesce(least(starts_on, current_date) - 12, current_date - 20)
from demo_tasks;

-- The hours that a task took, in stretches of about five hours on working days.
insert into public.time_entries (organization_id, project_id, task_id, person_id, spent_on, hours, note, created_at)
select tasks.organization_id, tasks.project_id, tasks.id, tasks.assignee_id, day, hours, null, day + 1
from demo_tasks
join public.tasks on tasks.project_id = demo_tasks.project_id and tasks.title = demo_tasks.title
cross join lateral (
  select greatest(demo_tasks.estimate_hours, 1) * burn * (0.8 + 0.4 * pg_temp.demo_share('took' || tasks.title))
         * case tasks.status when 'done' then 1 else 0.4 end as spent_hours
) as effort
cross join lateral generate_series(1, ceil(spent_hours / 5)::integer) as stretch
cross join lateral (
  select
    tasks.started_on
      + floor((stretch - 1) * (coalesce(tasks.completed_on, last_day) - tasks.started_on) / ceil(spent_hours / 5))::integer
      as any_day,
    greatest(round(spent_hours / ceil(spent_hours / 5) * 4) / 4, 0.25) as hours
) as share
cross join lateral (
  -- Days on a weekend move back to Friday.
  select any_day - greatest(extract(isodow from any_day)::integer - 5, 0) as day
) as working
where tasks.started_on is not null and tasks.assignee_id is not null;

-- A weekly call of an hour for the lead of each project.
insert into public.time_entries (organization_id, project_id, person_id, spent_on, hours, note, created_at)
select projects.organization_id, projects.id, projects.lead_id, monday, 1, 'Weekly call', monday + 1
from demo_projects
join public.projects on projects.id = demo_projects.id
cross join lateral generate_series(
  date_trunc('week', projects.starts_on + interval '6 days'), current_date - idle_days, interval '1 week'
) as week (starts_at)
cross join lateral (select starts_at::date as monday) as weekly
where projects.lead_id is not null and idle_days is not null;

insert into public.status_updates (organization_id, project_id, author_id, health, summary, created_at)
select pg_temp.demo_id(1, o, 1), pg_temp.demo_id(4, o, n), pg_temp.demo_id(5, o, author),
       health::public.project_health, summary, current_date - days_ago + time '16:20'
from (values
  (1, 1, 2, 'on_track', 33, 'Product data is in and complete. Category pages start on Monday.'),
  (1, 1, 2, 'at_risk', 12, 'The payment provider will approve the account two weeks late. We are building against its test system and keeping the launch date for now.'),
  (1, 1, 2, 'at_risk', 4, 'Payment runs in the test system. If the live account is not there by the end of next week, launch moves by one week.'),
  (1, 2, 2, 'on_track', 40, 'Two guides are out; both already rank on the second page.'),
  (1, 2, 2, 'at_risk', 9, 'The quarter''s budget is used up because of the image work. We proposed a smaller scope for the rest of the year.'),
  (1, 3, 6, 'on_track', 31, 'Files and brand book are handed over. The client signed off without changes.'),
  (1, 4, 2, 'on_track', 6, 'Keyboard and screen reader tests are done: 31 findings, nine of them serious.'),
  (1, 5, 6, 'on_track', 45, 'Reception staff like the booking flow. Calendar connection is the next hard part.'),
  (1, 5, 6, 'on_track', 8, 'Booking and moving work with the calendar of the pilot clinic.'),
  (1, 6, 6, 'at_risk', 50, 'The data protection office wants to see the event list first. We have paused until they answer.'),
  (1, 7, 6, 'on_track', 20, 'Offline download works. Audio is next.'),
  (1, 7, 6, 'on_track', 5, 'The audio player survives calls and lost networks. Old tablets are slow; we test on three of them.'),
  (1, 9, 2, 'at_risk', 38, 'The ERP connection fails with large orders. Its vendor is looking into it.'),
  (1, 9, 2, 'off_track', 10, 'We will miss the due date, and the hours are used up. The ERP connection is being rebuilt; we agree on a new plan with the client this week.'),
  (1, 9, 2, 'off_track', 2, 'New plan: go-live in four weeks, half of the extra hours on us. The client decides by Friday.'),
  (1, 10, 6, 'on_track', 62, 'The campaign ended eleven percent above its goal. Report sent.'),
  (1, 11, 2, 'on_track', 26, 'All fields of both systems are mapped; 214 of 260 are needed.'),
  (1, 11, 2, 'at_risk', 7, 'One contact in seven is a duplicate, twice as many as expected. The rules need another round with sales.'),
  (1, 12, 6, 'on_track', 15, 'Reach is up by a fifth since we introduced the new templates.'),
  (1, 13, 6, 'off_track', 74, 'The client is merging its platforms and has stopped the project. Interviews and concept are handed over.'),
  (2, 1, 2, 'on_track', 11, 'Quick order is with three trade customers for a first look.'),
  (2, 2, 2, 'at_risk', 6, 'City guides take longer than we sold; two are still to be written.')
) as input (o, n, author, health, days_ago, summary);

update public.status_updates set risks = input.risks, next_steps = input.next_steps
from (values
  (1, 1, 4, 'The live payment account may not be there in time; launch would move by a week.',
   'Ask the provider for a named contact. Decide on the launch date on Friday.'),
  (1, 2, 9, 'More hours than we sold, if the client refuses the smaller scope.', 'Talk to marketing about the rest of the year.'),
  (1, 9, 2, 'The client may refuse to pay for half of the extra hours.', 'Finish the rebuilt ERP connection. Send the new plan.'),
  (1, 11, 7, 'Duplicates may need cleaning by hand.', 'Second round of matching rules with sales.'),
  (2, 2, 6, null, 'Write the last two guides.')
) as input (o, n, days_ago, risks, next_steps)
where status_updates.project_id = pg_temp.demo_id(4, o, n)
  and status_updates.created_at::date = current_date - input.days_ago;

insert into public.operating_profiles (
  organization_id, account_id, cadence, contacts, standing_facts, definition_of_done, shares_hours, updated_by, created_at)
select pg_temp.demo_id(1, o, 1), pg_temp.demo_id(3, o, n), cadence::public.reporting_cadence, contacts::jsonb,
       facts, done, (o, n) = (1, 1), pg_temp.demo_id(5, o, 2), current_date - 80
from (values
  (1, 1, 'weekly', '[{"name": "Head of e-commerce", "role": "Decides on scope and launch", "email": "shop@lindmoor.test", "phone": null},
                     {"name": "IT service desk", "role": "Test and live systems", "email": "it@lindmoor.test", "phone": "+49 30 0000 1100"}]',
   array['No releases on Fridays or in the week before Christmas.', 'Prices come from the ERP and are never typed.'],
   array['Works in the last two versions of every major browser.', 'Accepted in writing by the head of e-commerce.']),
  (1, 3, 'fortnightly', '[{"name": "Clinic operations", "role": "Daily contact", "email": "operations@velmora.test", "phone": null}]',
   array['No patient data leaves the clinic''s own systems.'], array['Checked with a keyboard and a screen reader.']),
  (1, 5, 'weekly', '[{"name": "Dealer management", "role": "Product owner", "email": "dealers@tandrel.test", "phone": null}]',
   array['Dealers order from the warehouse in Tandrel only.'], array['Tested with last month''s order data.']),
  (1, 8, 'monthly', '[]', array[]::text[], array[]::text[]),
  (2, 1, 'fortnightly', '[{"name": "Marketing", "role": null, "email": "web@marrowby.test", "phone": null}]',
   array['Photos need the hotel manager''s consent.'], array[]::text[])
) as input (o, n, cadence, contacts, facts, done);

insert into public.portfolio_classifications (
  organization_id, project_id, version, tier, service_line, risk, reason, classified_by, created_at)
select pg_temp.demo_id(1, o, 1), pg_temp.demo_id(4, o, n), version, tier::public.portfolio_tier, service_line,
       risk::public.risk_level, reason, pg_temp.demo_id(5, o, 2), current_date - days_ago + time '10:05'
from (values
  (1, 1, 1, 'strategic', 'Commerce', 'low', 'First project with the new shop platform.', 60),
  (1, 1, 2, 'strategic', 'Commerce', 'medium', 'The payment provider is late.', 12),
  (1, 2, 1, 'core', 'Search', 'medium', null, 50),
  (1, 3, 1, 'standard', 'Brand', 'low', null, 55),
  (1, 4, 1, 'core', 'Accessibility', 'low', null, 30),
  (1, 5, 1, 'strategic', 'Product design', 'low', null, 70),
  (1, 6, 1, 'core', 'Analytics', 'medium', 'Waiting for the data protection office.', 50),
  (1, 7, 1, 'core', 'Product design', 'low', null, 40),
  (1, 9, 1, 'strategic', 'Commerce', 'medium', null, 60),
  (1, 9, 2, 'strategic', 'Commerce', 'high', 'The hours are used up, and the project will miss its due date.', 10),
  (1, 11, 1, 'core', 'Data', 'medium', null, 26),
  (1, 12, 1, 'standard', 'Content', 'low', null, 90),
  (2, 1, 1, 'core', 'Commerce', 'low', null, 40)
) as input (o, n, version, tier, service_line, risk, reason, days_ago);

drop table demo_tasks, demo_projects;
