/**
 * The operations of the vendors that adapters use, in the subset of fields that they send: read from
 * vendor-contracts/*.json, which a test compares with the vendors' own descriptions.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv, type ValidateFunction } from "ajv";

export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
  enum?: string[];
  format?: string;
  minimum?: number;
  minItems?: number;
  maxItems?: number;
  contentEncoding?: string;
  additionalProperties?: Schema | boolean;
}

export interface Operation {
  method: string;
  path: string;
  query: Record<string, Schema>;
  headers: string[];
  body?: Schema;
}

export type Contract = Record<string, Operation>;

export function readContract(name: "clickup" | "google-calendar" | "openai"): Contract {
  const file = path.join(import.meta.dirname, "vendor-contracts", `${name}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as Contract;
}

export interface VendorRequest {
  method: string;
  /** Below the vendor's base address. */
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

export interface ContractMatch {
  name: string;
  params: Record<string, string>;
  /** The ways in which the request breaks the vendor's description. */
  violations: string[];
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const INT32 = 2_147_483_647;

/** Finds the operation of a request, and every part of the request that the contract does not describe. */
export function contractChecker(
  contract: Contract,
): (request: VendorRequest) => ContractMatch | null {
  const ajv = new Ajv({ allErrors: true, strict: false });
  ajv.addFormat("date-time", INSTANT);
  ajv.addFormat("int32", { type: "number", validate: (value) => Math.abs(value) <= INT32 });
  const operations = Object.entries(contract).map(([name, operation]) => ({
    name,
    operation,
    pattern: new RegExp(`^${operation.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
    query: Object.entries(operation.query).map(
      ([field, schema]) => [field, ajv.compile(closeSchema(schema))] as const,
    ),
    body: operation.body && ajv.compile(closeSchema(operation.body)),
  }));

  return (request) => {
    for (const { name, operation, pattern, query, body } of operations) {
      const match = pattern.exec(request.path);
      if (!match || operation.method !== request.method) continue;
      const params = Object.fromEntries(
        Object.entries(match.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]),
      );
      const violations = [
        ...queryViolations(request.query, new Map(query), operation),
        ...operation.headers
          .filter((header) => !request.headers.has(header))
          .map((header) => `header ${header} is missing`),
        ...bodyViolations(request.body, body),
      ];
      return { name, params, violations: violations.map((text) => `${name}: ${text}`) };
    }
    return null;
  };
}

function queryViolations(
  query: URLSearchParams,
  validators: Map<string, ValidateFunction>,
  operation: Operation,
): string[] {
  const problems: string[] = [];
  for (const [field, text] of query) {
    const validate = validators.get(field);
    if (!validate) problems.push(`query ${field} is unknown`);
    else if (!validate(decode(text, operation.query[field] as Schema))) {
      problems.push(`query ${field}: ${JSON.stringify(validate.errors)}`);
    }
  }
  return problems;
}

function bodyViolations(body: unknown, validate: ValidateFunction | undefined): string[] {
  if (!validate) return body === undefined ? [] : ["a body that is not accepted"];
  return validate(body) ? [] : [`body: ${JSON.stringify(validate.errors)}`];
}

function decode(text: string, { type }: Schema): unknown {
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (type === "integer") return /^-?\d+$/.test(text) ? Number(text) : text;
  // ClickUp calls the JSON of a list of filters an array of texts.
  if (type === "array") return JSON.parse(text).map((item: unknown) => JSON.stringify(item));
  return text;
}

/** Forbids undescribed properties at every depth, and requires 32-bit integers to have 32 bits. */
function closeSchema(schema: Schema): Schema {
  return {
    ...schema,
    ...(schema.contentEncoding === "int32" && { format: "int32" }),
    ...(schema.properties && {
      additionalProperties: false,
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, property]) => [name, closeSchema(property)]),
      ),
    }),
    ...(schema.items && { items: closeSchema(schema.items) }),
  };
}
