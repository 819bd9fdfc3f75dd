import { Alert, Button, Group, Loader, Text, Title } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { ImportMapping, ImportRun } from "../../api/routes.ts";
import { countOf } from "../../format/numbers.ts";
import type { ImportField } from "./fields.ts";
import { ChooseMemberships, Memberships } from "./memberships.tsx";
import { PlanCounts, PlanProblems } from "./plan.tsx";
import { PlanRows } from "./plan-rows.tsx";
import { planInWords } from "./plan-words.ts";
import type { Disposition } from "./search-params.ts";

type Choice = NonNullable<ImportMapping["memberships"]>;

interface Props {
  run: ImportRun;
  /** Columns from which no field of the mapping is read. */
  unused: string[];
  memberships: Choice;
  onMemberships: (choice: Choice) => void;
  /** Goes to a field of the mapping. */
  onField: (field: ImportField) => void;
  /** Whether the portfolio has changed since an earlier preview. */
  hasMoved: boolean;
  /** Whether this preview replaces an earlier one; the first one comes with the page's own heading. */
  takesFocus: boolean;
  /** Whether the mapping has changed. */
  isStale: boolean;
  isBusy: boolean;
  isApplying: boolean;
  onApply: () => void;
}

/** The effect of an import in words, in figures and line by line, and the button that applies it. */
export function Preview({
  run,
  unused,
  memberships,
  onMemberships,
  onField,
  hasMoved,
  takesFocus,
  isStale,
  isBusy,
  isApplying,
  onApply,
}: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [show, setShow] = useState<Disposition>();
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);

  const plan = run.counts && planInWords(run.counts);
  const members = run.counts?.memberships?.create ?? 0;
  const skippedCount = run.counts?.rows?.skipped ?? 0;
  const skips = skippedCount > 0 ? `, and skip ${countOf(skippedCount, "line")}` : "";
  return (
    <section aria-labelledby="preview" aria-busy={isBusy}>
      {hasMoved && (
        <Alert
          mb="md"
          color="yellow"
          variant="light"
          role="alert"
          title="Check the new preview before you apply it"
        >
          The portfolio has changed since your preview, so nothing was applied. This is the new
          preview.
        </Alert>
      )}
      <Title order={2} id="preview" mb="xs" ref={heading} tabIndex={-1}>
        Import preview
      </Title>
      <Text size="lg" mb="md" role="status">
        {plan
          ? `The import will ${plan}${skips}.`
          : `Nothing to import: every line ${skippedCount > 0 ? "is skipped or already exists" : "already exists"}.`}
      </Text>
      <PlanProblems run={run} onShow={() => setShow("skipped")} onField={onField} />
      {unused.length > 0 && (
        <Text size="sm" mb="md">
          {countOf(unused.length, "column")} of the file {unused.length === 1 ? "is" : "are"} not
          imported: {unused.join(", ")}.
        </Text>
      )}
      <ChooseMemberships
        choice={memberships}
        count={members}
        isBusy={isBusy}
        onChange={onMemberships}
      />
      <Group mb="lg" gap="sm">
        {plan && (
          <Button size="md" disabled={isStale || isBusy} loading={isApplying} onClick={onApply}>
            Apply this import
          </Button>
        )}
        <Text size="sm" c="dimmed" role="status">
          {isStale && plan && "The mapping changed. Check its preview first."}
          {isApplying && (
            <>
              <Loader size="xs" mr="xs" />
              Applying. Either the whole import is stored or nothing is. You can leave this page;
              the receipt will be under Import.
            </>
          )}
        </Text>
      </Group>
      {run.counts && (
        <>
          <PlanCounts counts={run.counts} isApplied={false} />
          <Memberships runId={run.id} count={members} isPlanned />
          <PlanRows
            runId={run.id}
            isApplied={false}
            counts={run.counts.rows}
            show={show}
            onShow={setShow}
          />
        </>
      )}
    </section>
  );
}
