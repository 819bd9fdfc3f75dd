import { queryOptions } from "@tanstack/react-query";
import { ServiceError } from "../../api/service-error.ts";
import { isUuid } from "../../format/uuid.ts";
import { read, supabase } from "../../supabase/client.ts";

/** An event of a project in the viewer's scope. A missing, a foreign and a malformed id all give the same 404. */
export const calendarEvent = (id: string) =>
  queryOptions({
    queryKey: ["calendar-event", id],
    queryFn: async ({ signal }) => {
      const query = supabase()
        .from("calendar_events")
        .select(
          "id, project_id, summary, description, location, starts_at, ends_at, time_zone, attendees, status",
        )
        .eq("id", id);
      const rows = isUuid(id) ? (await read(query.abortSignal(signal))).data : [];
      if (!rows[0]) throw new ServiceError(404, "event_not_found", "There is no such event.");
      return rows[0];
    },
  });
