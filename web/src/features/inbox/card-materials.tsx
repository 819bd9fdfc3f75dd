import type { Material } from "../../api/approval-routes.ts";
import classes from "./card-view.module.css";

/**
 * The material that the assistant had seen when it proposed the card; first the part that some project members
 * can't see.
 */
export function CardMaterials({ materials }: { materials: Material[] }) {
  const beyond = materials.filter(({ is_beyond_project }) => is_beyond_project);
  const within = materials.filter(({ is_beyond_project }) => !is_beyond_project);
  return (
    <>
      {beyond.length > 0 && (
        <details>
          <summary>{beyondInWords(beyond)}</summary>
          <ul>
            {beyond.map(({ kind, id, name }) => (
              <li key={`${kind} ${id}`}>{nameInWords(kind, name)}</li>
            ))}
          </ul>
        </details>
      )}
      {within.length > 0 && (
        <span className={classes.quiet}>
          {within.map(({ kind, name }) => nameInWords(kind, name)).join(", ")}
        </span>
      )}
    </>
  );
}

function beyondInWords(materials: Material[]): string {
  if (materials.some(({ kind }) => kind === "organization")) {
    return "Material from the whole organization. Some project members can't see it";
  }
  const sources = materials.length === 1 ? "1 source" : `${materials.length} sources`;
  return `${sources} that some project members can't see`;
}

function nameInWords(kind: Material["kind"], name: string): string {
  if (kind === "organization") return `All of ${name}`;
  return kind === "project" ? `Project ${name}` : name;
}
