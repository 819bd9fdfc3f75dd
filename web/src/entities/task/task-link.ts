/** The link to a task: the address that opens it in its project. */
export function taskLink(task: { id: string }, project: { id: string }) {
  return {
    to: "/projects/$projectId",
    params: { projectId: project.id },
    search: { task: task.id },
  } as const;
}
