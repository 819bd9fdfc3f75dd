import { z } from "zod";

/** The body of every refusal: these keys and no other. */
export const ErrorAnswer = z.strictObject({
  statusCode: z.int().min(400).max(599),
  code: z.string().regex(/^[a-z][a-z0-9_]*$/),
  message: z.string().min(1),
  details: z.unknown().optional(),
});
