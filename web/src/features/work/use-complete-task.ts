import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { MyTask, MyWork } from "../../api/my-work-routes.ts";
import { taskAction } from "../../api/task-routes.ts";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
import { myWorkKey } from "./queries.ts";

/** Completes a task at once; a refusal shows it again. */
export function useCompleteTask() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: MyTask) =>
      taskAction({ type: "task_update", id, version, changes: { status: "done" } }),
    onMutate: async (task) => {
      await queryClient.cancelQueries({ queryKey: myWorkKey });
      queryClient.setQueryData<MyWork>(myWorkKey, (work) => work && withoutTask(work, task));
    },
    onSuccess: ({ task, before }) => {
      notifyUndoable(`“${task.title}” completed.`, () =>
        taskAction({ type: "task_update", id: task.id, version: task.version, changes: before }),
      );
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: myWorkKey }),
  });
}

function withoutTask(work: MyWork, { id, is_late }: MyTask): MyWork {
  const items = work.tasks.items.filter((task) => task.id !== id);
  return {
    ...work,
    tasks: { items, total: work.tasks.total - 1, late: work.tasks.late - (is_late ? 1 : 0) },
  };
}
