-- The catalogue of what can be proposed. Lookup rows are never computed by the schema diff.
insert into public.approval_kinds (
  kind, "group", title, stakes, needs_project, is_deliverable, is_prompt_owned, is_restricted, required_sections)
values
  ('task_create', 'external', 'Create a task', 'low', true, false, false, false, '{}'),
  ('calendar_event_create', 'external', 'Create a calendar event', 'medium', true, false, false, false, '{}'),
  ('calendar_event_update', 'external', 'Change a calendar event', 'medium', true, false, false, false, '{}'),
  ('calendar_event_cancel', 'external', 'Cancel a calendar event', 'high', true, false, false, false, '{}'),
  ('weekly_update', 'portal', 'Publish a weekly update', 'medium', true, false, false, false, '{}'),
  ('scope_change', 'portal', 'Publish a scope change', 'high', true, false, false, false, '{}'),
  ('sow_draft', 'portal', 'Publish a statement of work', 'high', true, true, false, true,
   '{Scope,Deliverables,Timeline,Price}'),
  ('client_readout', 'portal', 'Publish a readout', 'medium', true, true, false, false, '{Summary,Next steps}'),
  ('deliverable_release', 'portal', 'Release a deliverable', 'high', true, false, false, false, '{}'),
  ('scope_summary', 'record', 'Record a scope summary', 'low', true, true, false, false,
   '{In scope,Out of scope}'),
  ('email_draft', 'record', 'Keep an e-mail draft', 'low', true, false, false, false, '{}'),
  ('scope_flag', 'record', 'Flag a scope risk', 'low', true, false, false, false, '{}'),
  ('sow_estimate', 'record', 'Record an estimate', 'low', true, false, false, true, '{}'),
  ('prompt_update', 'prompt', 'Teach the assistant a rule', 'medium', false, false, true, false, '{}'),
  ('prompt_base_update', 'prompt', 'Replace the base prompt', 'high', false, false, true, false, '{}'),
  ('skill_update', 'prompt', 'Change a skill', 'medium', false, false, true, false, '{}');
