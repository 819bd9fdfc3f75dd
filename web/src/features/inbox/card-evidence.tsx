import type { Evidence } from "../../api/approval-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { locationOf, placeInWords, sourceAddress } from "../knowledge/location.ts";
import classes from "./card-view.module.css";
import { EvidenceState } from "./labels.tsx";
import { sourceLabels } from "./words.ts";

/** The evidence of the card: each quote in its passage, with the current text of the source. */
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
            <Place piece={piece} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The name of a source, which opens at the cited piece. */
export function SourceName({ piece }: { piece: Evidence }) {
  const { title, source_id, source_kind, chunk_id } = piece;
  if (title === null || source_kind === null) return <span>A source outside your projects</span>;
  return (
    <span>
      <PlaceLink to={sourceAddress(source_kind, source_id, chunk_id)} underline="always">
        {title}
      </PlaceLink>{" "}
      {`(${sourceLabels[source_kind]})`}
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

/** The location in the source, and its time. */
function Place({ piece: { location, occurred_at } }: { piece: Evidence }) {
  const place = placeInWords(locationOf(location));
  return (
    <p className={classes.quiet}>
      {place}
      {place && occurred_at && " · "}
      {occurred_at && <Instant at={occurred_at} />}
    </p>
  );
}
