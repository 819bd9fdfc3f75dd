import { useMutation, useQueryClient } from "@tanstack/react-query";
import { actOnPeople, type PeopleAction } from "../../api/routes.ts";
import { peopleRows } from "./queries.ts";

type Change = Omit<Extract<PeopleAction, { action: "change" }>, "action">;

/** Makes a change to a person. The list shows it before `onDone` gets the person's new version. */
export function usePersonChange(onDone: (change: Change, version: number) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => actOnPeople({ action: "change", ...change }),
    onSuccess: ({ person }, change) => {
      queryClient.setQueryData(peopleRows.queryKey, (rows) =>
        rows?.map((row) => (row.id === person.id ? { ...row, ...person } : row)),
      );
      onDone(change, person.version);
    },
    // After a refusal too, to show the change that another person made first.
    onSettled: () => void queryClient.invalidateQueries(),
  });
}
