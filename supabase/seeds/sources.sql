-- Demo data, third part: what people said and wrote, which drafts and approvals cite, and the calendar.
-- Ids go on as in seed.sql: 11 source, 12 passage (source and number), 14 calendar event.

insert into public.sources (
  id, organization_id, kind, project_id, title, is_restricted, occurred_at, published_version, created_at)
select pg_temp.demo_id(11, o, n), pg_temp.demo_id(1, o, 1), kind::public.source_kind,
       pg_temp.demo_id(4, o, project), title, is_restricted, current_date - days_ago + occurred_time, 1,
       current_date - days_ago + occurred_time + interval '20 minutes'
from (values
  (1, 1, 'meeting', 1, 'Weekly call with Lindmoor: launch date and payment', false, 4, time '10:00'),
  (1, 2, 'email', 1, 'Re: Live payment account', false, 3, time '08:47'),
  (1, 3, 'document', 1, 'Contract web shop relaunch, signed.pdf', true, 128, time '15:30'),
  (1, 4, 'document', 4, 'Accessibility findings, first round.docx', false, 6, time '17:05'),
  (1, 5, 'note', 5, 'Scope of the second phase: call with clinic operations', false, 8, time '11:40'),
  (1, 6, 'meeting', 9, 'New plan for the dealer portal', false, 2, time '14:00'),
  (1, 7, 'email', 9, 'Dealer portal: what the board needs by Friday', false, 2, time '18:22'),
  (1, 8, 'email', 11, 'CRM migration: duplicates and the training', false, 5, time '09:15'),
  (1, 9, 'note', null, 'How we write to clients', false, 30, time '16:00'),
  (2, 1, 'meeting', 1, 'Quick order with three trade customers', false, 11, time '15:00'),
  (2, 2, 'email', 2, 'City guides: the last two', false, 6, time '19:30')
) as input (o, n, kind, project, title, is_restricted, days_ago, occurred_time);

insert into public.passages (
  id, organization_id, source_id, source_version, position, content, location, scope_id, created_at)
select pg_temp.demo_id(12, o, source * 100 + number), sources.organization_id, sources.id, 1,
       number - 1, content, location::jsonb, sources.scope_id, sources.created_at
