import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ImportAnswer, type ImportMapping, importPortfolio } from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { endedImport } from "./ended-import.ts";
import type { ImportField } from "./fields.ts";
import { type ChosenFile, readFile } from "./file.ts";

type Columns = ImportAnswer["columns"];

export interface UnclearDates {
  field: ImportField;
  column: string;
  samples: string[];
}

interface Draft {
  file: ChosenFile;
  columns: Columns;
  /** The sheets of a workbook; `file.sheet` is the one that is read. */
  sheets?: string[];
  mapping: ImportMapping;
  /** Columns whose dates could be read in more than one way; the service waits for an answer. */
  unclear?: UnclearDates[];
  /** The last dry run; absent when the service needs a mapping first. */
  preview?: ImportAnswer;
  /** Whether it replaces an earlier one, on request or because the plan changed. */
  isRepeated: boolean;
  /** The plan changed between preview and apply, so there is a new preview. */
  hasMoved?: boolean;
}

/** The steps of an import: choose a file, preview, map and apply it. Leaving the page loses nothing in the service. */
export function useImport(onApplied: (runId: string) => void) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<Draft | null>(null);

  const preview = useMutation({
    mutationFn: async (input: {
      file: ChosenFile;
      mapping?: ImportMapping;
      hasMoved?: boolean;
    }) => {
      const { file, mapping, hasMoved } = input;
      try {
        const answer = await endedImport(
          queryClient,
          await importPortfolio({ ...file, mode: "dryRun", mapping }),
        );
        setDraft({
          file: { ...file, sheet: answer.sheet },
          columns: answer.columns,
          sheets: answer.sheets,
          mapping: answer.mapping,
          preview: answer,
          isRepeated: mapping !== undefined,
          hasMoved,
        });
      } catch (error) {
        const columns = seenUnmapped(error);
        if (!columns) throw error;
        setDraft({
          file: { ...file, sheet: columns.sheet },
          columns: columns.columns,
          sheets: columns.sheets,
          mapping: columns.mapping ?? mapping ?? { fields: {} },
          unclear: columns.unclear,
          isRepeated: false,
        });
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["import-runs"] }),
  });

  const apply = useMutation({
    mutationFn: async ({ file, mapping, preview: lastPreview }: Draft) => {
      const plan_hash = lastPreview?.run.plan_hash ?? undefined;
      try {
        const answer = await endedImport(
          queryClient,
          await importPortfolio({ ...file, mode: "apply", mapping, plan_hash }),
        );
        await queryClient.invalidateQueries();
        onApplied(answer.run.id);
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== "import_plan_changed") throw error;
        await preview.mutateAsync({ file, mapping, hasMoved: true });
      }
    },
  });

  return {
    draft,
    isPreviewing: preview.isPending,
    isApplying: apply.isPending,
    error: preview.error ?? apply.error,
    choose: async (file: File) => {
      apply.reset();
      preview.mutate({ file: await readFile(file) });
    },
    /** Another sheet has other columns, so the mapping is guessed again. */
    chooseSheet: (sheet: string) => draft && preview.mutate({ file: { ...draft.file, sheet } }),
    map: (mapping: ImportMapping) => setDraft((before) => before && { ...before, mapping }),
    previewAgain: () => draft && preview.mutate({ file: draft.file, mapping: draft.mapping }),
    chooseMemberships: (memberships: NonNullable<ImportMapping["memberships"]>) => {
      if (!draft) return;
      preview.mutate({ file: draft.file, mapping: { ...draft.mapping, memberships } });
    },
    apply: () => draft && apply.mutate(draft),
    startOver: () => {
      preview.reset();
      apply.reset();
      setDraft(null);
    },
  };
}

/** The contents of the file, if the service needs a mapping or the order of its dates. */
function seenUnmapped(error: unknown) {
  if (!(error instanceof ServiceError)) return null;
  if (error.code !== "mapping_needed" && error.code !== "date_order_needed") return null;
  return error.details as Pick<ImportAnswer, "columns" | "sheets" | "sheet"> & {
    mapping?: ImportMapping;
    unclear?: UnclearDates[];
  };
}
