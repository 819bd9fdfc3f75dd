import { queryOptions } from "@tanstack/react-query";
import { getSampleData } from "../../api/sample-routes.ts";

export const sampleDataQuery = queryOptions({
  queryKey: ["sample-data"],
  queryFn: ({ signal }) => getSampleData(signal),
});
