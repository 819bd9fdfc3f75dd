import { listState } from "../../ui/list-state.ts";

/** The text of an empty list of projects. A new organization has none, so no name could match. */
export function projectListState(
  read: Parameters<typeof listState>[0] & { data: unknown[] | undefined },
  noMatch = "No project has this name.",
) {
  const isEmpty = read.data?.length === 0;
  return listState(read, isEmpty ? "No projects yet. Create the first one in Portfolio." : noMatch);
}
