/**
 * The part of GraphQL that the queries of a sync use: one operation with fields, arguments, variables and fragments.
 */
import type { GraphQlContract } from "./contract.ts";

type Value =
  | { kind: "variable"; name: string }
  | { kind: "literal"; value: unknown }
  | { kind: "enum"; value: string }
  | { kind: "list"; items: Value[] }
  | { kind: "object"; fields: Record<string, Value> };

interface Field {
  alias: string;
  name: string;
  arguments: Record<string, Value>;
  selection: Field[] | null;
}

interface Document {
  operation: string;
  variables: Record<string, { type: string; hasDefault: boolean }>;
  selection: Field[];
}

export class GraphQlProblem extends Error {}

export interface Query {
  /** Fields of the root. */
  names: string[];
  problems: string[];
  /** Resolves the root's fields with their arguments, and keeps the selected fields of what they return. */
  execute(resolvers: Record<string, (values: Record<string, unknown>) => unknown>): unknown;
}

export function parseQuery(
  contract: GraphQlContract,
  text: string,
  variables: Record<string, unknown>,
): Query {
  let document: Document;
  try {
    document = new Parser(text).document();
  } catch (error) {
    if (!(error instanceof GraphQlProblem)) throw error;
    return { names: [], problems: [error.message], execute: () => null };
  }
  const problems: string[] = [];
  if (document.operation !== "query") problems.push(`no ${document.operation} is served`);
  const usedVariables = new Set<string>();
  for (const [name, { type, hasDefault }] of Object.entries(document.variables)) {
    if (variables[name] !== undefined || !hasDefault) {
      checkValue(type, { kind: "literal", value: variables[name] ?? null }, `$${name}`);
    }
  }
  for (const name of Object.keys(variables)) {
    if (!document.variables[name]) problems.push(`$${name} is not declared`);
  }
  checkSelection("Query", document.selection);
  for (const name of Object.keys(document.variables)) {
    if (!usedVariables.has(name)) problems.push(`$${name} is not used`);
  }
  return {
    names: document.selection.map(({ name }) => name),
    problems,
    execute: (resolvers) => {
      const root = document.selection.map((field) => {
        const values = Object.fromEntries(
          Object.entries(field.arguments).map(([name, value]) => [name, evaluate(value)]),
        );
        return [field.alias, project(resolvers[field.name]?.(values), field.selection)];
      });
      return Object.fromEntries(root);
    },
  };

  function checkSelection(typeName: string, selection: Field[]): void {
    for (const field of selection) {
      if (field.name === "__typename") continue;
      const fieldDescription = contract.types[typeName]?.fields[field.name];
      const path = `${typeName}.${field.name}`;
      if (!fieldDescription) {
        problems.push(`${path} is not described`);
        continue;
      }
      for (const [name, value] of Object.entries(field.arguments)) {
        const type = fieldDescription.arguments?.[name];
        if (type) checkValue(type, value, `${path}(${name})`);
        else problems.push(`${path} takes no ${name}`);
      }
      for (const [name, type] of Object.entries(fieldDescription.arguments ?? {})) {
        if (type.endsWith("!") && !field.arguments[name]) problems.push(`${path} needs ${name}`);
      }
      const inner = fieldDescription.type.replace(/[[\]!]/g, "");
      const isObject = contract.types[inner]?.kind === "type";
      if (isObject && field.selection) checkSelection(inner, field.selection);
      else if (isObject) problems.push(`${path} needs a selection`);
      else if (field.selection) problems.push(`${path} has no fields`);
    }
  }

  function checkValue(type: string, value: Value, path: string): void {
    if (value.kind === "variable") {
      usedVariables.add(value.name);
      const variableType = document.variables[value.name]?.type;
      if (variableType === undefined) problems.push(`$${value.name} is not declared`);
      else if (
        variableType !== type &&
        variableType !== `${type}!` &&
        `${variableType}!` !== type
      ) {
        problems.push(`$${value.name} is ${variableType}, and ${path} takes ${type}`);
      }
      return;
    }
    if (value.kind === "literal" && value.value === null) {
      if (type.endsWith("!")) problems.push(`${path} is null`);
      return;
    }
    const innerType = type.replace(/!$/, "");
    if (innerType.startsWith("[")) {
      for (const item of itemsOf(value)) checkValue(innerType.slice(1, -1), item, path);
      return;
    }
    const typeDescription = contract.types[innerType];
    if (typeDescription?.kind === "input") checkInput(innerType, value, path);
    else if (typeDescription?.kind === "enum") {
      const word = value.kind === "enum" || value.kind === "literal" ? String(value.value) : "";
      if (!typeDescription.fields[word]) problems.push(`${path} is not a valid ${innerType}`);
    } else if (!isScalar(innerType, value)) problems.push(`${path} is not a valid ${innerType}`);
  }

  function checkInput(typeName: string, value: Value, path: string): void {
    const fields = fieldsOf(value);
    if (!fields) return void problems.push(`${path} is not a valid ${typeName}`);
    for (const [name, inner] of Object.entries(fields)) {
      const fieldDescription = contract.types[typeName]?.fields[name];
      if (fieldDescription) checkValue(fieldDescription.type, inner, `${path}.${name}`);
      else problems.push(`${path}.${name} is not described`);
    }
  }

  function evaluate(value: Value): unknown {
    if (value.kind === "variable") return variables[value.name];
    if (value.kind === "list") return value.items.map(evaluate);
    if (value.kind === "object") {
      return Object.fromEntries(
        Object.entries(value.fields).map(([name, inner]) => [name, evaluate(inner)]),
      );
    }
    return value.value;
  }
}

