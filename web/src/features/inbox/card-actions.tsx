import { Alert, Button, Kbd } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { AllowedAction, Approval, Card, CardAction } from "../../api/approval-routes.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useKeyTarget } from "../../ui/page-keys.ts";
import { Problem } from "../../ui/problem.tsx";
import { ReasonList } from "./card-reasons.tsx";
import classes from "./card-view.module.css";
import { ChangesSinceReading } from "./changes-since-reading.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { currentIn, staleOf, useDecide } from "./use-decide.ts";
import { refusalInWords } from "./words.ts";

// The form and its rules, loaded for the first edit.
const EditDialog = lazyPart(() => import("./edit-dialog.tsx"));
const AssignDialog = lazyPart(() => import("./assign-dialog.tsx"));

export type OnDone = (action: AllowedAction, answer: Approval, before: Card) => void;

interface Choice {
  action: AllowedAction;
  key: string;
  label: string;
}

/** Actions in their order on the screen, each with its key. */
function buttonsOf({ approval, allowed_actions: allowed }: Card): Choice[] {
  const all: Choice[] = [
    { action: "approve_and_execute", key: "x", label: "Approve and execute" },
    { action: "approve", key: "a", label: "Approve" },
    {
      action: "execute",
      key: "x",
      label: executeLabels[approval.status] ?? "Execute",
    },
    { action: "edit", key: "e", label: "Edit" },
    { action: "reject", key: "r", label: "Reject" },
    { action: "propose_undo", key: "u", label: "Propose undo" },
  ];
  const isUndo = "withdraw" in approval.payload || "restore" in approval.payload;
  return all.filter(({ action }) => allowed.includes(action) && !(isUndo && action === "edit"));
}

/** Executing a card with an unknown result only looks it up again; nothing runs twice. */
const executeLabels: Partial<Record<Approval["status"], string>> = {
  failed: "Try again",
  unknown: "Check now",
};

/** Cards in these states still need a decision or an action. */
const open: readonly Approval["status"][] = ["pending", "approved", "failed", "unknown"];

const buttonId = (key: string) => `card-key-${key}`;

/** Applies to the version that was read. */
const bound: readonly AllowedAction[] = ["approve", "approve_and_execute", "reject"];
const executing: readonly AllowedAction[] = ["approve", "approve_and_execute", "execute"];

interface Props {
  card: Card;
  /** Whether the execution keeps the restricted text that the card quotes. */
  withQuotes: boolean;
  onDone: OnDone;
}

