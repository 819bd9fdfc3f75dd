import type { Card, CardEvent } from "../../api/approval-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { PayloadList } from "./card-changes.tsx";
import classes from "./card-view.module.css";
import { eventLabels, evidenceLabels, proposerInWords } from "./words.ts";

/** The history of a card: each action, its author and time, and for an approval the card that its decider saw. */
export function CardHistory({ card: { approval, events } }: { card: Card }) {
  if (!events || events.length === 0) return null;
  return (
    <section aria-labelledby="card-history">
      <h3 id="card-history">History</h3>
      <ol className={classes.events}>
        {events.map((event) => (
          <li key={event.number}>
            {eventLabels[event.type]}
            <span className={classes.quiet}>
              {authorOf(event, approval)}, <Instant at={event.occurred_at} />
              {approval.version > 1 && `, version ${event.version}`}
            </span>
            <Details details={event.details} />
            <CardAtDecision event={event} kind={approval.kind} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A proposal of the assistant names it and the person who asked, as the card does. */
function authorOf(event: CardEvent, approval: Card["approval"]): string {
  if (event.type === "proposed" && approval.proposer.type === "agent") {
    return ` by ${proposerInWords(approval).replace(/^T/, "t")}`;
  }
  return event.by ? ` by ${event.by.name}` : "";
}

function Details({ details }: { details: unknown }) {
  const { reason, error, reasons, from, to, sentence } = recordOf(details);
  const texts = [reason, error, sentence].filter((text) => typeof text === "string");
  const messages = Array.isArray(reasons) ? reasons.map((item) => recordOf(item)["message"]) : [];
  const assignment = (from || to) && `${nameIn(from)} → ${nameIn(to)}`;
  const lines = [...texts, ...messages, ...(assignment ? [assignment] : [])].map(String);
  if (lines.length === 0) return null;
  return <blockquote className={classes.passage}>{lines.join("\n")}</blockquote>;
}

function nameIn(person: unknown): string {
  return String(recordOf(person)["name"] ?? "Nobody");
}

/** The card as its decider saw it; null for events other than an approval. */
function CardAtDecision({ event, kind }: { event: CardEvent; kind: Card["approval"]["kind"] }) {
  const { payload, evidence } = recordOf(event.decided_card);
  if (typeof payload !== "object" || payload === null) return null;
  const citations = Array.isArray(evidence) ? evidence.map(recordOf) : [];
  return (
    <details className={classes.more}>
      <summary>Card at that time</summary>
      <PayloadList approval={{ kind, payload: payload as Card["approval"]["payload"] }} />
      {citations.length > 0 && (
        <ul className={classes.plain}>
          {citations.map((citation) => (
            <li key={String(citation["number"])}>
              {`${citation["number"]}. ${citation["title"] ?? "A source"}: ${stateInWords(citation["state"])}`}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function stateInWords(state: unknown): string {
  return (evidenceLabels as Record<string, string>)[String(state)]?.toLowerCase() ?? "shown";
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
