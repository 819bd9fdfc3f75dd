/** The vendors' descriptions of the operations that the simulator serves, and checks of requests and responses. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv, type ValidateFunction } from "ajv";

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  additionalProperties?: Schema | boolean;
}

export interface Operation {
  method: string;
  path: string;
  query: Record<string, Schema>;
  requiredQuery: string[];
  body?: Schema;
  /** The status of a successful response. */
  status: number;
  response?: Schema;
}

export interface Contract {
  source: string;
  operations: Record<string, Operation>;
  components: Record<string, Schema>;
}

export interface GraphQlContract {
  source: string;
  types: Record<
    string,
    {
      kind: "type" | "input" | "enum";
      fields: Record<string, { type: string; arguments?: Record<string, string> }>;
    }
  >;
}

export interface VendorRequest {
  method: string;
  /** Below the vendor's base address. */
  path: string;
  query: URLSearchParams;
  headers: Headers;
  /** Parsed JSON or form; undefined without a body. */
  body: unknown;
}

export interface OperationMatch {
  name: string;
  operation: Operation;
  params: Record<string, string>;
}

export interface Checker {
  match(request: VendorRequest): OperationMatch | null;
  /** Every rule of the description that a request breaks. */
  requestProblems(match: OperationMatch, request: VendorRequest): string[];
  /** Every rule of the description that a successful response breaks. */
  responseProblems(match: OperationMatch, status: number, body: unknown): string[];
  /** Every rule that a named part breaks, such as the body of a push. */
  componentProblems(component: string, value: unknown): string[];
}

export function readContract<T = Contract>(vendor: string): T {
  const file = path.join(import.meta.dirname, "contracts", `${vendor}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as T;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const COMPONENTS = "components";
const INT32 = 2_147_483_647;

const checkers = new Map<string, Checker>();

/** Cached, because compiling takes longer than checking. */
export function checkerOf(vendor: string): Checker {
  const checker = checkers.get(vendor) ?? createChecker(readContract(vendor));
  checkers.set(vendor, checker);
  return checker;
}

function createChecker(contract: Contract): Checker {
  const ajv = new Ajv({ allErrors: true, strict: false });
  ajv.addFormat("date-time", INSTANT);
  ajv.addFormat("date", /^\d{4}-\d\d-\d\d$/);
  ajv.addFormat("email", /^[^@\s]+@[^@\s]+$/);
  ajv.addFormat("uuid", UUID);
  ajv.addFormat("uint64", /^\d+$/);
  ajv.addFormat("int64", /^-?\d+$/);
  ajv.addFormat("byte", /^[\w+/=-]*$/);
  for (const url of ["uri", "url"]) ajv.addFormat(url, /^https?:\/\/\S+$/);
  ajv.addFormat("int32", { type: "number", validate: (value) => Math.abs(value) <= INT32 });
  ajv.addFormat("uint32", { type: "number", validate: (value) => value >= 0 && value < 2 ** 32 });
  for (const format of ["float", "double", "binary", "google-datetime", "google-fieldmask"]) {
    ajv.addFormat(format, true);
  }

  const components = Object.fromEntries(
    Object.entries(contract.components).map(([name, schema]) => [name, closeSchema(schema)]),
  );
  // The components are registered as one schema, so that each is compiled only once.
  ajv.addSchema({ $id: COMPONENTS, components });
  const validators = new Map<Schema, ValidateFunction>();
  /** Compiled on first use, because a test needs only a few of them. */
  function problems(schema: Schema, value: unknown): string[] {
    let validate = validators.get(schema);
    if (!validate) {
      validate = ajv.compile(closeSchema(schema));
      validators.set(schema, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  const operations = Object.entries(contract.operations).map(([name, operation]) => ({
    name,
    operation,
    pattern: new RegExp(
      `^${operation.path.replace(/[.]/g, "\\.").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`,
    ),
  }));

  return {
    match(request) {
      for (const { name, operation, pattern } of operations) {
        const match = operation.method === request.method && pattern.exec(request.path);
        if (!match) continue;
        const params = Object.fromEntries(
          Object.entries(match.groups ?? {}).map(([key, value]) => [
            key,
            decodeURIComponent(value),
          ]),
        );
        return { name, operation, params };
      }
      return null;
    },
    requestProblems({ operation }, { query, body }) {
      const unknown = [...new Set(query.keys())].filter((field) => !operation.query[field]);
      const missing = operation.requiredQuery.filter((field) => !query.has(field));
      return [
        ...unknown.map((field) => `query ${field} is unknown`),
        ...missing.map((field) => `query ${field} is missing`),
        ...Object.entries(operation.query).flatMap(([field, schema]) =>
          query.has(field)
            ? problems(schema, decode(query.getAll(field), schema)).map(
                (text) => `query ${field}${text}`,
              )
            : [],
        ),
        ...(operation.body
          ? problems(operation.body, body).map((text) => `body${text}`)
          : body === undefined
            ? []
            : ["a body that this operation does not take"]),
      ];
    },
    responseProblems({ operation }, status, body) {
      if (status !== operation.status) return [`status ${status} instead of ${operation.status}`];
      return operation.response ? problems(operation.response, body) : [];
    },
    componentProblems: (component, value) => problems({ $ref: `#/components/${component}` }, value),
  };
}

/** The value of a query parameter. A list consists of repeated parameters. */
function decode(texts: string[], { type, items }: Schema): unknown {
  if (type === "array") return texts.map((text) => decode([text], items ?? {}));
  const text = texts.at(-1) ?? "";
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (type === "integer" || type === "number") return /^-?\d+$/.test(text) ? Number(text) : text;
  return text;
}

/** Fields that the description does not know are neither sent nor accepted, at any depth. */
function closeSchema(schema: Schema): Schema {
  return {
    ...schema,
    ...(schema.$ref !== undefined && { $ref: `${COMPONENTS}${schema.$ref}` }),
    ...(schema.properties && {
      additionalProperties: schema.additionalProperties ?? false,
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, property]) => [name, closeSchema(property)]),
      ),
    }),
    ...(schema.items && { items: closeSchema(schema.items) }),
    ...(typeof schema.additionalProperties === "object" && {
      additionalProperties: closeSchema(schema.additionalProperties),
    }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(closeSchema) }),
  };
}
