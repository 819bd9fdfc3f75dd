import type { UseQueryResult } from "@tanstack/react-query";

type Read = Pick<UseQueryResult, "data" | "isError" | "isLoading" | "refetch">;

/** The text of an empty list of choices. A list that couldn't be loaded is read again when it is opened. */
export function listState(read: Read, noMatch: string) {
  const isMissing = read.data === undefined && read.isError;
  return {
    nothingFoundMessage: isMissing
      ? "The list couldn't be loaded. Close and open it to try again."
      : read.isLoading
        ? "Loading…"
        : noMatch,
    onDropdownOpen: () => {
      if (isMissing) void read.refetch();
    },
  };
}
