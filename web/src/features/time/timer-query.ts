import { queryOptions } from "@tanstack/react-query";
import type { Timer } from "../../api/time-routes.ts";
import { queryClient } from "../../query-client.ts";
import { whoamiQuery } from "../../session/whoami.ts";
import { read, supabase } from "../../supabase/client.ts";

/** The viewer's running timer, or null. The initial value comes with the viewer. */
export const runningTimer = queryOptions({
  queryKey: ["time", "timer"],
  queryFn: async ({ signal }) =>
    (await read(supabase().rpc("get_timer").abortSignal(signal))).data as unknown as Timer | null,
  initialData: () => queryClient.getQueryData(whoamiQuery.queryKey)?.timer,
  initialDataUpdatedAt: () => queryClient.getQueryState(whoamiQuery.queryKey)?.dataUpdatedAt,
});
