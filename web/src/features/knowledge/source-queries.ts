import { queryOptions } from "@tanstack/react-query";
import { ServiceError } from "../../api/service-error.ts";
import { isUuid } from "../../format/uuid.ts";
import { read, supabase } from "../../supabase/client.ts";

/** A source in the viewer's scope. A missing, a foreign and a malformed id all give the same 404. */
export const sourceById = (id: string) =>
  queryOptions({
    queryKey: ["source", id],
    queryFn: async ({ signal }) => {
      const query = supabase()
        .from("sources")
        .select(
          "id, kind, title, project_id, is_restricted, occurred_at, archived_at, published_version",
        )
        .eq("id", id);
      const rows = isUuid(id) ? (await read(query.abortSignal(signal))).data : [];
      if (!rows[0]) throw new ServiceError(404, "source_not_found", "There is no such source.");
      return rows[0];
    },
  });
