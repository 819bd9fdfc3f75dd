import { Alert, Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TriangleAlertIcon } from "lucide-react";
import { type Card, type Reason, stateSentence } from "../../api/approval-routes.ts";
import { Problem } from "../../ui/problem.tsx";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
import { ReasonList } from "./card-reasons.tsx";
import classes from "./card-view.module.css";
import { inboxKey } from "./count.ts";

/** A person can state these sentences on their own account. A wrong quotation must be corrected instead. */
const statable = ["figure_unsourced", "date_unsourced", "name_unsourced"];

/** The reasons against approving, each unsourced sentence with a way to state it. */
export function NotReady({ card: { approval, readiness, allowed_actions } }: { card: Card }) {
  const queryClient = useQueryClient();
  const state = useMutation({
    mutationFn: (sentence: string) => send(sentence, true),
    onSuccess: (_answer, sentence) =>
      notifyUndoable("Marked as stated by you.", () => send(sentence, false)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: inboxKey }),
  });
  const send = (sentence: string, isStated: boolean) =>
    stateSentence({
      id: approval.id,
      version: approval.version,
      sentence,
      is_stated: isStated,
    });
  const sentences = new Map<string, Reason[]>();
  for (const reason of readiness) {
    if (!reason.sentence || !statable.includes(reason.code)) continue;
    sentences.set(reason.sentence, [...(sentences.get(reason.sentence) ?? []), reason]);
  }
  const otherBlocks = readiness.filter(
    ({ code, sentence }) => !sentence || !statable.includes(code),
  );
  return (
    <Alert
      id="card-blocks"
      tabIndex={-1}
      color="yellow"
      variant="light"
      icon={<TriangleAlertIcon />}
      title="Not ready for approval"
    >
      {otherBlocks.length > 0 && <ReasonList reasons={otherBlocks} />}
      {sentences.size > 0 && (
        <ul className={classes.plain}>
          {[...sentences].map(([sentence, reasons]) => (
            <li key={sentence}>
              <blockquote className={classes.passage}>
                {reasons[0]?.section && (
                  <span className={classes.quiet}>{reasons[0].section}: </span>
                )}
                {sentence}
              </blockquote>
              <ReasonList reasons={reasons} />
              {allowed_actions.includes("edit") && (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={state.isPending && state.variables === sentence}
                  onClick={() => state.mutate(sentence)}
                  aria-label={`Mark as stated by me: ${sentence}`}
                >
                  Mark as stated by me
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {state.error && <Problem error={state.error} />}
    </Alert>
  );
}
