import { useQueries } from "@tanstack/react-query";
import type { Card, Evidence } from "../../api/approval-routes.ts";
import type { OpenedEmail } from "../../api/email-routes.ts";
import { emailText } from "../email/queries.ts";
import classes from "./card-view.module.css";
import { linesOf } from "./payload-values.ts";

const MAX_EMAILS = 10;

/** How the recipients of an email draft differ from the people in the threads of the emails that it answers. */
export function DraftRecipients({ card: { approval, evidence = [] } }: { card: Card }) {
  const answers = useQueries({ queries: answeredIds(evidence).map(emailText) });
  const emails = answers.flatMap(({ data }) => data ?? []);
  if (answers.some(({ isPending }) => isPending)) return null;
  return (
    <section aria-labelledby="card-recipients">
      <h3 id="card-recipients">Recipients compared with the thread</h3>
      {emails.length === 0 ? (
        <p className={classes.quiet}>This draft cites no email to compare its recipients with.</p>
      ) : (
        <Difference recipients={recipientsOf(approval.payload)} emails={emails} />
      )}
    </section>
  );
}

function Difference({ recipients, emails }: { recipients: string[]; emails: OpenedEmail[] }) {
  const participants = [...new Set(emails.flatMap(({ thread_addresses }) => thread_addresses))];
  const additions = recipients.filter((address) => !participants.includes(address));
  const omissions = participants.filter((address) => !recipients.includes(address));
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Not in the thread</dt>
        <dd className={additions.length > 0 ? classes.stale : undefined}>
          {additions.join(", ") || "No one"}
        </dd>
      </div>
      <div>
        <dt>In the thread, but not addressed</dt>
        <dd>{omissions.join(", ") || "No one"}</dd>
      </div>
    </dl>
  );
}

/** The quoted emails; without any, those that influenced the draft. */
function answeredIds(evidence: Evidence[]): string[] {
  const emails = evidence.filter(
    ({ source_kind, title }) => source_kind === "email" && title !== null,
  );
  const evidenceEmails = emails.filter(({ role }) => role === "evidence");
  const originals = evidenceEmails.length > 0 ? evidenceEmails : emails;
  return [...new Set(originals.map(({ source_id }) => source_id))].slice(0, MAX_EMAILS);
}

function recipientsOf(payload: Card["approval"]["payload"]): string[] {
  const { to, cc } = payload as { to?: unknown; cc?: unknown };
  return [...new Set([...linesOf(to), ...linesOf(cc)].map(normalize))];
}

const normalize = (address: string) => address.trim().toLowerCase();
