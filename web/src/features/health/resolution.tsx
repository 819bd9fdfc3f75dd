import { Alert, Button, Group, Textarea } from "@mantine/core";
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { Finding, FindingResolution } from "../../api/routes.ts";
import { useKeyTarget } from "../../ui/page-keys.ts";
import { Problem } from "../../ui/problem.tsx";
import classes from "./finding-detail.module.css";
import { type DecisionState, decisionAbout, staleInWords, useResolve } from "./use-resolve.ts";

const words: Record<DecisionState, { open: string; send: string; description: string }> = {
  settled: {
    open: "Settle with a reason",
    send: "Settle finding",
    description: "The decision applies to the facts above. If they change, the finding reopens.",
  },
  reopened: {
    open: "Reopen",
    send: "Reopen",
    description: "The finding needs attention again.",
  },
};

export type OnResolved = (finding: Finding, sent: FindingResolution, version: number) => void;

interface Props {
  finding: Finding;
  onResolved: OnResolved;
  /** The link that fixes the finding, as the alternative to settling it. */
  fix: ReactNode;
}

/** The ways to handle a finding: fix it, or decide with a reason. */
export function Resolution({ finding, onResolved, fix }: Props) {
  const state = finding.state === "settled" ? "reopened" : "settled";
  // The form is for one decision: it closes if another person decides in the meantime.
  const [openFor, setOpenFor] = useState<DecisionState | null>(null);
  const [reasons, setReasons] = useState({ settled: "", reopened: "" });
  const [isMissing, setIsMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const refusal = useRef<HTMLDivElement>(null);
  const resolve = useResolve();
  const reason = reasons[state];
  const stale = staleInWords(resolve.error);
  useEffect(() => {
    if (stale) refusal.current?.focus();
  }, [stale]);

  useKeyTarget("finding", () => setOpenFor(state));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (resolve.isPending) return;
    setIsMissing(reason.trim() === "");
    if (reason.trim() === "") return form.current?.querySelector("textarea")?.focus();
    const decision = decisionAbout(finding, state, reason);
    resolve.mutate(decision, {
      onSuccess: ({ resolution }) => onResolved(finding, decision, resolution.version),
    });
  };
  // The reason stays in the field for the next attempt.
  const cancel = () => {
    flushSync(() => setOpenFor(null));
    opener.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
    if (event.key === "Escape") cancel();
  };

  return (
    <section aria-label="Decide" className={classes.foot}>
      {resolve.isError && (
        <div role="alert" ref={refusal} tabIndex={-1} className={classes.refusal}>
          {stale ? (
            <Alert color="yellow" variant="light" mb="sm" title={stale}>
              {reason
                ? "Your reason is still below."
                : `Your reason was: ${resolve.variables.reason}`}
            </Alert>
          ) : (
            <Problem error={resolve.error} />
          )}
        </div>
      )}
      {openFor === state ? (
        <form ref={form} onSubmit={submit} noValidate>
          <Textarea
            label="Reason"
            description={words[state].description}
            required
            autosize
            minRows={3}
            maxRows={10}
            maxLength={1000}
            autoFocus
            value={reason}
            error={isMissing && reason.trim() === "" && "Enter a reason"}
            onChange={(event) => setReasons({ ...reasons, [state]: event.currentTarget.value })}
            onKeyDown={onKeyDown}
            data-mantine-stop-propagation="true"
          />
          <Group gap="xs" mt="sm">
            <Button type="submit" size="xs" loading={resolve.isPending}>
              {words[state].send}
            </Button>
            <Button size="xs" variant="default" onClick={cancel}>
              Cancel
            </Button>
          </Group>
        </form>
      ) : (
        <Group gap="xs">
          {fix}
          <Button ref={opener} size="xs" variant="default" onClick={() => setOpenFor(state)}>
            {words[state].open}
          </Button>
        </Group>
      )}
    </section>
  );
}
