import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDot,
  IconInfoCircle,
  IconZoomQuestion,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { FindingSeverity, FindingState } from "../../api/routes.ts";
import { formatCount } from "../../format/numbers.ts";
import { Labelled } from "../../ui/labelled.tsx";
import { severityLabels, stateLabels } from "./words.ts";

const icon = { size: 16, stroke: 1.8, "aria-hidden": true };

const severityIcons: Record<FindingSeverity, ReactNode> = {
  high: <IconAlertOctagon {...icon} color="var(--cs-bad)" />,
  medium: <IconAlertTriangle {...icon} color="var(--cs-warn)" />,
  low: <IconInfoCircle {...icon} />,
};

// Only a settled finding is green. Missing data proves nothing, so an unverified one is not.
const stateIcons: Record<FindingState, ReactNode> = {
  open: <IconCircleDot {...icon} color="var(--cs-accent)" />,
  unverified: <IconZoomQuestion {...icon} color="var(--cs-warn)" />,
  settled: <IconCircleCheck {...icon} color="var(--cs-good)" />,
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
