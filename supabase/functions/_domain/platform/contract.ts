import { z } from "zod";
import { defineContract } from "../contract.ts";

export const config = defineContract({
  slug: "config",
  access: "public",
  get: {
    summary: "Public values that a browser needs to reach the backend",
    response: z.object({
      supabase_url: z.url(),
      supabase_anon_key: z.string(),
      password_recovery: z
        .enum(["email", "admin"])
        .describe("Who helps when a password is forgotten: Auth by email, or an admin with a link"),
    }),
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
