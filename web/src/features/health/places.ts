import type { Finding } from "../../api/routes.ts";

// Where what a finding names can be seen and mended: addresses of the console.

type Evidence = Finding["evidence"]["rows"][number];
type Addressed = Pick<Finding, "subject" | "fix">;

export function placeOfSubject({ type, id, project_id }: Finding["subject"]): string | null {
  if (type === "import_run") return `/import/${id}`;
  const project = type === "project" ? id : project_id;
  return project ? `/projects/${project}` : null;
}

/** Where a piece of evidence stands, as near as there is an address; null where there is none. */
export function placeOfEvidence(row: Evidence, { subject }: Addressed): string | null {
  const project = row.type === "project" ? row.id : row.project_id;
  switch (row.type) {
    case "task":
      return project && `/projects/${project}?view=tasks&q=${encodeURIComponent(row.label)}`;
    case "import_row":
      return subject.type === "import_run" ? `/import/${subject.id}?show=skipped` : null;
    case "import_run":
      return `/import/${row.id}`;
    default:
      return placeOfKind(row.type, project);
  }
}

/** Where all evidence of this kind is listed, for what a finding counts and does not name. */
export function placeOfMore(finding: Pick<Finding, "subject" | "evidence" | "fix">): string | null {
  const kind = finding.evidence.rows[0]?.type;
  if (kind === "import_row") return `${placeOfSubject(finding.subject)}?show=skipped`;
  const projects = new Set(finding.evidence.rows.map((row) => row.project_id));
  const [project] = projects;
  return projects.size === 1 && kind && project ? placeOfKind(kind, project) : null;
}

function placeOfKind(kind: string, project: string | null): string | null {
  switch (kind) {
    case "task":
      return project && `/projects/${project}?view=tasks`;
    case "time_entry":
      return project && `/projects/${project}?view=hours`;
    case "project":
    case "status_update":
    case "person":
      return project && `/projects/${project}`;
    default:
      return null;
  }
}

const projectForms: Record<string, { form: string; label: string }> = {
  project_update: { form: "edit", label: "Edit the project" },
  status_update: { form: "status", label: "Post a status" },
  portfolio_classification: { form: "classify", label: "Classify the project" },
};

/** The form that mends a finding; null where no form does. `accountId` is the account of its project. */
export function fixOf(
  { subject, fix }: Addressed,
  accountId: string | undefined,
): { label: string; href: string } | null {
  if (!fix) return null;
  if (fix.action === "operating_profile_update") {
    return accountId
      ? { label: "Write the operating profile", href: `/accounts/${accountId}?form=profile` }
      : null;
  }
  const form = projectForms[fix.action];
  const project = subject.type === "project" ? subject.id : subject.project_id;
  return form && project
    ? { label: form.label, href: `/projects/${project}?form=${form.form}` }
    : null;
}
