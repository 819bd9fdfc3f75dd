import { Select, type SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CalendarEvent } from "../../api/calendar-routes.ts";
import { projectSummaries } from "../../entities/project/queries.ts";
import { overrideProject } from "./change-match.ts";

interface Props extends Omit<SelectProps, "data" | "value" | "onChange"> {
  event: CalendarEvent;
  onSaved?: (() => void) | undefined;
}

/** Chooses the project of an event by hand. */
export function ProjectChoice({ event, onSaved, ...props }: Props) {
  const projects = useQuery(projectSummaries);
  const [isBusy, setBusy] = useState(false);
  const all = projects.data ?? [];
  const choose = async (id: string | null) => {
    const project = all.find((each) => each.id === id);
    if (!project || isBusy) return;
    setBusy(true);
    const isSaved = await overrideProject(event, project);
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
      nothingFoundMessage={
        projects.isError ? "The list couldn't be loaded" : "No project has this name"
      }
      value={event.project?.id ?? null}
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => void choose(id)}
    />
  );
}
