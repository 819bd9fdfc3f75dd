import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  changeLearnedDomain,
  type EmailTriageInput,
  getLearnedDomains,
  type InboundEmail,
  triageEmail,
  unassignEmail,
} from "../../api/email-routes.ts";
import { notifyFailed, notifySaved, notifyUndoable } from "../../ui/saved-notice.tsx";
import { emailsKey, learnedDomains } from "./queries.ts";
import { subjectOf } from "./words.ts";

/** Assigns, rejects or restores an email. Offers to undo an assignment or a rejection. */
export function useTriage(onDone: (email: InboundEmail) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ email, body }: { email: InboundEmail; body: EmailTriageInput }) => {
      const remembers = "project_id" in body && body.remember_domain === true;
      const domains = remembers ? await queryClient.fetchQuery(learnedDomains) : [];
      const answer = await triageEmail(body);
      return { ...answer, isNewDomain: answer.remembered && !hasDomain(domains, email, body) };
    },
    onSuccess: ({ email: after, isNewDomain }, { email: before, body }) => {
      const inverse = async () => {
        await undo(before, body);
        if (isNewDomain) await forget(before, body);
      };
      const subject = subjectOf(after);
      if ("action" in body && body.action === "restore") notifySaved(`Restored: ${subject}`);
      else notifyUndoable(doneInWords(after, isNewDomain), inverse);
      onDone(before);
    },
    onError: (error) => notifyFailed("The email wasn't changed", error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: emailsKey }),
  });
}

function doneInWords(email: InboundEmail, isNewDomain: boolean): string {
  if (email.state === "rejected") return `Rejected: ${subjectOf(email)}`;
  const remembered = isNewDomain ? `, and ${email.domain.name} is remembered` : "";
  return `Assigned to ${email.project?.name}${remembered}: ${subjectOf(email)}`;
}

function undo(before: InboundEmail, body: EmailTriageInput): Promise<unknown> {
  const { id, project } = before;
  if ("action" in body) return triageEmail({ id, action: "restore" });
  return project ? triageEmail({ id, project_id: project.id }) : unassignEmail(id);
}

async function forget(email: InboundEmail, body: EmailTriageInput): Promise<void> {
  const learned = (await getLearnedDomains()).find((domain) => isLearnedFrom(domain, email, body));
  if (learned) await changeLearnedDomain(learned.id, true);
}

type Domains = Awaited<ReturnType<typeof getLearnedDomains>>;

const hasDomain = (domains: Domains, email: InboundEmail, body: EmailTriageInput) =>
  domains.some((domain) => isLearnedFrom(domain, email, body));

const isLearnedFrom = (
  { domain, project }: Domains[number],
  email: InboundEmail,
  body: EmailTriageInput,
) => domain === email.domain.name && "project_id" in body && project.id === body.project_id;