const literal = (value: unknown): Value => ({ kind: "literal", value });

function itemsOf(value: Value): Value[] {
  if (value.kind === "list") return value.items;
  if (value.kind === "literal" && Array.isArray(value.value)) return value.value.map(literal);
  return [value];
}

function fieldsOf(value: Value): Record<string, Value> | null {
  if (value.kind === "object") return value.fields;
  if (value.kind !== "literal" || typeof value.value !== "object" || Array.isArray(value.value))
    return null;
  return Object.fromEntries(
    Object.entries(value.value as object).map(([name, inner]) => [name, literal(inner)]),
  );
}

function isScalar(type: string, value: Value): boolean {
  if (value.kind !== "literal") return false;
  const { value: scalar } = value;
  if (type === "Int") return Number.isInteger(scalar);
  if (type === "Float") return typeof scalar === "number";
  if (type === "Boolean") return typeof scalar === "boolean";
  if (type.startsWith("DateTime"))
    return typeof scalar === "string" && /^(\d{4}-|-?P)/.test(scalar);
  return typeof scalar === "string";
}

function project(value: unknown, selection: Field[] | null): unknown {
  if (value === null || value === undefined || !selection) return value ?? null;
  if (Array.isArray(value)) return value.map((item) => project(item, selection));
  const object = value as Record<string, unknown>;
  return Object.fromEntries(
    selection.map(({ alias, name, selection: inner }) => [alias, project(object[name], inner)]),
  );
}

