import { openapi } from "../_domain/platform/contract.ts";
import { describeApi } from "../_domain/platform/openapi.ts";
import { serve } from "../_http/route.ts";

export default serve(openapi, {
  get: async () => describeApi() as { openapi: string; paths: Record<string, unknown> },
});
