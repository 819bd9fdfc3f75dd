import { Button, Checkbox, Group, Select, Text } from "@mantine/core";
import { useRef, useState } from "react";
import type { EmailTriageInput, InboundEmail } from "../../api/email-routes.ts";
import { useProjectChoices } from "../../entities/project/use-project-choices.ts";
import { asSentence } from "../../format/sentence.ts";
import { useKeyTarget } from "../../ui/page-keys.ts";
import classes from "./email-detail.module.css";
import { RejectDialog } from "./reject-dialog.tsx";
import { useTriage } from "./use-triage.ts";
import { reasonOf, subjectOf } from "./words.ts";

/** Projects offered at a time; a few letters find the others. */
const OFFERED_PROJECTS = 50;

interface Props {
  email: InboundEmail;
  onDone: (email: InboundEmail) => void;
}

/** The decisions about an email: its project, or a rejection that can be undone. */
export function Triage({ email, onDone }: Props) {
  const triage = useTriage(onDone);
  const [isRejecting, setRejecting] = useState(false);
  const rejectButton = useRef<HTMLButtonElement>(null);
  const section = useRef<HTMLElement>(null);
  const send = (body: EmailTriageInput) => {
    if (!triage.isPending) triage.mutate({ email, body });
  };
  const { id, state } = email;
  const restore = () => send({ id, action: "restore" });
  useKeyTarget("triage", (key) => {
    if (key === "a") section.current?.querySelector<HTMLElement>("button, input")?.focus();
    if (key === "r" && state !== "rejected") setRejecting(true);
    if (key === "s" && state === "rejected") restore();
  });

  if (state === "rejected") {
    return (
      <section ref={section} aria-label="Decide" className={classes.foot}>
        <Text size="sm" mb="xs">
          {reasonOf(email)}
        </Text>
        <Button size="xs" loading={triage.isPending} onClick={restore}>
          Restore email
        </Button>
      </section>
    );
  }
  const cancel = () => {
    setRejecting(false);
    rejectButton.current?.focus();
  };
  return (
    <section ref={section} aria-label="Decide" className={classes.foot}>
      <Assignment email={email} isBusy={triage.isPending} onAssign={send}>
        <Button ref={rejectButton} size="xs" variant="default" onClick={() => setRejecting(true)}>
          Reject email
        </Button>
      </Assignment>
      {isRejecting && (
        <RejectDialog
          subject={subjectOf(email)}
          isBusy={triage.isPending}
          onCancel={cancel}
          onReject={(reason) => send({ id, action: "reject", reason })}
        />
      )}
    </section>
  );
}

interface AssignmentProps {
  email: InboundEmail;
  isBusy: boolean;
  onAssign: (body: EmailTriageInput) => void;
  children: React.ReactNode;
}

function Assignment({ email, isBusy, onAssign, children }: AssignmentProps) {
  const [choice, setChoice] = useState<string | null>(null);
  const { data, ...projects } = useProjectChoices(choice ?? "");
  const [remembers, setRemembers] = useState(false);
  const { domain, candidates, project } = email;
  const alternatives = candidates
    .filter(({ project_id }) => project_id !== project?.id)
    .slice(0, 3);
  const assign = (project_id: string) =>
    onAssign({ id: email.id, project_id, ...(remembers && { remember_domain: true }) });
  useKeyTarget("candidates", (key) => {
    const candidate = alternatives[Number(key) - 1];
    if (candidate) assign(candidate.project_id);
  });
  return (
    <>
      <h3 id="assignment">{project ? "Assign to another project" : "Assign to a project"}</h3>
      {alternatives.length > 0 && (
        <ul className={classes.candidates} aria-label="Suggested projects">
          {alternatives.map(({ project_id, name, reason }) => (
            <li key={project_id}>
              <Button
                size="xs"
                variant="default"
                disabled={isBusy}
                onClick={() => assign(project_id)}
              >
                Assign to {name}
              </Button>
              <span>{asSentence(reason)}</span>
            </li>
          ))}
        </ul>
      )}
      <Group gap="xs" align="flex-end">
        <Select
          size="xs"
          className={classes.project}
          aria-label="Project"
          placeholder="Find a project"
          searchable
          limit={OFFERED_PROJECTS}
          value={choice}
          onChange={setChoice}
          {...projects}
          data={data.filter(({ value }) => value !== project?.id)}
        />
        <Button
          size="xs"
          disabled={!choice}
          loading={isBusy}
          onClick={() => choice && assign(choice)}
        >
          Assign email
        </Button>
        {children}
      </Group>
      {domain.name !== "" && (
        <Checkbox
          mt="sm"
          size="xs"
          label={`Remember ${domain.name}`}
          description={
            domain.refusal
              ? `This domain can't be remembered. ${domain.refusal}.`
              : "Later emails from exactly this domain are assigned to the same project."
          }
          disabled={!domain.can_remember}
          checked={remembers && domain.can_remember}
          onChange={(event) => setRemembers(event.currentTarget.checked)}
        />
      )}
    </>
  );
}
