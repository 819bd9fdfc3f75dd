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
export interface OrganizationRow {
  id: string;
  organization_id: string;
}
export interface InProject extends OrganizationRow {
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
export interface ScopedRow extends OrganizationRow {
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
  clients: (OrganizationRow & { archived_at: string | null })[];
  people: Person[];
  accounts: (OrganizationRow & { client_id: string; archived_at: string | null })[];
  operating_profiles: { account_id: string; organization_id: string; updated_by: string | null }[];
  projects: (OrganizationRow & {
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
  invitations: (OrganizationRow & { person_id: string })[];
  portfolio_import_runs: (OrganizationRow & { requested_by: string })[];
  portfolio_import_rows: { organization_id: string; run_id: string; line: number }[];
  reconciliation_resolutions: (OrganizationRow & { subject_id: string; decided_by: string })[];
  portfolio_import_changes: { organization_id: string; run_id: string; entity_id: string }[];
  portfolio_import_memberships: {
    organization_id: string;
    run_id: string;
    project_id: string;
    person_id: string;
  }[];
  import_mappings: (OrganizationRow & { created_by: string })[];
  audit_events: OrganizationRow[];
  organization_settings: { organization_id: string }[];
  sources: ScopedRow[];
  documents: (OrganizationRow & { latest_version: number })[];
  document_versions: { document_id: string; organization_id: string; version: number }[];
  passages: (OrganizationRow & { source_id: string; position: number })[];
  project_notes: { id: string }[];
  approvals: (ScopedRow & { kind: string; proposed_by: string })[];
  approval_versions: OfCard[];
  approval_citations: (OfCard & { source_id: string })[];
  approval_events: OfCard[];
  weekly_updates: PublishedRow[];
  scope_changes: PublishedRow[];
  sow_drafts: PublishedRow[];
  client_readouts: PublishedRow[];
  deliverable_releases: PublishedRow[];
  /** The client of the project when its card was published. */
  portal_publications: {
    organization_id: string;
    approval_id: string;
    project_id: string;
    client_id: string;
  }[];
  prompt_versions: (OrganizationRow & { created_by: string })[];
  live_prompts: { organization_id: string; live_version_id: string; moved_by: string }[];
  skills: OrganizationRow[];
  skill_versions: (OrganizationRow & {
    skill_id: string;
    approval_id: string;
    created_by: string;
  })[];
  integrations: { organization_id: string; connected_by: string }[];
  sync_streams: OrganizationRow[];
  sync_runs: (OrganizationRow & { stream_id: string })[];
  sync_scopes: (OrganizationRow & { stream_id: string; project_id: string })[];
  sync_dead_letters: (OrganizationRow & { stream_id: string; run_id: string })[];
  external_links: { organization_id: string; approval_id: string; project_id: string | null }[];
  calendar_events: (OrganizationRow & { project_id: string | null })[];
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
type PublishedRow = InProject & { approval_id: string; is_restricted: boolean };
