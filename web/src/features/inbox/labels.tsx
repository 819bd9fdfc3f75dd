import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconFileAlert,
  IconFileOff,
  IconHourglass,
  IconInfoCircle,
  IconLock,
  IconProgress,
  IconQuestionMark,
  IconThumbUp,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Approval, ApprovalStatus, Evidence } from "../../api/approval-routes.ts";
import { Labelled } from "../../ui/labelled.tsx";
import { evidenceLabels, stakesLabels, statusLabels } from "./words.ts";

const icon = { size: 16, stroke: 1.8, "aria-hidden": true };

const stakesIcons: Record<Approval["stakes"], ReactNode> = {
  high: <IconAlertOctagon {...icon} color="var(--cs-bad)" />,
  medium: <IconAlertTriangle {...icon} color="var(--cs-warn)" />,
  low: <IconInfoCircle {...icon} />,
};

const statusIcons: Record<ApprovalStatus, ReactNode> = {
  pending: <IconHourglass {...icon} />,
  approved: <IconThumbUp {...icon} color="var(--cs-accent)" />,
  rejected: <IconBan {...icon} />,
  executing: <IconProgress {...icon} color="var(--cs-accent)" />,
  executed: <IconCircleCheck {...icon} color="var(--cs-good)" />,
  failed: <IconCircleX {...icon} color="var(--cs-bad)" />,
  unknown: <IconQuestionMark {...icon} color="var(--cs-warn)" />,
};

const evidenceIcons: Record<Evidence["state"], ReactNode> = {
  verified: <IconCircleCheck {...icon} color="var(--cs-good)" />,
  misquoted: <IconCircleX {...icon} color="var(--cs-bad)" />,
  changed: <IconFileAlert {...icon} color="var(--cs-warn)" />,
  missing: <IconFileOff {...icon} color="var(--cs-bad)" />,
  restricted: <IconLock {...icon} color="var(--cs-warn)" />,
  out_of_scope: <IconCircleDashed {...icon} />,
};

export function StakesLabel({ stakes }: { stakes: Approval["stakes"] }) {
  return <Labelled icon={stakesIcons[stakes]}>{stakesLabels[stakes]}</Labelled>;
}

export function StatusLabel({ status }: { status: ApprovalStatus }) {
  return <Labelled icon={statusIcons[status]}>{statusLabels[status]}</Labelled>;
}

export function EvidenceState({ state }: { state: Evidence["state"] }) {
  return <Labelled icon={evidenceIcons[state]}>{evidenceLabels[state]}</Labelled>;
}
