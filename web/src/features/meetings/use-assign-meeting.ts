import { useMutation } from "@tanstack/react-query";
import { notifyFailed, notifyUndoable, refreshAll } from "../../ui/saved-notice.tsx";
import { assignMeeting } from "./queries.ts";

interface Assignment {
  project: { id: string; name: string } | null;
}

/** Assigns a meeting to a project or to none; the notice offers to restore the previous assignment. */
export function useAssignMeeting(
  meeting: { id: string; title: string },
  before: { projectId: string | null; isDecided: boolean },
  onDone: () => void = () => {},
) {
  return useMutation({
    mutationFn: ({ project }: Assignment) => assignMeeting(meeting.id, project?.id ?? null),
    onSuccess: (_, { project }) => {
      onDone();
      notifyUndoable(
        project
          ? `${meeting.title} is assigned to ${project.name}.`
          : `${meeting.title} belongs to no project. Search does not find it.`,
        () => assignMeeting(meeting.id, before.projectId, before.isDecided),
      );
    },
    onError: (error) => {
      refreshAll();
      notifyFailed("Nothing was changed", error);
    },
  });
}
