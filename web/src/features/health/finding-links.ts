import type { Finding } from "../../api/routes.ts";
import type { ActionRequest } from "../portfolio-actions/open-action.ts";

// The console's URLs where the rows of a finding can be seen and fixed.

type Evidence = Finding["evidence"]["rows"][number];
type Addressed = Pick<Finding, "subject" | "fix">;
type Settled = Addressed & Partial<Pick<Finding, "code" | "evidence">>;

export function subjectLink({ type, id, project_id }: Finding["subject"]): string | null {
  if (type === "import_run") return `/import/${id}`;
  if (type === "approval") return `/inbox/${id}`;
  if (type === "sync_stream") return "/settings/integrations";
  if (type === "document") return kindLink("document", project_id);
  if (type === "organization") return "/estimates";
  const project = type === "project" ? id : project_id;
  return project ? `/projects/${project}` : null;
}

/** The nearest URL of a piece of evidence; null if it has none. */
export function evidenceLink(
  row: Pick<Evidence, "type" | "id" | "project_id">,
  { subject }: Addressed,
): string | null {
  switch (row.type) {
    case "task":
      return row.project_id && `/projects/${row.project_id}?view=tasks&task=${row.id}`;
    case "import_row":
      return subject.type === "import_run" ? `/import/${subject.id}?show=skipped` : null;
    case "import_run":
      return `/import/${row.id}`;
    case "approval":
      return `/inbox/${row.id}`;
    default:
      return kindLink(row.type, row.project_id);
  }
}

/** The page that lists all evidence of this kind, for rows that a finding counts and does not name. */
export function moreEvidenceLink(
  finding: Pick<Finding, "subject" | "evidence" | "fix">,
): string | null {
  const kind = finding.evidence.rows[0]?.type;
  if (kind === "import_row") return `${subjectLink(finding.subject)}?show=skipped`;
  const projects = new Set(finding.evidence.rows.map((row) => row.project_id));
  const [project] = projects;
  return projects.size === 1 && kind && project ? kindLink(kind, project) : null;
}

function kindLink(kind: Evidence["type"], project: string | null): string | null {
  switch (kind) {
    case "task":
      return project && `/projects/${project}?view=tasks`;
    case "time_entry":
      return project && `/projects/${project}?view=hours`;
    case "document":
      return project && `/projects/${project}?view=documents`;
    case "status_update":
    case "person":
      return project && `/projects/${project}`;
    default:
      return null;
  }
}

/** The way to fix a finding: a form, or a page. */
export type Fix = { label: string; request: ActionRequest } | { label: string; to: string };

/** The action that fixes a finding; null if only an operator can. `accountId` is the account of its project. */
export function fixOf(
  { code, subject, fix, evidence }: Settled,
  accountId: string | undefined,
): Fix | null {
  const card =
    code === "sync_removals_held" && evidence?.rows.find(({ type }) => type === "approval");
  if (card) return { label: "Open the card", to: `/inbox/${card.id}` };
  if (code === "sync_unmatched_meetings") return { label: "Assign the meetings", to: "/meetings" };
  if (code === "sync_unassigned_emails") return { label: "Assign the emails", to: "/email" };
  if (code === "hours_without_task" || code === "hours_in_future") {
    return { label: "Open the team's hours", to: "/time?view=team" };
  }
  const about = subject.name;
  const projectId = subject.type === "project" ? subject.id : subject.project_id;
  switch (fix?.action) {
    case "client_update":
      return {
        label: "Edit the client",
        request: { kind: "edit-client", clientId: subject.id, about },
      };
    case "operating_profile_update":
      return accountId
        ? {
            label: "Write the operating profile",
            request: { kind: "operating-profile", accountId },
          }
        : null;
    case "project_update":
      return projectId
        ? { label: "Edit the project", request: { kind: "edit-project", projectId, about } }
        : null;
    case "status_update":
      return projectId
        ? { label: "Post a status", request: { kind: "post-status", projectId, about } }
        : null;
    case "portfolio_classification":
      return projectId
        ? { label: "Classify the project", request: { kind: "classify", projectId, about } }
        : null;
    default:
      return pageThatSettles(subject);
  }
}

/** The page on which a person fixes a finding that has no form. */
function pageThatSettles(subject: Finding["subject"]): Fix | null {
  const link = subjectLink(subject);
  switch (subject.type) {
    case "project":
      return { label: "Open the tasks", to: `/projects/${subject.id}?view=tasks` };
    case "import_run":
      return { label: "Import a corrected file", to: "/import" };
    case "approval":
      return link ? { label: "Open the card", to: link } : null;
    case "document":
      return link ? { label: "Open the documents", to: link } : null;
    case "sync_stream":
      return link ? { label: "Open integrations", to: link } : null;
    case "organization":
      return link ? { label: "Open calibration", to: link } : null;
    default:
      return null;
  }
}