from (values
  (1, 1, 1, '{"speaker": "Jonas Albrink", "at": "00:01:10"}',
   'Payment has been running in the test system since Tuesday. What we do not have is the live account; the provider says the review takes until the end of next week.'),
  (1, 1, 2, '{"speaker": "Head of e-commerce, Lindmoor", "at": "00:03:42"}',
   'If the account is not there by Friday of next week, we move the launch by one week. I will not go live on a Friday and I will not go live without invoices.'),
  (1, 1, 3, '{"speaker": "Mira Tolvanen", "at": "00:06:05"}',
   'The order test needs real invoices from accounting, ten of them, with two returns. Somebody has to ask for them, otherwise we test with made-up ones again.'),
  (1, 1, 4, '{"speaker": "Head of e-commerce, Lindmoor", "at": "00:06:50"}',
   'Ask Renske in accounting and copy me. She needs three working days.'),
  (1, 1, 5, '{"speaker": "Mira Tolvanen", "at": "00:11:30"}',
   'Category pages and filters are done and accepted. Stock from the warehouse arrives every fifteen minutes; last week it was an hour.'),
  (1, 2, 1, '{"heading": "From: shop@lindmoor.test"}',
   'Morning all, the provider answered at last: the review is with their risk team and our named contact there is Oskar Fennimore. He asks for the imprint, the returns page and a sample invoice.'),
  (1, 2, 2, '{"heading": "From: shop@lindmoor.test"}',
   'Please put a task on somebody''s list today so that this does not slip again: the three documents have to be with him by Thursday noon.'),
  (1, 3, 1, '{"page": 2}',
   '2.1 The Agency delivers the storefront, the checkout and the connection to the warehouse as described in Annex A. 2.2 Migration of historic orders is not part of this contract.'),
  (1, 3, 2, '{"page": 5}',
   '6.3 Changes of scope are agreed in writing before work on them begins. Additional work is charged at 110 euros per hour.'),
  (1, 4, 1, '{"heading": "Result"}',
   'We tested 24 pages with a keyboard, two screen readers and at 400% zoom. 31 findings remain, nine of them serious: they keep a patient from booking or from reading a result.'),
  (1, 4, 2, '{"heading": "Serious findings"}',
   'Six of the nine serious findings sit in the appointment calendar: the focus is lost after every change of month, and the free times are announced without their day.'),
  (1, 4, 3, '{"heading": "Recommendation"}',
   'Fix form labels and the focus order of the calendar first. Both together take an estimated 38 hours and settle seven of the nine serious findings.'),
  (1, 5, 1, '{}',
   'Clinic operations want reminders by text message 48 and 4 hours before an appointment, in three languages, and a list of patients who did not come.'),
  (1, 5, 2, '{}',
   'They do not want payment in the app this year. Pilot in one clinic for four weeks, then all six. Their budget for the second phase is capped at 40,000 euros.'),
  (1, 6, 1, '{"speaker": "Jonas Albrink", "at": "00:02:15"}',
   'The due date will not hold. The rebuilt connection to the ERP needs 64 hours more than we sold, and I suggest that we carry half of them.'),
  (1, 6, 2, '{"speaker": "Dealer management, Tandrel", "at": "00:09:48"}',
   'Half is fair. Then the warranty form moves behind the go-live, dealers can send those by mail for another month. Write it down and I bring it to the board on Friday.'),
  (1, 6, 3, '{"speaker": "Theo Larsgard", "at": "00:14:20"}',
   'Before the rehearsal I need the order data of last month, not a sample. The sample hid the large orders that broke us the last time.'),
  (1, 7, 1, '{"heading": "From: dealers@tandrel.test"}',
   'For the board I need one page: the new date, what it costs us, and what moves out of the first release. Please no more than three sentences on why.'),
  (1, 8, 1, '{"heading": "From: sales@sorrelfield.test"}',
   'We went through the list: of the 1,120 duplicates, about 300 are two people with the same name in one company. Those must not be merged.'),
  (1, 8, 2, '{"heading": "From: sales@sorrelfield.test"}',
   'Could the training move to the week after? Half of the team is at the trade fair. Thursday at ten would work for all of us.'),
  (1, 9, 1, '{"heading": "Tone"}',
   'Say what happened, then what it means for the date and the money, then what we do. No adjectives for our own work.'),
  (1, 9, 2, '{"heading": "Dates"}',
   'Write dates with the weekday, and never "soon": a client plans with what we write.'),
  (2, 1, 1, '{"speaker": "Dana Whitlocke", "at": "00:04:10"}',
   'All three found the quick order screen without help. Two of them asked for their own article numbers next to ours.'),
  (2, 1, 2, '{"speaker": "Trade customer", "at": "00:07:32"}',
   'I order the same forty items every month. Let me save that list and I never call you again.'),
  (2, 2, 1, '{"heading": "From: web@marrowby.test"}',
   'Photos for the last two guides are cleared by the hotel managers. Please publish both before the season opens.')
) as input (o, source, number, location, content)
join public.sources on sources.id = pg_temp.demo_id(11, o, source);

-- Events of this service itself: no calendar is connected.
insert into public.calendar_events (
  id, organization_id, provider, external_id, project_id, summary, description, location, starts_at, ends_at,
  time_zone, attendees, created_at)
select pg_temp.demo_id(14, o, n), pg_temp.demo_id(1, o, 1), 'local', pg_temp.demo_id(14, o, n)::text,
       pg_temp.demo_id(4, o, project), summary, description, location,
       (monday + day + starts) at time zone zone, (monday + day + ends) at time zone zone, zone, attendees,
       current_date - 14
from (select date_trunc('week', current_date + 7)::date as monday) as week
cross join (values
  (1, 1, 11, 'Training for sales', 'Finding contacts, writing a deal, and what happened to the old lists.',
   'Sorrelfield, room 2', 1, time '10:00', time '12:00', 'Europe/Berlin',
   array['lead@demo.test', 'member@demo.test', 'sales@sorrelfield.test']),
  (1, 2, 1, 'Weekly call with Lindmoor', null, null, 2, time '10:00', time '10:30', 'Europe/Berlin',
   array['lead@demo.test', 'member@demo.test', 'shop@lindmoor.test']),
  (1, 3, 9, 'Migration rehearsal', 'With the order data of last month.', null, 3, time '13:00', time '17:00',
   'Europe/Berlin', array['member2@demo.test', 'it@tandrel.test']),
  (2, 1, 1, 'Quick order: second look', null, null, 2, time '15:00', time '16:00', 'America/New_York',
   array['admin@other.test', 'buyer@pennfold.test'])
) as input (o, n, project, summary, description, location, day, starts, ends, zone, attendees);
