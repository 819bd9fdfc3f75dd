import {
  IconAlertTriangle,
  IconArchive,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconHourglass,
  IconLock,
  IconProgress,
  IconReplace,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Labelled } from "../../ui/labelled.tsx";
import { type DocumentStatus, type Progress, progressInWords } from "./words.ts";

const icon = { size: 16, stroke: 1.8, "aria-hidden": true };

const statusIcons: Record<DocumentStatus, ReactNode> = {
  awaiting_upload: <IconCircleDashed {...icon} />,
  queued: <IconHourglass {...icon} />,
  indexing: <IconProgress {...icon} color="var(--cs-accent)" />,
  indexed: <IconCircleCheck {...icon} color="var(--cs-good)" />,
  failed: <IconCircleX {...icon} color="var(--cs-bad)" />,
  superseded: <IconReplace {...icon} />,
};

/** The state of an upload, in a word or with its progress. */
export function StatusLabel({ progress }: { progress: Progress }) {
  return <Labelled icon={statusIcons[progress.status]}>{progressInWords(progress)}</Labelled>;
}

export function RestrictedBadge() {
  return (
    <span title="Only admins and leads see it">
      <Labelled icon={<IconLock {...icon} />}>Restricted</Labelled>
    </span>
  );
}

export function ArchivedBadge() {
  return <Labelled icon={<IconArchive {...icon} />}>Archived</Labelled>;
}

/** A problem of the text that a reader should know about. */
export function FlagLabel({ children }: { children: ReactNode }) {
  return (
    <Labelled icon={<IconAlertTriangle {...icon} color="var(--cs-warn)" />}>{children}</Labelled>
  );
}
