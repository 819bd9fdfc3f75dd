import { Alert, Button, Group, Modal, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { CircleCheckIcon, CircleXIcon, OctagonAlertIcon } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type Approval, approveTogether, type BatchResult } from "../../api/approval-routes.ts";
import { countOf } from "../../format/numbers.ts";
import { Problem } from "../../ui/problem.tsx";
import { refreshAll } from "../../ui/saved-notice.tsx";
import classes from "./inbox-list.module.css";
import { StakesLabel } from "./labels.tsx";
import { useTypedConfirmation } from "./typed-confirmation.tsx";

interface Props {
  cards: Approval[];
  onClose: () => void;
  onDone: () => void;
}

/** Approves several cards, each on the version that was seen; each has its own outcome. */
export function BatchDialog({ cards: initialCards, onClose, onDone }: Props) {
  // The selected cards, even if the list behind the dialog has changed.
  const [cards] = useState(initialCards);
  const confirmation = useTypedConfirmation();
  const summary = useRef<HTMLHeadingElement>(null);
  const approve = useMutation({ mutationFn: approveTogether, onSettled: refreshAll });
  const results = approve.data?.results;
  const hasHighStakes = cards.some(({ stakes }) => stakes === "high");
  useEffect(() => {
    if (results) summary.current?.focus();
  }, [results]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if ((hasHighStakes && !confirmation.check()) || approve.isPending) return;
    approve.mutate({
      action: "batch_approve",
      ids: cards.map(({ id }) => id),
      versions: Object.fromEntries(cards.map(({ id, version }) => [id, version])),
    });
  };
  const close = results ? onDone : onClose;
  return (
    <Modal
      opened
      onClose={close}
      title={`Approve ${countOf(cards.length, "card")}`}
      size="lg"
      returnFocus={false}
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {results ? (
        <>
          <Text component="h3" fw={600} mb="sm" ref={summary} tabIndex={-1}>
            {summaryOf(results)}
          </Text>
          <ul className={classes.outcomes}>
            {cards.map((card) => (
              <Outcome
                key={card.id}
                card={card}
                result={results.find(({ id }) => id === card.id)}
              />
            ))}
          </ul>
          <Group justify="flex-end" mt="lg">
            <Button onClick={onDone}>Close</Button>
          </Group>
        </>
      ) : (
        <form onSubmit={submit} noValidate>
          <ul className={classes.outcomes}>
            {cards.map(({ id, title, stakes }) => (
              <li key={id}>
                <span>
                  {title}
                  {stakes !== "low" && (
                    <Text component="span" size="sm" ml="sm">
                      <StakesLabel stakes={stakes} />
                    </Text>
                  )}
                </span>
              </li>
            ))}
          </ul>
          <Text c="dimmed" mt="sm">
            Approving doesn't execute the cards. Execute each one afterwards.
          </Text>
          {hasHighStakes && (
            <>
              <Alert color="red" variant="light" icon={<OctagonAlertIcon />} my="md">
                Some of these cards have high stakes.
              </Alert>
              {confirmation.field}
            </>
          )}
          {approve.isError && <Problem error={approve.error} />}
          <Group gap="xs" mt="lg" justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={approve.isPending}
              data-autofocus={!hasHighStakes || undefined}
            >
              Approve {countOf(cards.length, "card")}
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  );
}

function summaryOf(results: BatchResult[]): string {
  const doneCount = results.filter(({ ok }) => ok).length;
  if (doneCount === results.length) return `${countOf(doneCount, "card")} approved`;
  return `${countOf(doneCount, "card")} approved, ${results.length - doneCount} not`;
}

function Outcome({ card, result }: { card: Approval; result: BatchResult | undefined }) {
  return (
    <li>
      {result?.ok ? (
        <CircleCheckIcon size={16} aria-hidden color="var(--cs-good)" />
      ) : (
        <CircleXIcon size={16} aria-hidden color="var(--cs-bad)" />
      )}
      <span>
        {card.title}
        <Text size="sm" c="dimmed">
          {result?.ok ? "Approved" : `Not approved: ${result?.error?.message ?? "no answer"}`}
        </Text>
      </span>
    </li>
  );
}
