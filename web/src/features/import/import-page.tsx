import { Alert, Anchor, Button, List } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { leads, useViewer } from "../../session/viewer.ts";
import { LeadsOnlyPage } from "../../ui/dead-end-pages.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import type { ImportField } from "./fields.ts";
import { FileDrop } from "./file-drop.tsx";
import { unusedColumns } from "./fitting-mapping.ts";
import classes from "./import-page.module.css";
import { ImportRuns } from "./import-runs.tsx";
import { MappingEditor } from "./mapping-editor.tsx";
import { Preview } from "./preview.tsx";
import { RateColumns } from "./rate-columns.tsx";
import { type UnclearDates, useImport } from "./use-import.ts";

export default function ImportPage() {
  return leads(useViewer()) ? <Import /> : <LeadsOnlyPage />;
}

function Import() {
  const navigate = useNavigate();
  const work = useImport((runId) => void navigate({ to: "/import/$runId", params: { runId } }));
  const { draft } = work;
  const [target, setTarget] = useState<{ field: ImportField | "date-format" } | null>(null);
  const problem = work.error && !work.isPreviewing && (
    <div className={classes.problem}>
      <Problem error={work.error} />
    </div>
  );
  if (!draft) {
    return (
      <Page key="choose" title="Import">
        <FileDrop isBusy={work.isPreviewing} onFile={(file) => void work.choose(file)} />
        {problem}
        <RateColumns />
        <ImportRuns />
      </Page>
    );
  }

  const { preview } = draft;
  const isStale = JSON.stringify(draft.mapping) !== JSON.stringify(preview?.mapping);
  return (
    <Page
      key="draft"
      title={draft.file.file_name}
      actions={
        <Button variant="default" size="xs" onClick={work.startOver}>
          Choose another file
        </Button>
      }
    >
      {problem}
      <div className={classes.columns}>
        <MappingEditor
          columns={draft.columns}
          sheets={draft.sheets}
          sheet={draft.file.sheet}
          onSheet={work.chooseSheet}
          mapping={draft.mapping}
          onChange={work.map}
          startsOpen={!preview}
          target={target}
          isBusy={work.isPreviewing}
          isStale={isStale}
          onPreview={work.previewAgain}
        />
        {preview ? (
          <Preview
            key={preview.run.id}
            run={preview.run}
            unused={unusedColumns(draft.mapping, draft.columns)}
            memberships={draft.mapping.memberships ?? "new"}
            onMemberships={work.chooseMemberships}
            onField={(field) => setTarget({ field })}
            hasMoved={draft.hasMoved ?? false}
            takesFocus={draft.isRepeated}
            isStale={isStale}
            isBusy={work.isPreviewing}
            isApplying={work.isApplying}
            onApply={work.apply}
          />
        ) : (
          <MappingQuestion
            unclear={draft.unclear}
            onDates={() => setTarget({ field: "date-format" })}
          />
        )}
      </div>
    </Page>
  );
}

interface QuestionProps {
  unclear: UnclearDates[] | undefined;
  onDates: () => void;
}

/** The service's question, which must be answered before the preview. */
function MappingQuestion({ unclear, onDates }: QuestionProps) {
  if (!unclear) {
    return (
      <Alert color="yellow" variant="light" role="alert" title="Map the columns">
        No column looks like a project's code or name, or the cost per hour of a person. Map a
        column to one of these fields, then choose “Preview again”.
      </Alert>
    );
  }
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      title="Does the day or the month come first?"
    >
      <List size="sm" mb="xs">
        {unclear.map(({ field, column, samples }) => (
          <List.Item key={field}>
            {column}: {samples.join(", ")}
          </List.Item>
        ))}
      </List>
      Both are possible in every line of these columns. Choose how dates are written, then choose
      “Preview again”.{" "}
      <Anchor component="button" type="button" size="sm" onClick={onDates}>
        Choose the date format
      </Anchor>
    </Alert>
  );
}
