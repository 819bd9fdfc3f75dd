import { Alert, Anchor, Button, Group, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { hasStatus } from "../../api/service-error.ts";
import { peopleNames } from "../../entities/person/queries.ts";
import { Instant } from "../../format/instant.tsx";
import { leads, useViewer } from "../../session/viewer.ts";
import { LeadsOnlyPage, NotFoundPage } from "../../ui/dead-end-pages.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Memberships } from "./memberships.tsx";
import { PlanCounts, PlanProblems } from "./plan.tsx";
import { PlanRows } from "./plan-rows.tsx";
import { importRun } from "./queries.ts";
import { RunStatusLabel } from "./run-status.tsx";
import type { Disposition } from "./search-params.ts";
import { UndoImport } from "./undo-import.tsx";

const route = getRouteApi("/import/$runId");

export default function ImportRunPage() {
  return leads(useViewer()) ? <Receipt /> : <LeadsOnlyPage />;
}

/** The effect of one import or preview. */
function Receipt() {
  const { runId } = route.useParams();
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  const run = useQuery(importRun(runId));
  const names = useQuery(peopleNames).data;
  const showRows = (next: Disposition | undefined) =>
    void navigate({ search: { show: next }, replace: true, resetScroll: false });

  if (hasStatus(run.error, 404)) return <NotFoundPage kind="import" />;
  if (run.isError && !run.data) {
    return (
      <Page title="Import">
        <Problem error={run.error} retry={() => void run.refetch()} />
      </Page>
    );
  }
  if (!run.data) return <Skeleton height={320} />;

  const { file_name, requested_by, created_at, parser_version, error, counts } = run.data;
  const { undone_at, undone_by } = run.data;
  const isApplied = run.data.applied_at !== null;
  return (
    <Page
      title={file_name}
      actions={
        run.data.mode === "apply" && (
          <Button component={Link} to="/portfolio" size="xs">
            Open the portfolio
          </Button>
        )
      }
    >
      <Group gap="md" mb="lg">
        <RunStatusLabel run={run.data} />
        <Text size="sm" c="dimmed" title={`File parser: ${parser_version}`}>
          {names?.get(requested_by) ?? "Someone"}, <Instant at={created_at} />
        </Text>
        <Anchor component={Link} to="/import" size="sm">
          All imports
        </Anchor>
      </Group>
      {undone_at && (
        <Text mb="lg" role="status">
          Undone <Instant at={undone_at} />
          {undone_by && names?.has(undone_by) && ` by ${names.get(undone_by)}`}. The lines below
          show the import as it was before.
        </Text>
      )}
      {isApplied && !undone_at && counts && <UndoImport runId={runId} counts={counts} />}
      {!run.data.finished_at && (
        <Text mb="lg" role="status">
          {run.data.status === "pending"
            ? "The import is queued. You can leave this page; the receipt will be here."
            : "The import is running and stores everything or nothing. You can leave this page."}
        </Text>
      )}
      {error && (
        <Alert color="red" variant="light" title="The import failed and changed nothing" mb="lg">
          {error}
        </Alert>
      )}
      {counts && (
        <>
          <PlanCounts counts={counts} isApplied={isApplied} />
          <div style={{ marginTop: 24 }}>
            <PlanProblems run={run.data} onShow={() => showRows("skipped")} />
          </div>
          <Memberships runId={runId} count={counts.memberships?.create ?? 0} />
          <PlanRows
            runId={runId}
            isApplied={isApplied}
            counts={counts.rows}
            show={show}
            onShow={showRows}
          />
        </>
      )}
    </Page>
  );
}