const TOKEN =
  /\s*(?:#[^\n]*\n\s*|,\s*)*("(?:[^"\\]|\\.)*"|\.\.\.|[A-Za-z_]\w*|-?\d+(?:\.\d+)?|[{}()[\]:$!=@])/y;

class Parser {
  readonly #tokens: string[] = [];
  #at = 0;

  constructor(text: string) {
    const source = text.trimEnd();
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < source.length) {
      const from = TOKEN.lastIndex;
      const token = TOKEN.exec(source)?.[1];
      if (token === undefined) throw new GraphQlProblem(`Syntax Error: character ${from}`);
      this.#tokens.push(token);
    }
  }

  document(): Document {
    let operation: Document | null = null;
    const fragments = new Map<string, Field[]>();
    const spreads: { selection: Field[]; name: string }[] = [];
    while (this.#at < this.#tokens.length) {
      if (this.#peek() === "fragment") {
        this.#next();
        const name = this.#name();
        this.#expect("on");
        this.#name();
        fragments.set(name, this.#selection(spreads));
      } else operation = this.#operation(spreads);
    }
    // A fragment may follow its use.
    for (const { selection, name } of spreads.reverse()) {
      const fields = fragments.get(name);
      if (!fields) throw new GraphQlProblem(`Unknown fragment ${name}`);
      selection.push(...fields);
    }
    if (!operation) throw new GraphQlProblem("Syntax Error: no operation");
    return operation;
  }

  #operation(spreads: { selection: Field[]; name: string }[]): Document {
    const variables: Document["variables"] = {};
    if (this.#peek() === "{") {
      return { operation: "query", variables, selection: this.#selection(spreads) };
    }
    const operation = this.#name();
    if (this.#peek() !== "(" && this.#peek() !== "{") this.#name();
    if (this.#take("(")) {
      while (!this.#take(")")) {
        this.#expect("$");
        const name = this.#name();
        this.#expect(":");
        const type = this.#type();
        const hasDefault = this.#take("=");
        if (hasDefault) this.#value();
        variables[name] = { type, hasDefault };
      }
    }
    return { operation, variables, selection: this.#selection(spreads) };
  }

  #type(): string {
    let type: string;
    if (this.#take("[")) {
      type = `[${this.#type()}]`;
      this.#expect("]");
    } else type = this.#name();
    return this.#take("!") ? `${type}!` : type;
  }

  #selection(spreads: { selection: Field[]; name: string }[]): Field[] {
    this.#expect("{");
    const selection: Field[] = [];
    while (!this.#take("}")) {
      if (this.#take("...")) {
        spreads.push({ selection, name: this.#name() });
        continue;
      }
      const first = this.#name();
      const name = this.#take(":") ? this.#name() : first;
      const field: Field = { alias: first, name, arguments: {}, selection: null };
      if (this.#take("(")) {
        while (!this.#take(")")) {
          const argument = this.#name();
          this.#expect(":");
          field.arguments[argument] = this.#value();
        }
      }
      if (this.#peek() === "{") field.selection = this.#selection(spreads);
      selection.push(field);
    }
    return selection;
  }

  #value(): Value {
    if (this.#take("$")) return { kind: "variable", name: this.#name() };
    if (this.#take("[")) {
      const items: Value[] = [];
      while (!this.#take("]")) items.push(this.#value());
      return { kind: "list", items };
    }
    if (this.#take("{")) {
      const fields: Record<string, Value> = {};
      while (!this.#take("}")) {
        const name = this.#name();
        this.#expect(":");
        fields[name] = this.#value();
      }
      return { kind: "object", fields };
    }
    const token = this.#next();
    if (/^["\d-]/.test(token) || ["true", "false", "null"].includes(token)) {
      return literal(JSON.parse(token));
    }
    if (/^\w+$/.test(token)) return { kind: "enum", value: token };
    throw new GraphQlProblem(`Syntax Error: unexpected ${token}`);
  }

  #name(): string {
    const token = this.#next();
    if (!/^[A-Za-z_]\w*$/.test(token))
      throw new GraphQlProblem(`Syntax Error: unexpected ${token}`);
    return token;
  }

  #expect(token: string): void {
    const next = this.#next();
    if (next !== token) throw new GraphQlProblem(`Syntax Error: ${next} instead of ${token}`);
  }

  #take(token: string): boolean {
    if (this.#peek() !== token) return false;
    this.#at += 1;
    return true;
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at];
  }

  #next(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new GraphQlProblem("Syntax Error: unexpected end");
    this.#at += 1;
    return token;
  }
}
