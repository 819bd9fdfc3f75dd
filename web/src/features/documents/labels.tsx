import {
  ArchiveIcon,
  CircleCheckIcon,
  CircleDashedIcon,
  CircleDotDashedIcon,
  CircleXIcon,
  HourglassIcon,
  LockIcon,
  ReplaceIcon,
  TriangleAlertIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { Labelled } from "../../ui/labelled.tsx";
import { type DocumentStatus, type Progress, progressInWords } from "./words.ts";

const icon = { size: 16, strokeWidth: 1.8, "aria-hidden": true };

const statusIcons: Record<DocumentStatus, ReactNode> = {
  awaiting_upload: <CircleDashedIcon {...icon} />,
  queued: <HourglassIcon {...icon} />,
  indexing: <CircleDotDashedIcon {...icon} color="var(--cs-accent)" />,
  indexed: <CircleCheckIcon {...icon} color="var(--cs-good)" />,
  failed: <CircleXIcon {...icon} color="var(--cs-bad)" />,
  superseded: <ReplaceIcon {...icon} />,
};

/** The state of an upload, in a word or with its progress. */
export function StatusLabel({ progress }: { progress: Progress }) {
  return <Labelled icon={statusIcons[progress.status]}>{progressInWords(progress)}</Labelled>;
}

export function RestrictedBadge() {
  return (
    <span title="Only admins and leads see it">
      <Labelled icon={<LockIcon {...icon} />}>Restricted</Labelled>
    </span>
  );
}

export function ArchivedBadge() {
  return <Labelled icon={<ArchiveIcon {...icon} />}>Archived</Labelled>;
}

/** A problem of the text that a reader should know about. */
export function FlagLabel({ children }: { children: ReactNode }) {
  return (
    <Labelled icon={<TriangleAlertIcon {...icon} color="var(--cs-warn)" />}>{children}</Labelled>
  );
}
