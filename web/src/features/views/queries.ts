import { queryOptions } from "@tanstack/react-query";
import { getViews, type ViewPage } from "../../api/view-routes.ts";

/** The views of a list: the viewer's own and those that colleagues share. */
export const viewsOf = (page: ViewPage) =>
  queryOptions({
    queryKey: ["views", page],
    queryFn: ({ signal }) => getViews(page, signal),
  });
