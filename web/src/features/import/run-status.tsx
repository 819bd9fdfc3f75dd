import {
  CircleCheckIcon,
  CircleDotDashedIcon,
  CircleXIcon,
  EyeIcon,
  Undo2Icon,
} from "lucide-react";
import type { ReactNode } from "react";
import { Labelled } from "../../ui/labelled.tsx";
import type { StoredRun } from "./queries.ts";

const icon = { size: 16, strokeWidth: 1.8, "aria-hidden": true };

export function RunStatusLabel({ run }: { run: Pick<StoredRun, "mode" | "status" | "undone_at"> }) {
  const [sign, word] = statusOf(run);
  return <Labelled icon={sign}>{word}</Labelled>;
}

function statusOf({
  mode,
  status,
  undone_at,
}: Pick<StoredRun, "mode" | "status" | "undone_at">): [ReactNode, string] {
  if (undone_at) return [<Undo2Icon key="undone" {...icon} />, "Undone"];
  switch (status) {
    case "pending":
      return [<CircleDotDashedIcon key="pending" {...icon} />, "Waiting"];
    case "running":
      return [<CircleDotDashedIcon key="running" {...icon} color="var(--cs-accent)" />, "Running"];
    case "failed":
      return [<CircleXIcon key="failed" {...icon} color="var(--cs-bad)" />, "Failed"];
    case "succeeded":
      return mode === "dry_run"
        ? [<EyeIcon key="preview" {...icon} />, "Preview"]
        : [<CircleCheckIcon key="applied" {...icon} color="var(--cs-good)" />, "Applied"];
  }
}
