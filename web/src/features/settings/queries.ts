import { queryOptions } from "@tanstack/react-query";
import { getSettings } from "../../api/routes.ts";

export const settingsRead = queryOptions({
  queryKey: ["settings"],
  queryFn: async ({ signal }) => (await getSettings(signal)).settings,
});
