import { Button, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { factsInWords } from "../../../../supabase/functions/_domain/words/facts.ts";
import { findingReason } from "../../../../supabase/functions/_domain/words/findings.ts";
import type { Finding } from "../../api/routes.ts";
import { projectSummary } from "../../entities/project/queries.ts";
import { Instant } from "../../format/instant.tsx";
import { readerFormat } from "../../format/reader.ts";
import { AppLink, useAppLinks } from "../../ui/app-link.tsx";
import { openAction } from "../portfolio-actions/open-action.ts";
import { EvidenceList } from "./evidence-list.tsx";
import classes from "./finding-detail.module.css";
import { fixOf, subjectLink } from "./finding-links.ts";
import { SeverityLabel, StateLabel } from "./labels.tsx";
import { type OnResolved, Resolution } from "./resolution.tsx";

interface Props {
  finding: Finding;
  onResolved: OnResolved;
}

/** The reason for a finding, with its facts and evidence, and the ways to fix or settle it. */
export function FindingDetail({ finding, onResolved }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Remounted for every finding, so that it takes the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const subject = subjectLink(finding.subject);
  const facts = factsInWords(finding, readerFormat);
  return (
    <div className={classes.detail}>
      <div className={classes.labels}>
        <SeverityLabel severity={finding.severity} />
        <StateLabel state={finding.state} />
      </div>
      <Title order={2} size="h1" ref={heading} tabIndex={-1} data-autofocus>
        {finding.title}
      </Title>
      <p className={classes.subject}>
        {subject ? <AppLink to={subject}>{finding.subject.name}</AppLink> : finding.subject.name}
      </p>
      <p className={classes.why}>{findingReason(finding, readerFormat)}</p>
      {finding.state === "unverified" && (
        <p className={classes.unverified}>
          Some data is missing, so this finding can't be confirmed.
        </p>
      )}

      <LastDecision resolution={finding.resolution} />
      {facts.length > 0 && (
        <section aria-labelledby="facts">
          <h3 id="facts">Facts</h3>
          <dl className={classes.facts}>
            {facts.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <EvidenceList finding={finding} />
      <section aria-labelledby="settled-by">
        <h3 id="settled-by">How to settle it</h3>
        <Text size="lg">{finding.settled_by}</Text>
      </section>
      <Resolution finding={finding} onResolved={onResolved} fix={<Fix finding={finding} />} />
    </div>
  );
}

/** The last decision about the finding, and whether it still applies. */
function LastDecision({ resolution }: Pick<Finding, "resolution">) {
  if (!resolution) return null;
  const { state, facts_changed, decided_by, created_at, reason } = resolution;
  return (
    <section aria-label="Last decision" className={classes.decision}>
      <p>
        {state === "settled" ? "Settled" : "Reopened"} by {decided_by.name},{" "}
        <Instant at={created_at} />
        {state === "settled" && facts_changed && ", but the facts have changed since"}
      </p>
      <blockquote>{reason}</blockquote>
    </section>
  );
}

function Fix({ finding }: { finding: Finding }) {
  const { project_id } = finding.subject;
  const project = useQuery({ ...projectSummary(project_id ?? ""), enabled: project_id !== null });
  const fix = fixOf(finding, project.data?.account_id);
  const link = useAppLinks();
  if (!fix) return null;
  if ("to" in fix) {
    return (
      <Button size="xs" renderRoot={(props) => <a {...props} {...link(fix.to)} />}>
        {fix.label}
      </Button>
    );
  }
  return (
    <Button size="xs" onClick={() => openAction(fix.request)}>
      {fix.label}
    </Button>
  );
}
