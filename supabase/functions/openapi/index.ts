import { openapi } from "../_domain/platform/contract.ts";
import { describeApi } from "../_domain/platform/openapi.ts";
import { serve } from "../_http/route.ts";

/** Built only once, because building it takes a tenth of a second and the route is public. */
let description: ReturnType<typeof describeApi> | undefined;

export default serve(openapi, {
  get: async () => {
    description ??= describeApi();
    return description as { openapi: string; paths: Record<string, unknown> };
  },
});
