import type { EmailScope, InboundEmail, OpenedEmail } from "../../api/email-routes.ts";
import { asSentence } from "../../format/sentence.ts";

export const scopeLabels: Record<EmailScope, string> = {
  unassigned: "Unassigned",
  all: "All",
  rejected: "Rejected",
};

export const rejectionReasons = ["Spam", "Advertising", "Not about a project", "Private"];

export const verdictLabels: Record<InboundEmail["auth_verdict"]["result"], string> = {
  pass: "Sender verified",
  fail: "Sender not verified",
  none: "Sender not checked",
};

/** The server that checked the sender, and the meaning of its verdict. */
export function verdictInWords({ auth_verdict: { result, by }, domain }: InboundEmail): string {
  const server = by ?? "the receiving server";
  switch (result) {
    case "pass":
      return `${server} confirmed that the email is from ${domain.name}.`;
    case "fail":
      return `${server} could not confirm that the email is from ${domain.name || "its sender"}. Check the address before you reply.`;
    case "none":
      return "None of your trusted mail servers checked the sender. Check the address before you reply.";
  }
}

export const senderOf = ({ from }: Pick<InboundEmail, "from">) => from.name || from.address;

export const subjectOf = ({ subject }: Pick<InboundEmail, "subject">) => subject || "(no subject)";

/** The reason why the email is in this list. */
export const reasonOf = (email: InboundEmail) =>
  asSentence(
    email.state === "rejected"
      ? `Rejected: ${email.reject_reason}`
      : (email.assigned_because ?? email.waiting_because ?? ""),
  );

type EmailProblem = OpenedEmail["problems"][number];

const textProblems: ReadonlySet<EmailProblem> = new Set([
  "too_large",
  "too_complex",
  "unreadable",
  "boundary_missing",
  "text_cut",
  "html_unreadable",
  "hidden_text_removed",
]);

const otherProblems: Partial<Record<EmailProblem, string>> = {
  several_senders: "It names several senders, so none of them is verified.",
  too_many_addresses: "Not all recipients are listed.",
  too_many_attachments: "Not all attachments are listed.",
};

/** The parts of the email that are missing here; empty if it is complete. */
export function problemsInWords({ problems, text }: Pick<OpenedEmail, "problems" | "text">) {
  const isTextPartial = text.trim() !== "" && problems.some((problem) => textProblems.has(problem));
  return [
    isTextPartial &&
      "Part of this email's text was hidden or cut. Open it in the mailbox to read all of it.",
    ...problems.map((problem) => otherProblems[problem]),
  ]
    .filter(Boolean)
    .join(" ");
}
