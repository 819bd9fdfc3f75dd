import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconEye,
  IconProgress,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Labelled } from "../../ui/labelled.tsx";
import type { StoredRun } from "./queries.ts";

const icon = { size: 16, stroke: 1.8, "aria-hidden": true };

export function RunStatusLabel({ run }: { run: Pick<StoredRun, "mode" | "status" | "undone_at"> }) {
  const [sign, word] = statusOf(run);
  return <Labelled icon={sign}>{word}</Labelled>;
}

function statusOf({
  mode,
  status,
  undone_at,
}: Pick<StoredRun, "mode" | "status" | "undone_at">): [ReactNode, string] {
  if (undone_at) return [<IconArrowBackUp key="undone" {...icon} />, "Undone"];
  switch (status) {
    case "pending":
      return [<IconProgress key="pending" {...icon} />, "Waiting"];
    case "running":
      return [<IconProgress key="running" {...icon} color="var(--cs-accent)" />, "Running"];
    case "failed":
      return [<IconCircleX key="failed" {...icon} color="var(--cs-bad)" />, "Failed"];
    case "succeeded":
      return mode === "dry_run"
        ? [<IconEye key="preview" {...icon} />, "Preview"]
        : [<IconCircleCheck key="applied" {...icon} color="var(--cs-good)" />, "Applied"];
  }
}
