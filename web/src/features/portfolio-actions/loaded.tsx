import { Skeleton, Stack } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Problem } from "../../ui/problem.tsx";

interface Props<Row> {
  query: UseQueryResult<Row>;
  children: (row: Row) => ReactNode;
}

/** Waits for the row that a form starts from. */
export function Loaded<Row>({ query, children }: Props<Row>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Problem error={query.error} retry={() => void query.refetch()} />;
  return (
    <Stack gap="lg" pb="lg" aria-busy="true">
      <Skeleton height={52} />
      <Skeleton height={52} />
      <Skeleton height={96} />
    </Stack>
  );
}
