import {
  BriefcaseIcon,
  CircleCheckIcon,
  CircleDashedIcon,
  ClockAlertIcon,
  DoorOpenIcon,
  MailIcon,
  MergeIcon,
  ShieldIcon,
  UserIcon,
  UserStarIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { Labelled } from "../../ui/labelled.tsx";
import { roleLabels, stateLabels } from "./labels.ts";
import type { PersonState } from "./person-state.ts";
import type { PersonRole } from "./queries.ts";

const icon = { size: 16, strokeWidth: 1.8, "aria-hidden": true };

const roleIcons: Record<PersonRole, ReactNode> = {
  admin: <ShieldIcon {...icon} />,
  lead: <UserStarIcon {...icon} />,
  member: <UserIcon {...icon} />,
  client: <BriefcaseIcon {...icon} />,
};

const stateIcons: Record<PersonState, ReactNode> = {
  joined: <CircleCheckIcon {...icon} color="var(--cs-good)" />,
  invited: <MailIcon {...icon} color="var(--cs-accent)" />,
  expired: <ClockAlertIcon {...icon} color="var(--cs-warn)" />,
  no_sign_in: <CircleDashedIcon {...icon} />,
  offboarded: <DoorOpenIcon {...icon} />,
  merged: <MergeIcon {...icon} />,
};

export function RoleLabel({ role }: { role: PersonRole }) {
  return <Labelled icon={roleIcons[role]}>{roleLabels[role]}</Labelled>;
}

export function StateLabel({ state }: { state: PersonState }) {
  return <Labelled icon={stateIcons[state]}>{stateLabels[state]}</Labelled>;
}
