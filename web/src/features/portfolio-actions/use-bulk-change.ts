import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { notifyUndoable, refreshAll } from "../../ui/saved-notice.tsx";
import { type SentChange, sendEach, undoEach } from "./send-each.ts";

interface Options<Change extends SentChange> {
  send: (change: Change) => Promise<number>;
  /** Restores the former values, based on the version that the change created. */
  restore: (change: Change) => Promise<unknown>;
  /** "3 projects changed." */
  messageOf: (count: number) => string;
  /** Every row was changed. */
  onDone: () => void;
}

/** Sends planned changes once, however often the button is pressed, and offers to undo the ones that were made. */
export function useBulkChange<Change extends SentChange>(options: Options<Change>) {
  const { send, restore, messageOf, onDone } = options;
  const [sentCount, setSentCount] = useState(0);
  const hasBegun = useRef(false);
  const apply = useMutation({
    mutationFn: (changes: Change[]) => sendEach(changes, send, setSentCount),
    onSuccess: (results) => {
      const savedChanges = results.filter(({ refusal }) => refusal === undefined);
      if (savedChanges.length > 0)
        notifyUndoable(messageOf(savedChanges.length), () => undoEach(savedChanges, restore));
      else refreshAll();
      if (savedChanges.length === results.length) onDone();
    },
  });
  return {
    results: apply.data,
    isSending: apply.isPending,
    sentCount,
    begin: (changes: Change[]) => {
      if (hasBegun.current) return;
      hasBegun.current = true;
      apply.mutate(changes);
    },
  };
}
