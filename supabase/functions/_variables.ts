/** Schemas for environment variables: text, numbers, addresses and keys. */
import { z } from "zod";

/** A variable of a certain form. `rule` completes a sentence that begins with the name of the variable. */
export function variable<T>(schema: z.ZodType<T>, rule = "is malformed") {
  return z
    .string()
    .transform((text, context): T => {
      const parsed = schema.safeParse(text);
      if (parsed.success) return parsed.data;
      context.issues.push({ code: "custom", message: rule, input: text });
      return z.NEVER;
    })
    .optional();
}

export const wholeNumber = (min: number, max: number, noun = "whole number") =>
  variable(z.coerce.number().int().min(min).max(max), `must be a ${noun} from ${min} to ${max}`);

export const text = variable(z.string());
export const address = variable(
  z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, "")),
);
const Keys = z.record(z.string(), z.string().min(1)).refine((keys) => "default" in keys);
export const keys = variable(z.string().transform(parseJson).pipe(Keys));
const present = z.string().min(1);
/** A key must have all of its parts, because an incomplete one would make every token invalid. */
const Jwk = z.union([
  z.looseObject({ kty: z.literal("EC"), crv: present, x: present, y: present }),
  z.looseObject({ kty: z.literal("OKP"), crv: present, x: present }),
  z.looseObject({ kty: z.literal("RSA"), n: present, e: present }),
  z.looseObject({ kty: z.literal("oct"), k: present }),
]);
const Jwks = z.object({ keys: z.array(Jwk).min(1) });
export const jwks = variable(
  z
    .string()
    .transform(parseJson)
    .transform((value) => (Array.isArray(value) ? { keys: value } : value))
    .pipe(Jwks),
);
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
