import { Select, type SelectProps } from "@mantine/core";
import { useState } from "react";
import type { CalendarEvent } from "../../api/calendar-routes.ts";
import { useProjectChoices } from "../../entities/project/use-project-choices.ts";
import { overrideProject } from "./change-match.ts";

interface Props extends Omit<SelectProps, "data" | "value" | "onChange"> {
  event: CalendarEvent;
  onSaved?: (() => void) | undefined;
}

/** Chooses the project of an event by hand. */
export function ProjectChoice({ event, onSaved, ...props }: Props) {
  const projects = useProjectChoices(event.project?.id ?? "");
  const [isBusy, setBusy] = useState(false);
  const choose = async (id: string | null, name: string) => {
    if (!id || isBusy) return;
    setBusy(true);
    const isSaved = await overrideProject(event, { id, name });
    setBusy(false);
    if (isSaved) onSaved?.();
  };
  return (
    <Select
      placeholder="Choose a project"
      {...props}
      searchable
      limit={50}
      disabled={isBusy}
      {...projects}
      value={event.project?.id ?? null}
      onChange={(id, option) => void choose(id, option?.label ?? "")}
    />
  );
}
