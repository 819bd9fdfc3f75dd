import { queryOptions } from "@tanstack/react-query";
import { readAll, supabase } from "../../supabase/client.ts";

/** Everyone whom the viewer may see, read once for names and choices. */
export const everybody = queryOptions({
  queryKey: ["everybody"],
  staleTime: 5 * 60_000,
  queryFn: ({ signal }) =>
    readAll((from, to) =>
      supabase()
        .from("people")
        .select("id, name, role, archived_at")
        .order("id")
        .range(from, to)
        .abortSignal(signal),
    ),
});

/** Names by id. */
export const peopleNames = queryOptions({
  ...everybody,
  select: (people) => new Map(people.map(({ id, name }) => [id, name])),
});
