import { Alert, Button, Kbd } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { AllowedAction, Approval, Card, CardAction } from "../../api/approval-routes.ts";
import { Problem } from "../../shell/problem.tsx";
import { ReasonList } from "./card-reasons.tsx";
import classes from "./card-view.module.css";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { SeenThen } from "./seen-then.tsx";
import { staleOf, useDecide } from "./use-decide.ts";
import { refusalInWords } from "./words.ts";

// The form and its rules: loaded when somebody edits.
const EditDialog = lazy(() => import("./edit-dialog.tsx"));

export type OnDone = (action: AllowedAction, answer: Approval, before: Card) => void;

interface Choice {
  action: AllowedAction;
  key: string;
  label: string;
}

/** Actions in the order in which they stand, each with its key. */
function buttonsOf({ approval, allowed_actions: allowed }: Card): Choice[] {
  const all: Choice[] = [
    { action: "approve_and_execute", key: "x", label: "Approve and execute" },
    { action: "approve", key: "a", label: "Approve" },
    {
      action: "execute",
      key: "x",
      label: approval.status === "failed" ? "Try again" : "Execute",
    },
    { action: "edit", key: "e", label: "Edit" },
    { action: "reject", key: "r", label: "Reject" },
    { action: "propose_undo", key: "z", label: "Propose to take it back" },
  ];
  const isUndo = "withdraw" in approval.payload || "restore" in approval.payload;
  return all.filter(({ action }) => allowed.includes(action) && !(isUndo && action === "edit"));
}

/** Presses the button of the open card that has this key; the keyboard does what the mouse does. */
export function pressKey(key: string): void {
  document.getElementById(buttonId(key))?.click();
}

const buttonId = (key: string) => `card-key-${key}`;

const executing: readonly AllowedAction[] = ["approve", "approve_and_execute", "execute"];

export function CardActions({ card, onDone }: { card: Card; onDone: OnDone }) {
  const { approval, refusal, readiness } = card;
  const [dialog, setDialog] = useState<AllowedAction | null>(null);
  const alert = useRef<HTMLDivElement>(null);
  const seen = useRef(approval);
  const decide = useDecide();
  const stale = staleOf(decide.error);
  const buttons = buttonsOf(card);
  const isBlocked = approval.status === "pending" && readiness.length > 0;

  useEffect(() => {
    if (decide.isError) alert.current?.focus();
  }, [decide.isError]);

  const send = (action: CardAction) => {
    seen.current = approval;
    decide.mutate(action, {
      onSuccess: ({ approval: answer }) => {
        setDialog(null);
        onDone(action.action, answer, card);
      },
      onError: () => setDialog(null),
    });
  };
  const press = ({ action }: Choice) => {
    if (decide.isPending) return;
    const { id, version } = approval;
    if (isBlocked && (action === "approve" || action === "approve_and_execute")) {
      return document.getElementById("card-blocks")?.focus();
    }
    if (action === "edit" || action === "reject") return setDialog(action);
    if (approval.stakes === "high" && executing.includes(action)) return setDialog(action);
    send(
      action === "execute" || action === "propose_undo" ? { action, id } : { action, id, version },
    );
  };
  const close = (key: string) => {
    flushSync(() => setDialog(null));
    document.getElementById(buttonId(key))?.focus();
  };
  const keyOf = (action: AllowedAction) => buttons.find((one) => one.action === action)?.key ?? "";

  return (
    <section aria-label="Decide" className={classes.foot}>
      {decide.isError && (
        <div role="alert" ref={alert} tabIndex={-1} className={classes.refusal}>
          {stale ? (
            <Alert color="yellow" variant="light" mb="sm" title={stale.title}>
              {stale.reasons && <ReasonList reasons={stale.reasons} />}
              {stale.current && <SeenThen seen={seen.current} current={stale.current} />}
              {decide.variables.action === "reject" &&
                `Your reason was: ${decide.variables.reason}`}
            </Alert>
          ) : (
            <Problem error={decide.error} />
          )}
        </div>
      )}
      {refusal && <p className={classes.quiet}>{refusalInWords(refusal)}</p>}
      {buttons.length > 0 && (
        <div className={classes.buttons}>
          {buttons.map((button, place) => (
            <Button
              key={button.action}
              id={buttonId(button.key)}
              size="xs"
              variant={place === 0 ? "filled" : "default"}
              data-disabled={isBlocked && button.action.startsWith("approve") ? true : undefined}
              aria-disabled={isBlocked && button.action.startsWith("approve") ? true : undefined}
              loading={decide.isPending && decide.variables.action === button.action}
              onClick={() => press(button)}
            >
              {button.label}{" "}
              <Kbd size="xs" className={classes.key} aria-hidden>
                {button.key}
              </Kbd>
            </Button>
          ))}
        </div>
      )}

      {dialog === "reject" && (
        <RejectDialog
          title={approval.title}
          initial={decide.variables?.action === "reject" ? decide.variables.reason : ""}
          isBusy={decide.isPending}
          onCancel={() => close("r")}
          onReject={(reason) =>
            send({ action: "reject", id: approval.id, version: approval.version, reason })
          }
        />
      )}
      {dialog && executing.includes(dialog) && (
        <ConfirmDialog
          titles={[approval.title]}
          label={buttons.find(({ action }) => action === dialog)?.label ?? "Approve"}
          isBusy={decide.isPending}
          onCancel={() => close(keyOf(dialog))}
          onConfirm={() =>
            send(
              dialog === "execute"
                ? { action: dialog, id: approval.id }
                : ({ action: dialog, id: approval.id, version: approval.version } as CardAction),
            )
          }
        />
      )}
      {dialog === "edit" && (
        <Suspense fallback={null}>
          <EditDialog
            approval={approval}
            onClosed={() => close("e")}
            onSaved={(answer) => onDone("edit", answer, card)}
          />
        </Suspense>
      )}
    </section>
  );
}
