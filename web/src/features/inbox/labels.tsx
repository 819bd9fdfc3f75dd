import {
  BanIcon,
  CircleCheckIcon,
  CircleDashedIcon,
  CircleDotDashedIcon,
  CircleQuestionMarkIcon,
  CircleXIcon,
  FileExclamationPointIcon,
  FileXIcon,
  HourglassIcon,
  InfoIcon,
  LockIcon,
  OctagonAlertIcon,
  ThumbsUpIcon,
  TriangleAlertIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Approval, ApprovalStatus, Evidence } from "../../api/approval-routes.ts";
import { Labelled } from "../../ui/labelled.tsx";
import { evidenceLabels, stakesLabels, statusLabels } from "./words.ts";

const icon = { size: 16, strokeWidth: 1.8, "aria-hidden": true };

const stakesIcons: Record<Approval["stakes"], ReactNode> = {
  high: <OctagonAlertIcon {...icon} color="var(--cs-bad)" />,
  medium: <TriangleAlertIcon {...icon} color="var(--cs-warn)" />,
  low: <InfoIcon {...icon} />,
};

const statusIcons: Record<ApprovalStatus, ReactNode> = {
  pending: <HourglassIcon {...icon} />,
  approved: <ThumbsUpIcon {...icon} color="var(--cs-accent)" />,
  rejected: <BanIcon {...icon} />,
  executing: <CircleDotDashedIcon {...icon} color="var(--cs-accent)" />,
  executed: <CircleCheckIcon {...icon} color="var(--cs-good)" />,
  failed: <CircleXIcon {...icon} color="var(--cs-bad)" />,
  unknown: <CircleQuestionMarkIcon {...icon} color="var(--cs-warn)" />,
};

const evidenceIcons: Record<Evidence["state"], ReactNode> = {
  verified: <CircleCheckIcon {...icon} color="var(--cs-good)" />,
  misquoted: <CircleXIcon {...icon} color="var(--cs-bad)" />,
  changed: <FileExclamationPointIcon {...icon} color="var(--cs-warn)" />,
  missing: <FileXIcon {...icon} color="var(--cs-bad)" />,
  restricted: <LockIcon {...icon} color="var(--cs-warn)" />,
  out_of_scope: <CircleDashedIcon {...icon} />,
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
