import { queryOptions } from "@tanstack/react-query";
import { ServiceError } from "../../api/service-error.ts";
import { getTask } from "../../api/task-routes.ts";
import { everybody } from "../../entities/person/queries.ts";
import { isUuid } from "../../format/uuid.ts";
import { PAGE_ROWS, read, supabase } from "../../supabase/client.ts";

/** Everything about one task. A missing, a foreign and a malformed id all give the same 404. */
export const taskPanel = (id: string) =>
  queryOptions({
    queryKey: ["tasks", "panel", id],
    queryFn: ({ signal }) => {
      if (!isUuid(id)) throw new ServiceError(404, "task_not_found", "There is no such task");
      return getTask(id, signal);
    },
    retry: (failures, error) =>
      failures < 2 && !(error instanceof ServiceError && error.status < 500),
  });

/** Labels of tasks that the viewer may see, the most used first. */
export const taskLabels = queryOptions({
  queryKey: ["tasks", "labels"],
  staleTime: 60_000,
  queryFn: async ({ signal }) =>
    (await read(supabase().rpc("list_task_labels").abortSignal(signal))).data,
});

export interface PersonName {
  id: string;
  name: string;
}

/** People who see a project, and can be assigned and mentioned: its members, leads and admins. */
export const projectPeople = (projectId: string) =>
  queryOptions({
    queryKey: ["project-people", projectId],
    staleTime: 60_000,
    queryFn: async ({ signal, client }): Promise<PersonName[]> => {
      const all = client.fetchQuery(everybody);
      const { data: members } = await read(
        supabase()
          .from("project_members")
          .select("person_id")
          .eq("project_id", projectId)
          .limit(PAGE_ROWS)
          .abortSignal(signal),
      );
      const ids = new Set(members.map(({ person_id }) => person_id));
      return (await all)
        .filter(({ archived_at }) => archived_at === null)
        .filter(({ id, role }) => role === "admin" || role === "lead" || ids.has(id))
        .map(({ id, name }) => ({ id, name }))
        .sort((a, b) => a.name.localeCompare(b.name));
    },
  });
