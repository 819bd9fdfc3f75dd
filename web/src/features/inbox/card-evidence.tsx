import type { Evidence } from "../../api/approval-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { ProjectLink } from "./card-links.tsx";
import classes from "./card-view.module.css";
import { EvidenceState } from "./labels.tsx";
import { sourceLabels } from "./words.ts";

/** What the card rests on: each quote in its passage, as the source says it now. */
export function CardEvidence({ evidence }: { evidence: Evidence[] }) {
  const pieces = evidence.filter(({ role }) => role === "evidence");
  if (pieces.length === 0) return null;
  return (
    <section aria-labelledby="card-evidence">
      <h3 id="card-evidence">Evidence ({pieces.length})</h3>
      <ol className={classes.evidence}>
        {pieces.map((piece) => (
          <li key={piece.number} value={piece.number}>
            <div className={classes.source}>
              <span className={classes.number}>{piece.number}</span>
              <SourceName piece={piece} />
              <EvidenceState state={piece.state} />
            </div>
            <Passage piece={piece} />
            <p className={classes.quiet}>
              {placeInWords(piece)}
              {piece.occurred_at && (
                <>
                  {placeInWords(piece) && " · "}
                  <Instant at={piece.occurred_at} />
                </>
              )}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The name of a source, which opens where it belongs. */
export function SourceName({ piece }: { piece: Evidence }) {
  const { title, project_id, source_kind } = piece;
  if (title === null) return <span>A source outside your projects</span>;
  const kind = source_kind && sourceLabels[source_kind];
  if (!project_id) return <span>{`${title} (${kind})`}</span>;
  return (
    <span>
      <ProjectLink id={project_id}>{title}</ProjectLink> {kind && `(${kind})`}
    </span>
  );
}

function Passage({ piece: { quote, passage, state } }: { piece: Evidence }) {
  if (!quote && !passage) return null;
  const at = quote && passage ? passage.indexOf(quote) : -1;
  if (!quote || !passage || at === -1) {
    return (
      <>
        {quote && <blockquote className={classes.passage}>“{quote}”</blockquote>}
        {passage && state !== "verified" && (
          <blockquote className={classes.passage}>
            <span className={classes.quiet}>The source says now: </span>
            {passage}
          </blockquote>
        )}
      </>
    );
  }
  return (
    <blockquote className={classes.passage}>
      {passage.slice(0, at)}
      <mark>{quote}</mark>
      {passage.slice(at + quote.length)}
    </blockquote>
  );
}

/** Where in the source it stands: a page, a slide, a speaker. */
function placeInWords({ location }: Evidence): string {
  if (typeof location !== "object" || location === null || Array.isArray(location)) return "";
  const said = location as Record<string, unknown>;
  return ["page", "slide", "sheet", "heading", "speaker", "at"]
    .filter((name) => said[name] !== undefined && said[name] !== null && said[name] !== "")
    .map((name) =>
      ["page", "slide", "sheet"].includes(name) ? `${capitalized(name)} ${said[name]}` : said[name],
    )
    .join(", ");
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
