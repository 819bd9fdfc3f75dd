import type { Material } from "../../api/approval-routes.ts";
import { countOf } from "../../format/numbers.ts";
import classes from "./card-view.module.css";

/**
 * The material that the assistant had seen when it proposed the card. Material that some project members can't see
 * comes first.
 */
export function CardMaterials({ materials }: { materials: Material[] }) {
  const outside = materials.filter(({ is_beyond_project }) => is_beyond_project);
  const inside = materials.filter(({ is_beyond_project }) => !is_beyond_project);
  return (
    <>
      {outside.length > 0 && (
        <details>
          <summary>{outsideInWords(outside)}</summary>
          <ul>
            {outside.map(({ kind, id, name }) => (
              <li key={`${kind} ${id}`}>{nameInWords(kind, name)}</li>
            ))}
          </ul>
        </details>
      )}
      {inside.length > 0 && (
        <span className={classes.quiet}>
          {inside.map(({ kind, name }) => nameInWords(kind, name)).join(", ")}
        </span>
      )}
    </>
  );
}

function outsideInWords(materials: Material[]): string {
  if (materials.some(({ kind }) => kind === "organization")) {
    return "Material from the whole organization, which some project members can't see";
  }
  return `${countOf(materials.length, "source")} that some project members can't see`;
}

function nameInWords(kind: Material["kind"], name: string): string {
  if (kind === "organization") return `All of ${name}`;
  return kind === "project" ? `Project ${name}` : name;
}
