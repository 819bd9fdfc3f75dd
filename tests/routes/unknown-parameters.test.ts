/** A parameter that no contract names is refused with one message, in every query and body of every route. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { contracts } from "../../supabase/functions/_domain/contracts.ts";
import { UNKNOWN_PARAMETER } from "../../supabase/functions/_http/request.ts";
import { answerWith, call, deployInProcess, type Route } from "./in-process.ts";

deployInProcess();

const routeOf = async (slug: string): Promise<Route> =>
  (await import(`../../supabase/functions/${slug}/index.ts`)).default;

/** A body with only an unknown field, and the field that selects one of several bodies. */
function bodiesOf(schema: z.ZodType): object[] {
  if (schema instanceof z.ZodDiscriminatedUnion) {
    return schema.options.flatMap((option) => bodiesOf(option as z.ZodType));
  }
  if (!(schema instanceof z.ZodObject)) return [];
  const literals = Object.entries(schema.shape).flatMap(([name, field]) =>
    field instanceof z.ZodLiteral ? [[name, [...field.values][0]]] : [],
  );
  return [{ ...Object.fromEntries(literals), not_a_parameter: 1 }];
}

describe.each(contracts)("$slug answers 400 to", ({ slug, get, post }) => {
  if (get) {
    test("an unknown parameter of GET", async () => {
      answerWith(() => null);
      const answer = await call(await routeOf(slug), `/${slug}?not_a_parameter=1`);
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({ code: "malformed_request" });
      expect((answer.json as { details: unknown }).details).toContainEqual({
        field: "not_a_parameter",
        in: "query",
        message: UNKNOWN_PARAMETER,
      });
    });
  }
  if (!post?.body) return;
  test.each(bodiesOf(post.body))("an unknown field in the body %j", async (body) => {
    answerWith(() => null);
    const answer = await call(await routeOf(slug), `/${slug}`, { body });
    expect(answer.status).toBe(400);
    expect((answer.json as { details: unknown }).details).toContainEqual({
      field: "not_a_parameter",
      in: "body",
      message: UNKNOWN_PARAMETER,
    });
  });
});
