/**
 * Writes contracts/*.json: the operations that the simulator serves, in the vendors' descriptions without their
 * prose.
 *
 *   node scripts/vendors/extract-contracts.ts && npx biome check --write scripts/vendors/contracts
 *
 * VENDOR_APIS names the folder of descriptions. Microsoft Graph has none: its contract is written by hand.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import type { Contract, GraphQlContract, Operation, Schema } from "./contract.ts";
import { linear, type Plan, plans } from "./contract-plans.ts";

// biome-ignore lint/suspicious/noExplicitAny: each vendor describes its API in a different form.
type Description = any;

/** Keywords of JSON Schema that constrain values. */
const KEYWORDS = ["type", "enum", "const", "format", "pattern", "minItems", "maxItems"] as const;

export function extract(plan: Plan, folder: string): Contract {
  const contract: Contract = { source: plan.source, operations: {}, components: {} };
  for (const file of plan.files) {
    const description = read(path.join(folder, file));
    const reader = description.resources ? discovery(description) : openApi(description);
    const convert = converter(plan, contract, reader.resolve);
    for (const name of plan.operations) {
      const operation = reader.operation(name, convert);
      if (operation) contract.operations[name] = operation;
    }
    for (const name of plan.pushes ?? []) convert({ $ref: `#/components/schemas/${name}` });
  }
  const missing = plan.operations.filter((name) => !contract.operations[name]);
  if (missing.length > 0)
    throw new Error(`${plan.vendor} does not describe ${missing.join(", ")}.`);
  for (const [pointer, type] of Object.entries(plan.corrections ?? {})) {
    correct(contract, pointer.split("/"), type);
  }
  return contract;
}

/**
 * Converts a schema of the description. One without a name is registered as `component`, and the result refers to it.
 */
type Convert = (node: Description, component?: string) => Schema;

function converter(plan: Plan, contract: Contract, resolve: (ref: string) => Description): Convert {
  return function convert(node: Description, component?: string): Schema {
    const name = component ?? (node.$ref && nameOf(node.$ref));
    if (!name) return node.$ref ? convert(resolve(node.$ref)) : schemaOf(node);
    if (!contract.components[name]) {
      contract.components[name] = {};
      contract.components[name] = schemaOf(node.$ref ? resolve(node.$ref) : node, name);
    }
    return { $ref: `#/components/${name}` };
  };

  function schemaOf(node: Description, name?: string): Schema {
    const convert = converter(plan, contract, resolve);
    const schema: Schema = {};
    for (const keyword of KEYWORDS)
      if (node[keyword] !== undefined) schema[keyword] = node[keyword];
    // Google's discovery documents write numbers as texts.
    for (const bound of ["minimum", "maximum"] as const) {
      if (node[bound] !== undefined) schema[bound] = Number(node[bound]);
    }
    if (node.contentEncoding?.startsWith("int")) schema.format = node.contentEncoding;
    if (node.anyOf) schema.anyOf = node.anyOf.map((option: Description) => convert(option));
    if (node.items) schema.items = convert(node.items);
    if (node.properties) {
      const fields = (name !== undefined && plan.fields?.[name]) || Object.keys(node.properties);
      schema.properties = Object.fromEntries(
        fields.map((field: string) => [field, convert(node.properties[field])]),
      );
      const required = (node.required ?? []).filter((field: string) => fields.includes(field));
      if (required.length > 0) schema.required = required;
    }
    if (typeof node.additionalProperties === "object") {
      schema.additionalProperties = convert(node.additionalProperties);
    }
    if (node.repeated) return { type: "array", items: schema };
    return node.nullable ? nullable(schema) : schema;
  }
}

function nullable(schema: Schema): Schema {
  if (typeof schema.type === "string") {
    const values = schema.enum && { enum: [...schema.enum, null] as string[] };
    return { ...schema, ...values, type: [schema.type, "null"] };
  }
  return { anyOf: [schema, { type: "null" }] };
}

