-- Hand-written: a value of an enum cannot be used in the transaction that adds it.
alter type public.approval_event_type add value 'vendor_confirmed' before 'executed';
