import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { contracts, demoContracts } from "../../../supabase/functions/_domain/contracts.ts";
import { describeApi } from "../../../supabase/functions/_domain/platform/openapi.ts";

const FUNCTIONS = path.resolve(import.meta.dirname, "../../../supabase/functions");
const document = JSON.parse(JSON.stringify(describeApi()));

describe("the description of the API", () => {
  test("contains every method of every contract, and no others", () => {
    const documentRoutes = Object.entries(document.paths as Record<string, object>).flatMap(
      ([address, methods]) => Object.keys(methods).map((method) => `${method} ${address}`),
    );
    const contractRoutes = [...contracts, ...demoContracts].flatMap(
      ({ slug, path: name = slug, get, post }) => [
        ...(get ? [`get /api/${name}`] : []),
        ...(post ? [`post /api/${name}`] : []),
      ],
    );
    expect(documentRoutes.sort()).toEqual(contractRoutes.sort());
  });

  test("has no dangling reference", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, to = ""]) => to,
    );
    expect(references.length).toBeGreaterThan(0);
    for (const to of references) {
      expect(
        to.split("/").reduce((node, key) => node?.[key], document),
        to,
      ).toBeDefined();
    }
  });

  test("states who may call: a bearer token, except for public routes", () => {
    expect(document.security).toEqual([{ bearer: [] }]);
    expect(document.components.securitySchemes.bearer).toMatchObject({
      type: "http",
      scheme: "bearer",
    });
    for (const { slug, path: name = slug, access } of contracts) {
      const { get, post } = document.paths[`/api/${name}`];
      const { security } = get ?? post;
      expect([name, security]).toEqual([name, access === "public" ? [] : undefined]);
    }
    for (const { slug, get, post } of demoContracts) {
      const { security } = document.paths[`/api/${slug}`][get ? "get" : post ? "post" : ""];
      expect([slug, security]).toEqual([
        slug,
        [{ [slug === "meeting-webhook" ? "webhook" : "demo"]: [] }],
      ]);
    }
  });

  test("gives every operation a summary, a success and the refusals in one shape", () => {
    for (const methods of Object.values(document.paths) as Record<string, never>[]) {
      for (const operation of Object.values(methods) as {
        summary: string;
        responses: Record<string, unknown>;
      }[]) {
        expect(operation.summary).toMatch(/^[A-Z]/);
        const statuses = Object.keys(operation.responses);
        expect(statuses.some((status) => ["200", "202"].includes(status))).toBe(true);
        expect(statuses).toEqual(expect.arrayContaining(["400", "401", "403", "503"]));
        expect(operation.responses["401"]).toMatchObject({
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        });
      }
    }
  });

  test("survives a JSON round trip", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(JSON.stringify(document)).not.toContain("undefined");
  });
});

describe("contracts", () => {
  test("refuse fields they do not know, in every body and query", () => {
    for (const { slug, get, post } of [...contracts, ...demoContracts]) {
      for (const schema of [get?.query, get?.body, post?.query, post?.body]) {
        for (const option of optionsOf(schema)) {
          const parsed = option.safeParse({ "not a field": 1 });
          const issues = parsed.success ? [] : parsed.error.issues.map(({ code }) => code);
          expect([slug, issues]).toEqual([slug, expect.arrayContaining(["unrecognized_keys"])]);
        }
      }
    }
  });

  test("are mounted by the function api, each under the first part of its path, and no others are", async () => {
    const source = await readFile(path.join(FUNCTIONS, "api/index.ts"), "utf8");
    const mounts = [
      ...source.matchAll(/^ {2}"?([\w.-]+)"?: \(\) => import\("\.\.\/([\w/-]+)\.ts"\)/gm),
    ];
    expect(mounts.map(([, name, file]) => `${name} ${file}`).sort()).toEqual(
      [
        ...contracts.map(({ slug, path: name = slug }) => `${name.split("/")[0]} ${slug}/index`),
        ...demoContracts.map(({ slug }) => `${slug} _demo/${slug}`),
      ].sort(),
    );
  });

  test("each has a folder", async () => {
    const entries = await readdir(FUNCTIONS, { withFileTypes: true });
    const folders = entries.filter(
      (entry) => entry.isDirectory() && !/^(_|api$)|-(act|sync|webhook)$/.test(entry.name),
    );
    expect(folders.map(({ name }) => name).sort()).toEqual(
      contracts.map(({ slug }) => slug).sort(),
    );
  });
});

/** The schemas of a union, or the one schema that there is. */
function optionsOf(schema: z.ZodType | undefined): z.ZodType[] {
  if (!schema) return [];
  return (schema as { options?: z.ZodType[] }).options?.flatMap(optionsOf) ?? [schema];
}
