import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { notifyUndoable, refreshAll } from "../../ui/saved-notice.tsx";
import { type SentChange, sendEach, undoEach } from "./send-each.ts";

interface Options<Change extends SentChange> {
  send: (change: Change) => Promise<number>;
  /** Restores the former values, based on the version that the change created. */
  restore: (change: Change) => Promise<unknown>;
  /** "3 projects changed." */
  inWords: (count: number) => string;
  /** Every row was changed. */
  onDone: () => void;
}

/** Sends planned changes once, however often the button is pressed, and offers to undo those that were made. */
export function useBulkChange<Change extends SentChange>(options: Options<Change>) {
  const { send, restore, inWords, onDone } = options;
  const [sent, setSent] = useState(0);
  const hasBegun = useRef(false);
  const apply = useMutation({
    mutationFn: (planned: Change[]) => sendEach(planned, send, setSent),
    onSuccess: (results) => {
      const done = results.filter(({ refusal }) => refusal === undefined);
      if (done.length > 0) notifyUndoable(inWords(done.length), () => undoEach(done, restore));
      else refreshAll();
      if (done.length === results.length) onDone();
    },
  });
  return {
    results: apply.data,
    isSending: apply.isPending,
    sent,
    begin: (planned: Change[]) => {
      if (hasBegun.current) return;
      hasBegun.current = true;
      apply.mutate(planned);
    },
  };
}
