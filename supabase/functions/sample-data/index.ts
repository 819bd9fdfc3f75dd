import { requireLead } from "../_db/gates.ts";
import { changeSampleData, readSampleData } from "../_db/sample-data.ts";
import { sampleData } from "../_domain/portfolio/sample-contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  sampleData,
  {
    get: ({ db }) => readSampleData(db),
    post: ({ db, body }) => changeSampleData(db, body.action),
  },
  requireLead,
);
