import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useCallback, useRef } from "react";
import type { Finding, FindingResolution } from "../../api/routes.ts";
import { explain } from "../../api/service-error.ts";
import { decisionNotices } from "./decision-notices.tsx";
import { staleInWords, useResolve } from "./use-resolve.ts";

const SETTLED = "settled";

/** Says that a finding was settled, and takes the last settling back. */
export function useUndo() {
  const { mutate } = useResolve();
  const last = useRef<FindingResolution | null>(null);

  const undo = useCallback(() => {
    const reopening = last.current;
    if (!reopening) return;
    last.current = null;
    notifications.hide(SETTLED, decisionNotices);
    mutate(reopening, {
      onSuccess: () => say("Reopened"),
      onError: (error) =>
        say(`Not reopened: ${staleInWords(error) ?? explain(error).detail}`, "red"),
    });
  }, [mutate]);

  /** `sent` is the decision that the service took as this version. */
  const offer = useCallback(
    (finding: Finding, sent: FindingResolution, version: number) => {
      if (sent.state === "reopened") return say("Reopened");
      last.current = { ...sent, version, state: "reopened", reason: "Settled by mistake." };
      notifications.hide(SETTLED, decisionNotices);
      notifications.show(
        {
          id: SETTLED,
          title: "Settled",
          message: (
            <>
              {finding.title}, {finding.subject.name}{" "}
              <Button size="compact-xs" variant="default" onClick={undo}>
                Undo
              </Button>
            </>
          ),
          closeButtonProps,
        },
        decisionNotices,
      );
    },
    [undo],
  );
  return { undo, offer };
}

const closeButtonProps = { "aria-label": "Close this message" };

function say(message: string, color?: "red") {
  notifications.show({ message, color, closeButtonProps }, decisionNotices);
}
