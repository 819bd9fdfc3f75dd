import { z } from "zod";
import { defineContract } from "../contract.ts";

export const config = defineContract({
  slug: "config",
  access: "public",
  get: {
    summary: "Public values that a browser needs to reach the backend",
    response: z.object({ supabase_url: z.url(), supabase_anon_key: z.string() }),
  },
});

export const openapi = defineContract({
  slug: "openapi",
  path: "openapi.json",
  access: "public",
  get: {
    summary: "This API, as an OpenAPI description",
    response: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
  },
});