/** The name of a component or of a schema of Google's discovery documents; null for a path into another operation. */
function nameOf(ref: string): string | null {
  const match = /^(?:#\/components\/schemas\/)?(\w+)$/.exec(ref);
  return match?.[1] ?? null;
}

function openApi(description: Description) {
  const resolve = (ref: string): Description =>
    ref
      .split("/")
      .slice(1)
      .reduce((node, key) => node[decodeURIComponent(key).replaceAll("~1", "/")], description);
  const resolved = (node: Description) => (node?.$ref ? resolve(node.$ref) : node);
  const byName = new Map<string, { path: string; method: string; operation: Description }>();
  for (const [route, methods] of Object.entries<Description>(description.paths)) {
    for (const [method, operation] of Object.entries<Description>(methods)) {
      if (!operation.operationId) continue;
      const parameters = [...(methods.parameters ?? []), ...(operation.parameters ?? [])].map(
        resolved,
      );
      byName.set(operation.operationId, {
        path: route,
        method,
        operation: { ...operation, parameters },
      });
    }
  }
  return {
    resolve,
    operation(name: string, convert: Convert): Operation | null {
      const match = byName.get(name);
      if (!match) return null;
      const { parameters, requestBody, responses } = match.operation;
      const success = Object.keys(responses).find((status) => status.startsWith("2")) ?? "200";
      const body = resolved(requestBody)?.content["application/json"]?.schema;
      const response = resolved(responses[success]).content?.["application/json"]?.schema;
      return {
        method: match.method.toUpperCase(),
        path: match.path,
        ...parametersOf(parameters, convert),
        ...(body && { body: convert(body) }),
        status: Number(success),
        ...(response && { response: responseOf(name, response, convert) }),
      };
    },
  };

  /** ClickUp repeats each response in full, with lists and tasks inside; here they have names. */
  function responseOf(name: string, response: Description, convert: Convert): Schema {
    const inside: Record<string, [string, string]> = {
      GetAuthorizedTeams: ["teams", "Team"],
      GetSpaces: ["spaces", "Space"],
      GetFolderlessLists: ["lists", "List"],
      GetTasks: ["tasks", "Task"],
      GetFilteredTeamTasks: ["tasks", "Task"],
    };
    const [field, item] = inside[name] ?? [];
    if (field && item && response.properties[field]?.items) {
      const items = resolved(response.properties[field].items);
      const itemSchema = name === "GetFilteredTeamTasks" ? taskOf() : items;
      const properties = { ...response.properties, [field]: { type: "array" } };
      const schema = convert({ ...response, properties });
      const list = schema.properties?.[field];
      if (list) list.items = convert(itemSchema, item);
      return schema;
    }
    if (name === "GetTask") return convert(taskOf(), "Task");
    if (name === "GetList") return convert(response, "List");
    return convert(response);
  }

  function taskOf(): Description {
    const response = byName.get("GetTasks")?.operation.responses["200"];
    return response.content["application/json"].schema.properties.tasks.items;
  }
}

function discovery(description: Description) {
  return {
    resolve: (ref: string): Description => description.schemas[ref],
    operation(name: string, convert: Convert): Operation | null {
      const method = description.baseUrl && methodOf(description, name.split("."));
      if (!method) return null;
      const parameters = Object.entries<Description>({
        ...method.parameters,
        fields: { ...description.parameters.fields, location: "query" },
        alt: { ...description.parameters.alt, location: "query" },
      }).map(([field, { location, required, ...schema }]) => ({
        name: field,
        in: location,
        required: required === true,
        schema: { ...schema, required: undefined },
      }));
      return {
        method: method.httpMethod,
        path: `/${method.path}`,
        ...parametersOf(parameters, convert),
        ...(method.request && { body: convert({ $ref: method.request.$ref }) }),
        status: method.response ? 200 : 204,
        ...(method.response && { response: convert({ $ref: method.response.$ref }) }),
      };
    },
  };
}

function methodOf(node: Description, [first, ...rest]: string[]): Description {
  if (first === undefined) return null;
  return rest.length === 0
    ? node.methods?.[first]
    : node.resources?.[first] && methodOf(node.resources[first], rest);
}

function parametersOf(parameters: Description[], convert: Convert) {
  const of = (kind: string) => parameters.filter((parameter) => parameter.in === kind);
  return {
    query: Object.fromEntries(of("query").map(({ name, schema }) => [name, convert(schema)])),
    requiredQuery: of("query").flatMap(({ name, required }) => (required ? [name] : [])),
  };
}

function correct(node: Description, [key, ...rest]: string[], type: unknown): void {
  if (key === undefined || node?.[key] === undefined)
    throw new Error(`A correction names ${key ?? "no part"}, which the contract lacks.`);
  if (rest.length === 0) node[key] = type;
  else correct(node[key], rest, type);
}

/** `name(argument: Type): Type!` of every listed type; an enum has its values as fields. */
export function extractLinear(folder: string): GraphQlContract {
  const text = readFileSync(path.join(folder, linear.file), "utf8").replace(/"""[\s\S]*?"""/g, "");
  const types: GraphQlContract["types"] = {};
  for (const [name, fieldNames] of Object.entries(linear.types)) {
    const block = new RegExp(`^(type|input|enum) ${name}\\b[^{]*\\{([\\s\\S]*?)^\\}`, "m").exec(
      text,
    );
    if (!block) throw new Error(`Linear does not describe ${name}.`);
    const [, kind, body] = block as unknown as [string, "type" | "input" | "enum", string];
    const lines = body.replace(/\(([\s\S]*?)\)/g, (_, list: string) => `(${oneLine(list)})`);
    const fields: GraphQlContract["types"][string]["fields"] = {};
    for (const line of lines.split("\n").map((text) => text.replace(/#.*/, "").trim())) {
      const match = /^(\w+)(?:\((.*)\))?(?:: ([\w[\]!]+))?/.exec(line);
      if (!match?.[1] || (fieldNames && !fieldNames.includes(match[1]))) continue;
      fields[match[1]] = {
        type: match[3] ?? name,
        ...(match[2] && { arguments: argumentsOf(match[2]) }),
      };
    }
    const missing = (fieldNames ?? []).filter((field) => !fields[field]);
    if (missing.length > 0) throw new Error(`Linear's ${name} has no ${missing.join(", ")}.`);
    types[name] = { kind, fields };
  }
  return { source: linear.source, types };
}

const oneLine = (list: string) =>
  list
    .split(/[\n,]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .join(", ");

function argumentsOf(list: string): Record<string, string> {
  return Object.fromEntries(
    list.split(", ").map((argument) => {
      const [, name, type] = /^(\w+): ([\w[\]!]+)/.exec(argument) as unknown as [
        string,
        string,
        string,
      ];
      return [name, type];
    }),
  );
}

function read(file: string): Description {
  const text = readFileSync(file, "utf8");
  return file.endsWith(".json") ? JSON.parse(text) : parse(text);
}

if (import.meta.main) {
  const folder =
    process.env["VENDOR_APIS"] ?? path.resolve(import.meta.dirname, "../../../shared/vendor-apis");
  const write = (vendor: string, contract: unknown) =>
    writeFileSync(
      path.join(import.meta.dirname, "contracts", `${vendor}.json`),
      `${JSON.stringify(contract, null, 2)}\n`,
    );
  for (const plan of plans) write(plan.vendor, extract(plan, folder));
  write("linear", extractLinear(folder));
}
