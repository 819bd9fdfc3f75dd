-- The kind of an email that a program wrote, by its headers (RFC 3834), its sender and, because some programs send the
-- same headers as people, by common subjects. An empty return path alone does not make a bounce: automatic replies
-- and receipts have one too. Null for the email of a person.
create or replace function private.automatic_email(headers jsonb, from_address text, subject text)
returns public.automatic_email
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
  with fields as (
    select lower(header ->> 'name') as name, lower(btrim(header ->> 'value')) as value
    from jsonb_array_elements(automatic_email.headers) as header
  )
  select case
    when exists (
        select from fields
        where fields.name = 'content-type' and fields.value like 'multipart/report%'
          or fields.name = 'x-failed-recipients')
      or automatic_email.from_address ~ '^(mailer-daemon|postmaster)@' then 'bounce'::public.automatic_email
    when exists (
        select from fields
        where fields.name = 'auto-submitted' and fields.value !~ '^no\M'
          or fields.name in ('x-autoreply', 'x-autorespond', 'x-autoresponder') and fields.value <> 'no'
          or fields.name = 'precedence' and fields.value in ('auto_reply', 'auto-reply')
          -- Automatic replies of older programs have the precedence of a mailing list but none of its headers.
          or fields.name = 'precedence' and fields.value in ('bulk', 'junk')
            and exists (select from fields as other_fields where other_fields.name = 'in-reply-to')
            and not exists (select from fields as other_fields where other_fields.name like 'list-%'))
      or automatic_email.subject ~*
        '^\s*(auto(matic|matische)?[ -]?(reply|response|antwort)|automatische antwort|out of (the )?office|abwesenheit|réponse automatique|respuesta automática|resposta automática|risposta automatica|automatisch antwoord|automatyczna odpowiedź)'
      then 'reply'
    when exists (
        select from fields
        where fields.name in ('list-id', 'list-post', 'list-unsubscribe')
          or fields.name = 'precedence' and fields.value in ('list', 'bulk', 'junk')) then 'list' end);
end;
$$;
comment on function private.automatic_email(jsonb, text, text) is 'Headers are [{ name, value }].';
