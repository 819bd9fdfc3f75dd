import { IconMailQuestion, IconShieldCheck, IconShieldX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { InboundEmail } from "../../api/email-routes.ts";
import { Labelled } from "../../ui/labelled.tsx";
import { verdictInWords, verdictLabels } from "./words.ts";

const icon = { size: 16, stroke: 1.8, "aria-hidden": true };

const icons: Record<InboundEmail["auth_verdict"]["result"], ReactNode> = {
  pass: <IconShieldCheck {...icon} color="var(--cs-good)" />,
  fail: <IconShieldX {...icon} color="var(--cs-bad)" />,
  none: <IconMailQuestion {...icon} color="var(--cs-warn)" />,
};

/** Whether the sender's domain was verified. */
export function VerdictLabel({ email }: { email: InboundEmail }) {
  const { result } = email.auth_verdict;
  return (
    <span title={verdictInWords(email)}>
      <Labelled icon={icons[result]}>{verdictLabels[result]}</Labelled>
    </span>
  );
}
