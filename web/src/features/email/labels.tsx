import { MailQuestionMarkIcon, ShieldCheckIcon, ShieldXIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { InboundEmail } from "../../api/email-routes.ts";
import { Labelled } from "../../ui/labelled.tsx";
import { verdictInWords, verdictLabels } from "./words.ts";

const icon = { size: 16, strokeWidth: 1.8, "aria-hidden": true };

const icons: Record<InboundEmail["auth_verdict"]["result"], ReactNode> = {
  pass: <ShieldCheckIcon {...icon} color="var(--cs-good)" />,
  fail: <ShieldXIcon {...icon} color="var(--cs-bad)" />,
  none: <MailQuestionMarkIcon {...icon} color="var(--cs-warn)" />,
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
