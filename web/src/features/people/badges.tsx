import {
  IconArrowMerge,
  IconBriefcase,
  IconCircleCheck,
  IconCircleDashed,
  IconClockExclamation,
  IconDoorExit,
  IconMail,
  IconShield,
  IconUser,
  IconUserStar,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Labelled } from "../../ui/labelled.tsx";
import { roleLabels, stateLabels } from "./labels.ts";
import type { PersonState } from "./person-state.ts";
import type { PersonRole } from "./queries.ts";

const icon = { size: 16, stroke: 1.8, "aria-hidden": true };

const roleIcons: Record<PersonRole, ReactNode> = {
  admin: <IconShield {...icon} />,
  lead: <IconUserStar {...icon} />,
  member: <IconUser {...icon} />,
  client: <IconBriefcase {...icon} />,
};

const stateIcons: Record<PersonState, ReactNode> = {
  joined: <IconCircleCheck {...icon} color="var(--cs-good)" />,
  invited: <IconMail {...icon} color="var(--cs-accent)" />,
  expired: <IconClockExclamation {...icon} color="var(--cs-warn)" />,
  no_sign_in: <IconCircleDashed {...icon} />,
  offboarded: <IconDoorExit {...icon} />,
  merged: <IconArrowMerge {...icon} />,
};

export function RoleLabel({ role }: { role: PersonRole }) {
  return <Labelled icon={roleIcons[role]}>{roleLabels[role]}</Labelled>;
}

export function StateLabel({ state }: { state: PersonState }) {
  return <Labelled icon={stateIcons[state]}>{stateLabels[state]}</Labelled>;
}
