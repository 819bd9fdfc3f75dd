import { queryOptions } from "@tanstack/react-query";
import { getSettings } from "../../api/routes.ts";
import { read, supabase } from "../../supabase/client.ts";

export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: async ({ signal }) => (await getSettings(signal)).settings,
});

/** The domain of the organization's own addresses; null without one. */
export const emailDomain = queryOptions({
  queryKey: ["email-domain"],
  queryFn: async ({ signal }) =>
    (await read(supabase().from("organizations").select("email_domain").abortSignal(signal)))
      .data[0]?.email_domain ?? null,
});
