/**
 * The contracts of the mock vendors equal the vendors' own descriptions. Those are not part of the project:
 * VENDOR_APIS names their folder; without it this file is skipped, with a message.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type Operation, readContract, type Schema } from "../../support/vendor-contract.ts";

const folder =
  process.env.VENDOR_APIS ?? path.resolve(import.meta.dirname, "../../../../shared/vendor-apis");
const files = {
  clickup: path.join(folder, "clickup/clickup-api-v2-reference.json"),
  google: path.join(folder, "google/calendar.v3.json"),
  openAi: path.join(folder, "openai/openapi.yaml"),
};
const hasDescriptions = Object.values(files).every((file) => existsSync(file));
const title = hasDescriptions
  ? "against the vendors' descriptions"
  : `skipped, because ${folder} has no descriptions`;

// biome-ignore lint/suspicious/noExplicitAny: the vendors' descriptions have no types.
type Description = any;
const read = (file: string): Description => JSON.parse(readFileSync(file, "utf8"));

/** Requires that the vendor's description has each of our keywords with the same value; it may have more. */
function expectWithin(
  ours: Schema,
  described: Description,
  resolve: (node: Description) => Description,
) {
  const theirs = resolve(described);
  for (const keyword of [
    "type",
    "enum",
    "format",
    "contentEncoding",
    "minimum",
    "minItems",
    "maxItems",
  ] as const) {
    if (ours[keyword] !== undefined) expect(theirs[keyword]).toEqual(ours[keyword]);
  }
  for (const [name, property] of Object.entries(ours.properties ?? {})) {
    expect(theirs.properties, name).toHaveProperty([name]);
    expectWithin(property, theirs.properties[name], resolve);
  }
  if (ours.items) expectWithin(ours.items, theirs.items, resolve);
  if (typeof ours.additionalProperties === "object") {
    expectWithin(ours.additionalProperties, theirs.additionalProperties, resolve);
  }
}

describe.skipIf(!hasDescriptions)(title, () => {
  describe("ClickUp", () => {
    const paths = hasDescriptions ? read(files.clickup).paths : {};

    test.each(Object.entries(readContract("clickup")))("%s", (name, operation: Operation) => {
      const theirs = paths[operation.path][operation.method.toLowerCase()];
      expect(theirs.operationId).toBe(name);
      const parameters = theirs.parameters as Description[];
      for (const [field, schema] of Object.entries(operation.query)) {
        const parameter = parameters.find((one) => one.name === field && one.in === "query");
        expect(parameter, field).toBeDefined();
        expectWithin(schema, parameter.schema, (node) => node);
      }
      const needed = parameters.filter((one) => one.required && one.in !== "path");
      expect(needed.map((one) => one.name)).toEqual(operation.headers);
      if (!operation.body) return expect(theirs.requestBody).toBeUndefined();
      const body = theirs.requestBody.content["application/json"].schema;
      expect(operation.body.required).toEqual(body.required);
      // Chooses the custom field that takes text.
      expectWithin(operation.body, body, (node) =>
        node.anyOf
          ? node.anyOf.find((one: Description) => one.title === "Short or Long Text Custom Field")
          : node,
      );
    });
  });

  describe("OpenAI", () => {
    const { paths, components } = hasDescriptions ? parse(readFileSync(files.openAi, "utf8")) : {};
    const resolve = (node: Description): Description => {
      const resolved = node.$ref ? components.schemas[node.$ref.split("/").at(-1)] : node;
      if (resolved.allOf) {
        const parts: Description[] = resolved.allOf.map(resolve);
        return {
          type: "object",
          required: parts.flatMap((part) => part.required ?? []),
          properties: Object.assign({}, ...parts.map((part) => part.properties)),
        };
      }
      // Selects the form that we send from those that are allowed.
      const forms = resolved.oneOf ?? resolved.anyOf;
      if (!forms) return resolved;
      const form = forms.find(
        (one: Description) => one.items?.type === "string" || resolve(one).title === "Web search",
      );
      return resolve(form ?? forms[0]);
    };

    test.each(Object.entries(readContract("openai")))("%s", (name, operation) => {
      const theirs = paths[operation.path][operation.method.toLowerCase()];
      expect(theirs.operationId).toBe(name);
      const body = resolve(theirs.requestBody.content["application/json"].schema);
      expect([...(operation.body?.required ?? [])].sort()).toEqual([...body.required].sort());
      expectWithin(operation.body as Schema, body, resolve);
    });
  });

  describe("Google Calendar", () => {
    const { resources, schemas } = hasDescriptions ? read(files.google) : {};
    const resolve = (node: Description) => (node.$ref ? schemas[node.$ref] : node);

    test.each(Object.entries(readContract("google-calendar")))("%s", (name, operation) => {
      const theirs = resources.events.methods[name];
      expect([operation.method, operation.path]).toEqual([theirs.httpMethod, `/${theirs.path}`]);
      for (const [field, schema] of Object.entries(operation.query)) {
        expect(theirs.parameters[field]?.location).toBe("query");
        expectWithin(schema, theirs.parameters[field], resolve);
      }
      if (!operation.body) return expect(theirs.request).toBeUndefined();
      const needed = Object.entries<Description>(schemas[theirs.request.$ref].properties)
        .filter(([, property]) => property.annotations?.required?.includes(theirs.id))
        .map(([field]) => field);
      expect([...(operation.body.required ?? [])].sort()).toEqual(needed.sort());
      expectWithin(operation.body, theirs.request, resolve);
    });

    test("an id that we choose may consist of hexadecimal digits", () => {
      expect(schemas.Event.properties.id.description).toMatch(
        /lowercase letters a-v and digits 0-9[\s\S]*between 5 and 1024 characters/,
      );
    });
  });
});
