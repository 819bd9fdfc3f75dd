/** The rows of a random organization. */

export type Role = "admin" | "lead" | "member" | "client";

export interface Person {
  id: string;
  organization_id: string;
  user_id: string | null;
  name: string;
  role: Role;
  is_employee: boolean;
  is_prompt_owner: boolean;
  client_id: string | null;
  archived_at: string | null;
}
export interface Owned {
  id: string;
  organization_id: string;
}
export interface InProject extends Owned {
  project_id: string;
}
export interface Task extends InProject {
  status: string;
  title: string;
  due_on: string | null;
  priority: number | null;
  assignee_id: string | null;
  estimated_on: string | null;
  started_on: string | null;
  completed_on: string | null;
  archived_at: string | null;
}

/** Belongs to a project or to none; restricted or not. */
export interface Scoped extends Owned {
  project_id: string | null;
  is_restricted: boolean;
}
interface OfCard {
  organization_id: string;
  approval_id: string;
  number: number;
}

/** Rows by table, in the order in which they can be inserted. */
export interface Graph {
  organizations: { id: string; time_zone: string }[];
  clients: (Owned & { archived_at: string | null })[];
  people: Person[];
  accounts: (Owned & { client_id: string; archived_at: string | null })[];
  operating_profiles: { account_id: string; organization_id: string; updated_by: string | null }[];
  projects: (Owned & {
    account_id: string;
    lead_id: string | null;
    status: string;
    archived_at: string | null;
  })[];
  project_members: { organization_id: string; project_id: string; person_id: string }[];
  tasks: Task[];
  time_entries: (InProject & {
    task_id: string | null;
    person_id: string;
    hours: number;
    spent_on: string;
  })[];
  status_updates: (InProject & { author_id: string; health: string; created_at: string })[];
  portfolio_classifications: (InProject & {
    version: number;
    classified_by: string;
    created_at: string;
  })[];
  invitations: (Owned & { person_id: string })[];
  portfolio_import_runs: (Owned & { requested_by: string })[];
  portfolio_import_rows: { organization_id: string; run_id: string; line: number }[];
  reconciliation_resolutions: (Owned & { subject_id: string; decided_by: string })[];
  portfolio_import_changes: { organization_id: string; run_id: string; entity_id: string }[];
  portfolio_import_memberships: {
    organization_id: string;
    run_id: string;
    project_id: string;
    person_id: string;
  }[];
  import_mappings: (Owned & { created_by: string })[];
  audit_events: Owned[];
  organization_settings: { organization_id: string }[];
  sources: Scoped[];
  documents: (Owned & { latest_version: number })[];
  document_versions: { document_id: string; organization_id: string; version: number }[];
  passages: (Owned & { source_id: string; position: number })[];
  project_notes: { id: string }[];
  approvals: (Scoped & { kind: string; proposed_by: string })[];
  approval_versions: OfCard[];
  approval_citations: (OfCard & { source_id: string })[];
  approval_events: OfCard[];
  weekly_updates: Published[];
  scope_changes: Published[];
  sow_drafts: Published[];
  client_readouts: Published[];
  deliverable_releases: Published[];
  /** The client of the project when its card was published. */
  portal_publications: {
    organization_id: string;
    approval_id: string;
    project_id: string;
    client_id: string;
  }[];
  prompt_versions: (Owned & { created_by: string })[];
  live_prompts: { organization_id: string; live_version_id: string; moved_by: string }[];
  skills: Owned[];
  skill_versions: (Owned & { skill_id: string; approval_id: string; created_by: string })[];
  integrations: { organization_id: string; connected_by: string }[];
  sync_streams: Owned[];
  sync_runs: (Owned & { stream_id: string })[];
  sync_scopes: (Owned & { stream_id: string; project_id: string })[];
  sync_dead_letters: (Owned & { stream_id: string; run_id: string })[];
  external_links: { organization_id: string; approval_id: string; project_id: string | null }[];
  calendar_events: (Owned & { project_id: string | null })[];
  chat_sessions: (OfPerson & { id: string; as_person_id: string | null })[];
  chat_messages: (OfPerson & {
    id: string;
    chat_session_id: string;
    number: number;
    role: string;
    scope_ids: string[];
  })[];
  chat_citations: (OfPerson & { message_id: string; number: number; source_id: string })[];
}
interface OfPerson {
  organization_id: string;
  person_id: string;
}
type Published = InProject & { approval_id: string; is_restricted: boolean };
