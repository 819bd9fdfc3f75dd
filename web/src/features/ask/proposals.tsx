import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ServiceError } from "../../api/service-error.ts";
import { CardRow } from "../inbox/card-row.tsx";
import { cardById } from "../inbox/queries.ts";
import classes from "./proposals.module.css";
import type { Step } from "./turn.ts";

/** The cards that an answer proposed, each in its current state; none is executed before a person approves it. */
export function Proposals({ steps }: { steps: Step[] }) {
  const proposals = steps.flatMap(({ approval_id, summary }) =>
    approval_id ? [{ id: approval_id, summary }] : [],
  );
  if (proposals.length === 0) return null;
  return (
    <section aria-label="Proposed cards" className={classes.proposals}>
      {proposals.map(({ id, summary }) => (
        <Proposal key={id} id={id} summary={summary} />
      ))}
    </section>
  );
}

function Proposal({ id, summary }: { id: string; summary: string }) {
  const card = useQuery(cardById(id));
  if (card.data) {
    return (
      <CardRow
        approval={card.data.approval}
        isOpen={false}
        when={card.data.approval.status === "pending" ? "waiting for a decision" : undefined}
        link={(props) => <Link to="/inbox/$approvalId" params={{ approvalId: id }} {...props} />}
      />
    );
  }
  if (card.isError) {
    return (
      <p>
        {summary}:{" "}
        {card.error instanceof ServiceError && card.error.status === 404
          ? "this card is for admins and leads, because it uses sources that some project members can't see."
          : "this card couldn't be loaded. Reload the page to try again."}
      </p>
    );
  }
  return <Skeleton height={44} />;
}
