import {
  CircleCheckIcon,
  CircleDotIcon,
  InfoIcon,
  OctagonAlertIcon,
  SearchAlertIcon,
  TriangleAlertIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import type { FindingSeverity, FindingState } from "../../api/routes.ts";
import { formatCount } from "../../format/numbers.ts";
import { Labelled } from "../../ui/labelled.tsx";
import { severityLabels, stateLabels } from "./words.ts";

const icon = { size: 16, strokeWidth: 1.8, "aria-hidden": true };

const severityIcons: Record<FindingSeverity, ReactNode> = {
  high: <OctagonAlertIcon {...icon} color="var(--cs-bad)" />,
  medium: <TriangleAlertIcon {...icon} color="var(--cs-warn)" />,
  low: <InfoIcon {...icon} />,
};

// Only a settled finding is green. Missing data proves nothing, so an unverified one is not.
const stateIcons: Record<FindingState, ReactNode> = {
  open: <CircleDotIcon {...icon} color="var(--cs-accent)" />,
  unverified: <SearchAlertIcon {...icon} color="var(--cs-warn)" />,
  settled: <CircleCheckIcon {...icon} color="var(--cs-good)" />,
};

interface SeverityProps {
  severity: FindingSeverity;
  /** The number of findings with this severity. */
  count?: number;
}

export function SeverityLabel({ severity, count }: SeverityProps) {
  return (
    <Labelled icon={severityIcons[severity]}>
      {count !== undefined && `${formatCount(count)} `}
      {severityLabels[severity]}
    </Labelled>
  );
}

export function StateLabel({ state }: { state: FindingState }) {
  return <Labelled icon={stateIcons[state]}>{stateLabels[state]}</Labelled>;
}
