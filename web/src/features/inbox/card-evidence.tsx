import type { Evidence } from "../../api/approval-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { AppLink } from "../../ui/app-link.tsx";
import { locationInWords, locationOf, sourceAddress } from "../knowledge/location.ts";
import classes from "./card-view.module.css";
import { EvidenceState } from "./labels.tsx";
import { sourceLabels } from "./words.ts";

/** The evidence of the card: each quote, marked in its passage or followed by the current text of its source. */
export function CardEvidence({ evidence }: { evidence: Evidence[] }) {
  const citations = evidence.filter(({ role }) => role === "evidence");
  if (citations.length === 0) return null;
  return (
    <section aria-labelledby="card-evidence">
      <h3 id="card-evidence">Evidence ({citations.length})</h3>
      <ol className={classes.evidence}>
        {citations.map((citation) => (
          <li key={citation.number} value={citation.number}>
            <div className={classes.source}>
              <span className={classes.number}>{citation.number}</span>
              <SourceName citation={citation} />
              <EvidenceState state={citation.state} />
            </div>
            <Passage citation={citation} />
            <LocationAndTime citation={citation} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The name of a source, which opens at the cited passage. */
export function SourceName({ citation }: { citation: Evidence }) {
  const { title, source_id, source_kind, chunk_id } = citation;
  if (title === null || source_kind === null) return <span>A source outside your projects</span>;
  return (
    <span>
      <AppLink to={sourceAddress(source_kind, source_id, chunk_id)} underline="always">
        {title}
      </AppLink>{" "}
      {`(${sourceLabels[source_kind]})`}
    </span>
  );
}

function Passage({ citation: { quote, passage, state } }: { citation: Evidence }) {
  if (!quote && !passage) return null;
  const at = quote && passage ? passage.indexOf(quote) : -1;
  if (!quote || !passage || at === -1) {
    return (
      <>
        {quote && <blockquote className={classes.passage}>“{quote}”</blockquote>}
        {passage && state !== "verified" && (
          <blockquote className={classes.passage}>
            <span className={classes.quiet}>The source now reads: </span>
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
function LocationAndTime({ citation: { location, occurred_at } }: { citation: Evidence }) {
  const locationText = locationInWords(locationOf(location));
  return (
    <p className={classes.quiet}>
      {locationText}
      {locationText && occurred_at && " · "}
      {occurred_at && <Instant at={occurred_at} />}
    </p>
  );
}
