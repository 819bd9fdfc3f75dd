import { Alert, Skeleton, Title } from "@mantine/core";
import { TriangleAlertIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { approvalKindLabels } from "../../../../supabase/functions/_domain/words/approvals.ts";
import type { Card } from "../../api/approval-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { leads, useViewer } from "../../session/viewer.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { CardActions, type OnDone } from "./card-actions.tsx";
import { NotReady } from "./card-blocks.tsx";
import { CardChanges } from "./card-changes.tsx";
import { CardEffect } from "./card-effect.tsx";
import { CardEvidence, SourceName } from "./card-evidence.tsx";
import { CardExecution } from "./card-execution.tsx";
import { CardFiles } from "./card-files.tsx";
import { CardHistory } from "./card-history.tsx";
import { CardLink, ProjectLink } from "./card-links.tsx";
import { CardMaterials } from "./card-materials.tsx";
import { ReasonList } from "./card-reasons.tsx";
import { CardVersions } from "./card-versions.tsx";
import classes from "./card-view.module.css";
import { DraftRecipients } from "./draft-recipients.tsx";
import { StakesLabel, StatusLabel } from "./labels.tsx";
import { InZoneOfEvent } from "./moment.tsx";
import { assigneeInWords, proposerInWords } from "./words.ts";

// The history of a draft, loaded for cards that have one.
const CardDraft = lazyPart(() => import("../drafts/card-draft.tsx"));

/** Whether a card was written from an evidence pack. */
const hasDraft = ({ draft_pack_id }: Card) => Boolean(draft_pack_id);

interface Props {
  card: Card;
  onDone: OnDone;
}

/** Everything needed for a decision, and the permitted actions. */
export function CardView({ card, onDone }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Remounted for every card, so that it takes the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { approval } = card;
  const [withQuotes, setWithQuotes] = useState(false);
  return (
    <div className={classes.card}>
      <div className={classes.labels}>
        <span>{approvalKindLabels[approval.kind]}</span>
        <StatusLabel status={approval.status} />
        <StakesLabel stakes={approval.stakes} />
      </div>
      <Title order={2} size="h1" id="card-title" ref={heading} tabIndex={-1} data-autofocus>
        {approval.title}
      </Title>
      <Facts card={card} />
      {/* A row of the list has no evidence. The rest waits for the card, so that nothing moves. */}
      {card.evidence ? (
        <CardBody
          card={card}
          evidence={card.evidence}
          withQuotes={withQuotes}
          onWithQuotes={setWithQuotes}
        />
      ) : (
        <Skeleton height={480} aria-busy="true" />
      )}
      <CardActions card={card} withQuotes={withQuotes} onDone={onDone} />
    </div>
  );
}

interface BodyProps {
  card: Card;
  evidence: NonNullable<Card["evidence"]>;
  withQuotes: boolean;
  onWithQuotes: (withQuotes: boolean) => void;
}

/** The content of a card with its evidence, effect and history. */
function CardBody({ card, evidence, withQuotes, onWithQuotes }: BodyProps) {
  const { approval } = card;
  const isLead = leads(useViewer());
  return (
    <>
      <Blocks card={card} />
      <CardExecution approval={approval} />
      <Decision card={card} />
      <InZoneOfEvent approval={approval}>
        <CardChanges card={card} />
      </InZoneOfEvent>
      {approval.kind === "email_draft" && <DraftRecipients card={card} />}
      {card.files && <CardFiles files={card.files} approval={approval} />}
      <CardEvidence evidence={evidence} />
      {hasDraft(card) && isLead && <CardDraft approvalId={approval.id} />}
      <CardEffect card={card} withQuotes={withQuotes} onWithQuotes={onWithQuotes} />
      <InZoneOfEvent approval={approval}>
        <CardVersions card={card} />
      </InZoneOfEvent>
      <CardHistory card={card} />
    </>
  );
}

/** The card's project, its proposer, what influenced it, and whether it is still current. */
function Facts({ card: { approval, evidence, materials = [], freshness } }: { card: Card }) {
  const isComplete = evidence !== undefined;
  const influences = (evidence ?? []).filter(({ role }) => role === "influence");
  const { project } = approval;
  const viewer = useViewer();
  return (
    <dl className={classes.facts}>
      {project && (
        <div>
          <dt>Project</dt>
          <dd>
            <ProjectLink id={project.id}>{project.name}</ProjectLink>
          </dd>
        </div>
      )}
      <div>
        <dt>Proposed by</dt>
        <dd>
          {proposerInWords(approval)}, <Instant at={freshness.proposed_at} />
          {approval.last_edited_by && `, edited by ${approval.last_edited_by.name}`}
        </dd>
      </div>
      {approval.assigned_to && (
        <div>
          <dt>Assignment</dt>
          <dd>{assigneeInWords(approval, viewer.id)}</dd>
        </div>
      )}
      {approval.is_restricted && (
        <div>
          <dt>Visible to</dt>
          <dd>Admins and leads only</dd>
        </div>
      )}
      {approval.undo_of_id && (
        <div>
          <dt>Undoes</dt>
          <dd>
            <CardLink id={approval.undo_of_id}>an earlier card</CardLink>
          </dd>
        </div>
      )}
      {influences.length > 0 && (
        <div>
          <dt>Also read, not cited</dt>
          <dd>
            {influences.map((citation) => (
              <div key={citation.number}>
                <SourceName citation={citation} />
              </div>
            ))}
          </dd>
        </div>
      )}
      {materials.length > 0 && (
        <div>
          <dt>Based on</dt>
          <dd>
            <CardMaterials materials={materials} />
          </dd>
        </div>
      )}
      {isComplete && (
        <div>
          <dt>Up to date</dt>
          <dd>
            <Freshness {...freshness} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function Freshness({ target_changed, evidence_changed }: Card["freshness"]) {
  if (!target_changed && !evidence_changed)
    return "Yes: the target and the evidence haven't changed";
  return (
    <span className={classes.stale}>
      <TriangleAlertIcon size={16} strokeWidth={1.8} aria-hidden />
      {target_changed && evidence_changed
        ? "No: the target and the evidence have changed since this was written"
        : target_changed
          ? "No: the target has changed since this was written"
          : "No: the evidence has changed since this was written"}
    </span>
  );
}

/** The reasons against approving, or against an earlier approval. */
function Blocks({ card }: { card: Card }) {
  const { approval, readiness } = card;
  if (approval.status === "pending" && readiness.length > 0) {
    return <NotReady card={card} />;
  }
  const { status, review } = approval;
  const isBack = status === "pending";
  if ((status !== "approved" && !isBack) || !review || review.reasons.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<TriangleAlertIcon />}
      title={
        isBack
          ? "Approved but not executed: a condition changed"
          : "Rechecked after approval: a condition changed"
      }
    >
      <ReasonList reasons={review.reasons} />
    </Alert>
  );
}

/** Who decided, when, and why. */
function Decision({ card: { approval } }: { card: Card }) {
  const { decided_by, decided_at, reason, status } = approval;
  if (!decided_by || !decided_at) return null;
  return (
    <section aria-label="Decision" className={classes.decision}>
      <p>
        {status === "rejected" ? "Rejected" : "Approved"} by {decided_by.name},{" "}
        <Instant at={decided_at} />
      </p>
      {reason && <blockquote>{reason}</blockquote>}
    </section>
  );
}
