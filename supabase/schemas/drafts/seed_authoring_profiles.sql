-- Every organization begins with three profiles. It can change, archive or delete them; they are not added again.
create or replace function private.seed_authoring_profiles(organization_id uuid)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.authoring_profiles (
    organization_id, key, name, kind, sections, source_kinds, max_source_age_days, max_passages, includes_restricted,
    rubric, export_format, export_name, includes_revision_history)
  values
    (seed_authoring_profiles.organization_id, 'client-readout', 'Client readout', 'client_readout',
     '[{"heading": "Summary", "guidance": "Two or three sentences a client reads first.", "collects": ["hours"]},
       {"heading": "Progress", "guidance": "Finished work and agreed changes.", "collects": ["done", "changed"]},
       {"heading": "Decisions", "guidance": "Decisions of the period and their source.", "collects": ["decided", "passage"]},
       {"heading": "Risks", "guidance": "Late work and open questions, with the next step.", "collects": ["at_risk"]},
       {"heading": "Next steps", "guidance": "Work that is due next.", "collects": ["planned", "fact"]}]',
     '{document,meeting,email,note}', 90, 20, false,
     'Write to the client as "you". Use short sentences and no internal terms, names of tools or task numbers.',
     'pdf', '{project} readout {date}', false),
    (seed_authoring_profiles.organization_id, 'statement-of-work', 'Statement of work', 'sow_draft',
     '[{"heading": "Scope", "guidance": "The work that is part of the agreement, and the work that is not.", "collects": ["passage"]},
       {"heading": "Deliverables", "guidance": "A list of results the client receives.", "collects": ["done", "decided"]},
       {"heading": "Timeline", "guidance": "First and last day, and the dates between.", "collects": ["planned", "changed"]},
       {"heading": "Price", "guidance": "Hours and amounts with their basis.", "collects": ["hours", "fact"]}]',
     '{document,meeting,email,note}', null, 30, true,
     'Write precisely and in the present tense. Define a term once and use the same term everywhere.',
     'docx', '{client} {title}', true),
    (seed_authoring_profiles.organization_id, 'scope-summary', 'Scope summary', 'scope_summary',
     '[{"heading": "In scope", "guidance": "Agreed work.", "collects": ["passage", "decided", "changed"]},
       {"heading": "Out of scope", "guidance": "Excluded work.", "collects": ["at_risk", "fact"]}]',
     '{document,meeting,email,note}', null, 30, true,
     'Write one fact per sentence.', 'docx', '{project} scope', true)
  on conflict on constraint authoring_profiles_organization_id_key_key do nothing;
end;
$$;
comment on function private.seed_authoring_profiles(uuid) is 'Adds the first three authoring profiles of an organization.';

create or replace function private.tg_organizations__seed_profiles()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.seed_authoring_profiles(new.id);
  return null;
end;
$$;

create trigger tg_organizations__seed_profiles after insert on public.organizations
  for each row execute function private.tg_organizations__seed_profiles();
