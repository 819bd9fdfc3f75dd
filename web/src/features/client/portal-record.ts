import type { ClientPortal, Deliverable } from "../../api/client-portal-routes.ts";

/** A decision as a text file that can be understood outside the portal. */
export function recordText(
  { agency, client, projects }: ClientPortal,
  { title, project_id, file, decision }: Deliverable,
): string {
  const project = projects.find(({ id }) => id === project_id);
  const lines = [
    ["Agency", agency.name],
    ["Client", client.name],
    ["Project", project?.name],
    ["Deliverable", title],
    ["Decision", decision?.decision === "approved" ? "Approved" : "Changes requested"],
    ["Comment", decision?.comment],
    ["By", decision?.decided_by],
    ["At", decision?.decided_at],
    ["Record", decision?.id],
    ["File", file?.name],
    ["SHA-256 of the file", file?.sha256],
    ["SHA-256 of the approved content", decision?.content_hash],
  ];
  return lines.flatMap(([name, value]) => (value ? [`${name}: ${value}\n`] : [])).join("");
}

/** Makes the browser save a text as a file. */
export function saveText(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
