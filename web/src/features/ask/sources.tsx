import { leads, useViewer } from "../../session/viewer.ts";
import { PlaceLink } from "../../shell/place-link.tsx";
import { locationOf, placeInWords } from "../knowledge/place.ts";
import classes from "./sources.module.css";
import type { Cited } from "./turn.ts";
import { addressOf } from "./words.ts";

const tableLabels: Record<NonNullable<Cited["table"]>, string> = {
  projects: "Project",
  tasks: "Task",
  status_updates: "Status update",
  documents: "Document",
  approvals: "Card",
  accounts: "Account",
  people: "Person",
  organizations: "All that you may see",
  skills: "Skill",
};

/** What the numbers stand for, each with the words it was cited by, and open at its place. */
export function Sources({ citations }: { citations: Cited[] }) {
  if (citations.length === 0) return null;
  return (
    <details className={classes.sources}>
      <summary>
        {citations.length === 1 ? "1 source, checked" : `${citations.length} sources, checked`}
      </summary>
      <ol>
        {citations.map((cited) => (
          <li key={cited.n}>
            <span className={classes.number}>{cited.n}</span>
            <div>
              <Name cited={cited} />
              {cited.kind === "chunk" && <blockquote>“{cited.quote}”</blockquote>}
              {cited.kind === "row" && cited.quote !== "" && (
                <blockquote className={classes.figures}>{cited.quote}</blockquote>
              )}
            </div>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Name({ cited }: { cited: Cited }) {
  const address = addressOf(cited, leads(useViewer()));
  const place = cited.table ? tableLabels[cited.table] : placeInWords(locationOf(cited.location));
  return (
    <>
      {address ? (
        <PlaceLink to={address} underline="always">
          {cited.title}
        </PlaceLink>
      ) : (
        cited.title
      )}
      {place && <span className={classes.place}> {place}</span>}
    </>
  );
}
