import { useEffect, useRef, useState } from "react";
import type { Timesheet } from "../../api/time-routes.ts";
import { explainFailure } from "./failure.ts";
import type { Line, ProjectTask } from "./lines.ts";
import type { TimeChanges } from "./time-changes.ts";

interface Pending {
  hours: number;
  isSaved: boolean;
}

export const cellId = (line: Line, day: string) => `${line.key} ${day}`;

/** Saves cells of the grid and shows their new hours until the service has returned the whole week again. */
export function useCells(
  sheet: Timesheet,
  lines: Line[],
  changes: TimeChanges,
  keep: (work: ProjectTask) => void,
) {
  const [pending, setPending] = useState<Record<string, Pending>>({});
  const [failure, setFailure] = useState<{ title: string; detail: string }>();
  // Hours typed while an earlier save of their cell is not in the week yet: they change the entry of that save.
  const typedAgain = useRef(new Map<string, number>());

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer ends what was saved before it
  useEffect(() => {
    setPending((all) =>
      Object.fromEntries(Object.entries(all).filter(([, { isSaved }]) => !isSaved)),
    );
  }, [sheet]);

  async function save(line: Line, { day, entries }: Line["days"][number], hours: number) {
    const [entry] = entries;
    const id = cellId(line, day);
    const change = pending[id];
    if (hours === (change?.hours ?? entry?.hours ?? 0)) return;
    setFailure(undefined);
    if (change) {
      typedAgain.current.set(id, hours);
      setPending((all) => ({ ...all, [id]: { ...change, hours } }));
      return;
    }
    keep(line);
    setPending((all) => ({ ...all, [id]: { hours, isSaved: false } }));
    const values = { work: line, day, hours };
    try {
      if (!entry) await changes.create(values);
      else if (hours === 0) await changes.remove(entry, { ...values, hours: entry.hours });
      else await changes.update(entry, { hours }, values);
      setPending((all) => ({ ...all, [id]: { hours: all[id]?.hours ?? hours, isSaved: true } }));
    } catch (error) {
      typedAgain.current.delete(id);
      setPending(({ [id]: _, ...others }) => others);
      setFailure(explainFailure(error));
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a cell that is no longer pending is saved again
  useEffect(() => {
    for (const line of lines) {
      for (const cell of line.days) {
        const id = cellId(line, cell.day);
        const hours = typedAgain.current.get(id);
        if (hours === undefined || pending[id]) continue;
        typedAgain.current.delete(id);
        void save(line, cell, hours);
      }
    }
  }, [pending, lines]);

  return { pending, save, failure, setFailure };
}
