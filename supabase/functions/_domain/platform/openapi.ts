import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject } from "zod-openapi";
import type { Contract, Operation } from "../contract.ts";
import { contracts, demoContracts } from "../contracts.ts";

const ErrorBody = z
  .object({
    statusCode: z.int(),
    code: z.string().describe("Stable, machine-readable"),
    message: z.string().describe("For a person: the problem and the next step"),
    details: z.unknown().optional(),
  })
  .meta({ id: "Error" });

const errorAnswers: Record<number, string> = {
  400: "Malformed: details name each field",
  401: "No session, or an invalid one",
  403: "The caller's role may never do this, or they belong to no organization",
  404: "Missing, or not the caller's",
  409: "The object is not in the state that the call assumes",
  413: "Too large",
  415: "Not JSON",
  429: "Too many calls: see Retry-After",
  503: "Fails closed: no identity provider configured",
};

/** The API as an OpenAPI 3.1 document, generated from the contracts that the routes enforce. */
export function describeApi(): ReturnType<typeof createDocument> {
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Countersign",
      version: "1",
      description: "Operations backend: scope and approval are enforced by the database.",
    },
    security: [{ bearer: [] }],
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        demo: { type: "apiKey", in: "header", name: "x-demo-token" },
        webhook: { type: "apiKey", in: "header", name: "x-webhook-secret" },
      },
    },
    paths: Object.fromEntries(
      [...contracts, ...demoContracts].map((contract) => [
        `/api/${contract.path ?? contract.slug}`,
        Object.fromEntries(
          (["get", "post"] as const).flatMap((method) => {
            const operation = contract[method];
            return operation ? [[method, describeOperation(operation, securityOf(contract))]] : [];
          }),
        ),
      ]),
    ),
  });
}

type Security = NonNullable<ZodOpenApiOperationObject["security"]>;

/** Undefined if the route needs the bearer token of all routes. */
function securityOf({ access, slug }: Contract): Security | undefined {
  if (access === "public") return [];
  if (access !== "demo") return undefined;
  return [slug === "meeting-webhook" ? { webhook: [] } : { demo: [] }];
}

function describeOperation(
  operation: Operation,
  security: Security | undefined,
): ZodOpenApiOperationObject {
  return {
    summary: operation.summary,
    ...(security && { security }),
    ...(operation.query ? { requestParams: { query: operation.query as z.ZodObject } } : {}),
    ...(operation.body
      ? {
          requestBody: {
            required: true,
            content: { "application/json": { schema: operation.body } },
          },
        }
      : {}),
    responses: {
      [String(operation.status ?? 200)]: {
        description: "Success",
        content: {
          [operation.isFile ? "application/octet-stream" : "application/json"]: {
            schema: operation.response,
          },
        },
      },
      ...(operation.accepted && {
        "202": {
          description: "Accepted: a job does the work",
          content: { "application/json": { schema: operation.accepted } },
        },
      }),
      ...Object.fromEntries(
        Object.entries(errorAnswers).map(([status, description]) => [
          status,
          { description, content: { "application/json": { schema: ErrorBody } } },
        ]),
      ),
    },
  };
}
