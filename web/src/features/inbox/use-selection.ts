import { useCallback, useMemo, useState } from "react";
import type { Approval } from "../../api/approval-routes.ts";

export interface Selection {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  clear: () => void;
}

/** Cards chosen to be approved together; one that waits no more is not chosen any more. */
export function useSelection(pending: Approval[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = useMemo(
    () => new Set(pending.map(({ id }) => id).filter((id) => chosen.has(id))),
    [pending, chosen],
  );
  const toggle = useCallback(
    (id: string) =>
      setChosen((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const clear = useCallback(() => setChosen(new Set()), []);
  return { ids, toggle, clear };
}
