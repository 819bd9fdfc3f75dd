import {
  CircleCheckIcon,
  CircleDashedIcon,
  CircleDotDashedIcon,
  CircleXIcon,
  FlameIcon,
  PauseIcon,
  ShieldCheckIcon,
  ShieldHalfIcon,
  ShieldXIcon,
  TrendingUpIcon,
  TriangleAlertIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { Labelled } from "../../ui/labelled.tsx";
import classes from "./badges.module.css";
import { healthLabels, noneLabels, riskLabels, riskWords, statusLabels } from "./labels.ts";
import type { ProjectHealth, ProjectStatus, RiskLevel } from "./queries.ts";

const icon = { size: 16, strokeWidth: 1.8, "aria-hidden": true };

const statusIcons: Record<ProjectStatus, ReactNode> = {
  planned: <CircleDashedIcon {...icon} />,
  active: <CircleDotDashedIcon {...icon} color="var(--cs-accent)" />,
  on_hold: <PauseIcon {...icon} color="var(--cs-warn)" />,
  completed: <CircleCheckIcon {...icon} color="var(--cs-good)" />,
  cancelled: <CircleXIcon {...icon} />,
};

const healthIcons: Record<ProjectHealth, ReactNode> = {
  on_track: <TrendingUpIcon {...icon} color="var(--cs-good)" />,
  at_risk: <TriangleAlertIcon {...icon} color="var(--cs-warn)" />,
  off_track: <FlameIcon {...icon} color="var(--cs-bad)" />,
};

const riskIcons: Record<RiskLevel, ReactNode> = {
  high: <ShieldXIcon {...icon} color="var(--cs-bad)" />,
  medium: <ShieldHalfIcon {...icon} color="var(--cs-warn)" />,
  low: <ShieldCheckIcon {...icon} color="var(--cs-good)" />,
};

export function StatusLabel({ status }: { status: ProjectStatus }) {
  return <Labelled icon={statusIcons[status]}>{statusLabels[status]}</Labelled>;
}

export function HealthLabel({ health }: { health: ProjectHealth | null }) {
  if (!health) return <span className={classes.absent}>{noneLabels.health}</span>;
  return <Labelled icon={healthIcons[health]}>{healthLabels[health]}</Labelled>;
}

/** A risk. `isShort` leaves out the word “risk” where a heading already says it. */
export function RiskLabel({ risk, isShort }: { risk: RiskLevel; isShort?: boolean }) {
  return <Labelled icon={riskIcons[risk]}>{(isShort ? riskWords : riskLabels)[risk]}</Labelled>;
}
