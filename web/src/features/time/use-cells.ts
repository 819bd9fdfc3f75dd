import { useEffect, useState } from "react";
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
  changes: TimeChanges,
  keep: (work: ProjectTask) => void,
) {
  const [pending, setPending] = useState<Record<string, Pending>>({});
  const [failure, setFailure] = useState<{ title: string; detail: string }>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer ends what was saved before it
  useEffect(() => {
    setPending((all) =>
      Object.fromEntries(Object.entries(all).filter(([, { isSaved }]) => !isSaved)),
    );
  }, [sheet]);

  async function save(line: Line, { day, entries }: Line["days"][number], hours: number) {
    const [entry] = entries;
    if (hours === (entry?.hours ?? 0)) return;
    const id = cellId(line, day);
    keep(line);
    setFailure(undefined);
    setPending((all) => ({ ...all, [id]: { hours, isSaved: false } }));
    const values = { work: line, day, hours };
    try {
      if (!entry) await changes.create(values);
      else if (hours === 0) await changes.remove(entry, { ...values, hours: entry.hours });
      else await changes.update(entry, { hours }, values);
      setPending((all) => ({ ...all, [id]: { hours, isSaved: true } }));
    } catch (error) {
      setPending(({ [id]: _, ...others }) => others);
      setFailure(explainFailure(error));
    }
  }

  return { pending, save, failure, setFailure };
}
