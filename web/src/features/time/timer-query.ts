import { queryOptions } from "@tanstack/react-query";
import type { Timer } from "../../api/time-routes.ts";
import { read, supabase } from "../../supabase/client.ts";

/** The viewer's running timer, or null. */
export const runningTimer = queryOptions({
  queryKey: ["time", "timer"],
  queryFn: async ({ signal }) =>
    (await read(supabase().rpc("get_timer").abortSignal(signal))).data as unknown as Timer | null,
});
