import { callFunction } from "../_db/call.ts";
import { spine } from "../_domain/portfolio/spine-contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  spine,
  { get: ({ db, query }) => callFunction(db, "get_spine", { as_person_id: query.as }) },
  undefined,
  {
    get: async () => {
      const { demoDataset } = await import("../_domain/demo/dataset.ts");
      return demoDataset(new Date()).spine;
    },
  },
);