export function CardActions({ card, withQuotes, onDone }: Props) {
  const { approval, refusal, readiness } = card;
  const [dialog, setDialog] = useState<AllowedAction | "assign" | null>(null);
  const alert = useRef<HTMLDivElement>(null);
  // The version that the person has read. A newer version can be decided only after it has been shown as such.
  const [baseline, setBaseline] = useState(approval);
  const [edit, setEdit] = useState<{ before: Approval; current: Approval } | null>(null);
  const isNewer = approval.version > baseline.version;
  const change = isNewer ? { before: baseline, current: approval } : edit;
  const decide = useDecide();
  const stale = staleOf(decide.error);
  // The readers of a restricted card's result are shown before anyone can decide it.
  const buttons = approval.is_restricted && !card.effect ? [] : buttonsOf(card);
  const isAssignable = leads(useViewer()) && open.includes(approval.status);
  const isBlocked = approval.status === "pending" && readiness.length > 0;

  useEffect(() => {
    if (decide.isError || edit) alert.current?.focus();
  }, [decide.isError, edit]);

  const acknowledge = (current: Approval) => {
    setEdit({ before: baseline, current });
    setBaseline(current);
  };

  const send = (action: CardAction) => {
    decide.mutate(action, {
      onSuccess: ({ approval: answer }) => {
        setDialog(null);
        onDone(action.action, answer, card);
      },
      onError: (error) => {
        const current = currentIn(error);
        if (current) acknowledge(current);
        setDialog(null);
      },
    });
  };
  const press = ({ action }: Choice) => {
    if (decide.isPending) return;
    const { id, version } = baseline;
    if (isNewer && bound.includes(action)) return acknowledge(approval);
    if (isBlocked && (action === "approve" || action === "approve_and_execute")) {
      return document.getElementById("card-blocks")?.focus();
    }
    if (action === "edit" || action === "reject") return setDialog(action);
    const hasHighStakes = approval.stakes === "high" && approval.status !== "unknown";
    if (hasHighStakes && executing.includes(action)) return setDialog(action);
    send(
      action === "execute" || action === "propose_undo"
        ? { action, id }
        : { action, id, version, with_quotes: withQuotes },
    );
  };
  useKeyTarget("card", (key) => {
    if (key === "i" && isAssignable) setDialog("assign");
    const choice = buttons.find((button) => button.key === key);
    if (choice) press(choice);
  });
  const close = (key: string) => {
    flushSync(() => setDialog(null));
    document.getElementById(buttonId(key))?.focus();
  };
  const keyOf = (action: AllowedAction) =>
    buttons.find((button) => button.action === action)?.key ?? "";

  return (
    <section aria-label="Decide" className={classes.foot}>
      <div ref={alert} tabIndex={-1} className={classes.refusal}>
        {change && (
          <Alert color="yellow" variant="light" mb="sm" title={editedInWords(change.current)}>
            <ChangesSinceReading before={change.before} current={change.current} />
          </Alert>
        )}
        {stale && (
          <Alert color="yellow" variant="light" mb="sm" title={stale.title}>
            {stale.reasons && <ReasonList reasons={stale.reasons} />}
            {decide.variables?.action === "reject" && `Your reason was: ${decide.variables.reason}`}
          </Alert>
        )}
        {decide.isError && !stale && !currentIn(decide.error) && <Problem error={decide.error} />}
      </div>
      {refusal && <p className={classes.quiet}>{refusalInWords(refusal)}</p>}
      {(buttons.length > 0 || isAssignable) && (
        <div className={classes.buttons}>
          {buttons.map((button, index) => (
            <Button
              key={button.action}
              id={buttonId(button.key)}
              size="xs"
              variant={index === 0 && executing.includes(button.action) ? "filled" : "default"}
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
          {isAssignable && (
            <Button
              id={buttonId("i")}
              size="xs"
              variant="default"
              onClick={() => setDialog("assign")}
            >
              Assign{" "}
              <Kbd size="xs" className={classes.key} aria-hidden>
                i
              </Kbd>
            </Button>
          )}
        </div>
      )}

      {dialog === "reject" && (
        <RejectDialog
          title={approval.title}
          initial={decide.variables?.action === "reject" ? decide.variables.reason : ""}
          isBusy={decide.isPending}
          onCancel={() => close("r")}
          onReject={(reason) =>
            send({ action: "reject", id: approval.id, version: baseline.version, reason })
          }
        />
      )}
      {dialog && dialog !== "assign" && executing.includes(dialog) && (
        <ConfirmDialog
          titles={[approval.title]}
          label={buttons.find(({ action }) => action === dialog)?.label ?? "Approve"}
          isBusy={decide.isPending}
          onCancel={() => close(keyOf(dialog))}
          onConfirm={() =>
            send(
              dialog === "execute"
                ? { action: dialog, id: approval.id }
                : ({
                    action: dialog,
                    id: approval.id,
                    version: baseline.version,
                    with_quotes: withQuotes,
                  } as CardAction),
            )
          }
        />
      )}
      {dialog === "assign" && <AssignDialog approval={approval} onClosed={() => close("i")} />}
      {dialog === "edit" && (
        <EditDialog
          approval={approval}
          onClosed={() => close("e")}
          onSaved={(answer) => {
            setBaseline(answer);
            setEdit(null);
            onDone("edit", answer, card);
          }}
        />
      )}
    </section>
  );
}

function editedInWords({ last_edited_by, version }: Approval): string {
  return `${last_edited_by?.name ?? "Someone"} edited this while you were reading. You now see version ${version}.`;
}
