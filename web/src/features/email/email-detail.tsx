import { Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { InboundEmail, OpenedEmail } from "../../api/email-routes.ts";
import { hasStatus } from "../../api/service-error.ts";
import { formatMoment } from "../../format/dates.ts";
import { formatBytes } from "../../format/numbers.ts";
import { Problem } from "../../ui/problem.tsx";
import classes from "./email-detail.module.css";
import { EmailText } from "./email-text.tsx";
import { VerdictLabel } from "./labels.tsx";
import { emailText } from "./queries.ts";
import { Triage } from "./triage.tsx";
import { problemsInWords, reasonOf, subjectOf, verdictInWords } from "./words.ts";

interface Props {
  id: string;
  /** Absent for an email of another list: only the text of such an email is loaded. */
  email: InboundEmail | undefined;
  onDone: (email: InboundEmail) => void;
}

/** An email with its text, the reason for its project, and the possible decisions. */
export function EmailDetail({ id, email, onDone }: Props) {
  const text = useQuery(emailText(id));
  const fullEmail = text.data;
  const header = email ?? fullEmail;
  const problems = fullEmail && problemsInWords(fullEmail);
  if (text.isError && !fullEmail) {
    if (hasStatus(text.error, 404)) return <Gone />;
    return <Problem error={text.error} retry={() => void text.refetch()} />;
  }
  if (!header) return <Skeleton height={320} />;
  return (
    <div className={classes.detail}>
      <Title order={2} size="h1" id="email-title" tabIndex={-1} data-autofocus>
        {subjectOf(header)}
      </Title>
      <Participants email={header} cc={fullEmail?.cc ?? []} />
      {email && (
        <div className={classes.verdict}>
          <VerdictLabel email={email} />
          <p>{verdictInWords(email)}</p>
        </div>
      )}
      <ProjectOfEmail email={email} project={header.project} />
      <section aria-label="Text" className={classes.body}>
        {problems && <p className={classes.problems}>{problems}</p>}
        {!fullEmail ? (
          <Skeleton height={160} />
        ) : fullEmail.text.trim() === "" ? (
          <Text c="dimmed">The email has no readable text. Open it in its mailbox.</Text>
        ) : (
          <EmailText key={fullEmail.id} text={fullEmail.text} />
        )}
      </section>
      {fullEmail && fullEmail.attachments.length > 0 && (
        <Attachments files={fullEmail.attachments} />
      )}
      {email ? (
        <Triage key={id} email={email} onDone={onDone} />
      ) : (
        <Text c="dimmed" size="sm" my="md">
          This email is in another list or further down. Open the list of all emails to assign or
          reject it.
        </Text>
      )}
    </div>
  );
}

type Participant = InboundEmail["from"];

const inWords = ({ name, address }: Participant) => (name ? `${name} <${address}>` : address);

function Participants({
  email: { from, to, received_at },
  cc,
}: {
  email: Pick<InboundEmail, "from" | "to" | "received_at">;
  cc: Participant[];
}) {
  const lines: [string, Participant[]][] = [
    ["From", [from]],
    ["To", to],
    ["Cc", cc],
  ];
  return (
    <dl className={classes.facts}>
      {lines
        .filter(([, people]) => people.length > 0)
        .map(([name, people]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{people.map(inWords).join(", ")}</dd>
          </div>
        ))}
      <div>
        <dt>Received</dt>
        <dd>
          <time dateTime={received_at}>{formatMoment(received_at)}</time>
        </dd>
      </div>
    </dl>
  );
}

function ProjectOfEmail({
  email,
  project,
}: {
  email: InboundEmail | undefined;
  project: InboundEmail["project"];
}) {
  return (
    <p className={classes.assignment}>
      {project ? (
        <Link to="/projects/$projectId" params={{ projectId: project.id }}>
          {project.name}
        </Link>
      ) : (
        "No project"
      )}
      {email?.automatic_because && ` · ${email.automatic_because}`}
      {email && email.state !== "rejected" && <span>{reasonOf(email)}</span>}
    </p>
  );
}

function Attachments({ files }: { files: OpenedEmail["attachments"] }) {
  return (
    <section aria-label="Attachments">
      <h3>Attachments</h3>
      <ul className={classes.files}>
        {files.map(({ file_name, size_bytes, document_id }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two attachments may have one name
          <li key={index}>
            {document_id ? (
              <Link to="/documents/$documentId" params={{ documentId: document_id }}>
                {file_name}
              </Link>
            ) : (
              file_name
            )}
            {size_bytes !== null && <span> {formatBytes(size_bytes)}</span>}
          </li>
        ))}
      </ul>
      {files.some(({ document_id }) => document_id === null) && (
        <Text size="sm" c="dimmed">
          Attachments become documents of the project after the email is assigned.
        </Text>
      )}
    </section>
  );
}

function Gone() {
  return (
    <>
      <Title order={2} size="h1" id="email-title" tabIndex={-1} data-autofocus>
        There is no such email
      </Title>
      <Text mt="xs">It was removed from the mailbox, or the address is wrong.</Text>
    </>
  );
}
