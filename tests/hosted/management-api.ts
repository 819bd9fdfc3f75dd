/**
 * A stand-in for the platform's management API, for the requests of a deployment: one project with its settings,
 * and the uploads as files with exactly the names that were sent.
 */
import { mkdir, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

export interface ManagementApi {
  url: string;
  /** Method and path of every request, in order. */
  requests: string[];
  /** The slugs of deployed functions; a test may change the list. */
  deployed: Map<string, string>;
  secrets: Map<string, string>;
  settings: { postgrest: Record<string, unknown>; "config/auth": Record<string, unknown> };
  close(): Promise<void>;
}

export const PROJECT_REF = "emulatedprojectabcde";
export const ACCESS_TOKEN = `sbp_${"0".repeat(40)}`;
const MADE_AT = "2026-01-01T00:00:00Z";

/** Uploads arrive below `out`: `<function>/metadata.json` and `<function>/source/…`. */
export async function startManagementApi(kitFolder: string): Promise<ManagementApi> {
  const api = {
    requests: [] as string[],
    deployed: new Map<string, string>(),
    secrets: new Map<string, string>(),
    settings: {
      // The settings are those of a new project.
      postgrest: { db_schema: "public,graphql_public", max_rows: 1000 },
      "config/auth": { disable_signup: false, site_url: "http://localhost:3000" },
    } as ManagementApi["settings"],
  };
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    api.requests.push(`${request.method} ${request.url}`);
    const [status, body] = await answer(request, Buffer.concat(chunks)).catch((error: Error) => [
      500,
      { message: error.message },
    ]);
    response.writeHead(status as number, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });

  async function answer(request: http.IncomingMessage, body: Buffer): Promise<[number, unknown]> {
    if (request.headers.authorization !== `Bearer ${ACCESS_TOKEN}`) {
      return [401, { message: "Unauthorized" }];
    }
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const [, , , ref, ...segments] = url.pathname.split("/");
    if (ref === undefined) return [200, [project(PROJECT_REF)]];
    if (ref !== PROJECT_REF) return [404, { message: "Project not found" }];
    const resource = segments.join("/");
    const payload = () => JSON.parse(body.toString("utf8"));
    switch (resource) {
      case "":
        return [200, project(ref)];
      case "functions/deploy": {
        const slug = url.searchParams.get("slug") ?? "";
        await store(path.join(kitFolder, slug), request.headers["content-type"] ?? "", body);
        if (url.searchParams.get("bundleOnly") !== "true") api.deployed.set(slug, "ACTIVE");
        return [201, describeFunction(slug, "ACTIVE")];
      }
      case "functions": {
        if (request.method === "PUT") {
          for (const { slug } of payload() as { slug: string }[]) api.deployed.set(slug, "ACTIVE");
        }
        const deployedFunctions = [...api.deployed].map(([slug, status]) =>
          describeFunction(slug, status),
        );
        return [
          200,
          request.method === "PUT" ? { functions: deployedFunctions } : deployedFunctions,
        ];
      }
      case "secrets": {
        if (request.method === "GET")
          return [200, [...api.secrets.keys()].map((name) => ({ name }))];
        for (const { name, value } of payload()) api.secrets.set(name, value);
        return [201, {}];
      }
      case "postgrest":
      case "config/auth":
        if (request.method === "PATCH") Object.assign(api.settings[resource], payload());
        return [200, api.settings[resource]];
      case "api-keys":
        return [
          200,
          ["anon", "service_role"].map((name) => ({ name, api_key: name, type: "legacy" })),
        ];
      default:
        return [404, { message: `The stand-in has no ${resource}` }];
    }
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ...api,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const project = (ref: string) => ({
  id: ref,
  ref,
  organization_id: "emulated",
  organization_slug: "emulated",
  name: "emulated",
  region: "local",
  created_at: MADE_AT,
  status: "ACTIVE_HEALTHY",
  database: {
    host: `db.${ref}.localhost`,
    version: "17",
    postgres_engine: "17",
    release_channel: "ga",
  },
});

const describeFunction = (slug: string, status: string) => ({
  id: slug,
  slug,
  name: slug,
  version: 1,
  status,
  verify_jwt: false,
  created_at: 0,
  updated_at: 0,
});

async function store(folder: string, type: string, body: Buffer): Promise<void> {
  const source = path.join(folder, "source");
  await mkdir(source, { recursive: true });
  for (const { name, filename, content } of parts(type, body)) {
    if (filename === undefined) {
      if (name === "metadata") await writeFile(path.join(folder, "metadata.json"), content);
      continue;
    }
    const file = path.resolve(source, filename);
    if (!file.startsWith(source + path.sep)) throw new Error(`Outside of the project: ${filename}`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

/** The parts of multipart/form-data, with file names as sent: parsers of forms drop their folders. */
function* parts(type: string, body: Buffer) {
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (boundary === undefined) throw new Error(`Expected a form, got ${type}`);
  const mark = Buffer.from(`--${boundary}`);
  for (let at = body.indexOf(mark); at !== -1; ) {
    const next = body.indexOf(mark, at + mark.length);
    if (next === -1) return;
    const part = body.subarray(at + mark.length + 2, next - 2);
    const split = part.indexOf("\r\n\r\n");
    const head = part.subarray(0, split).toString("utf8");
    yield {
      name: /\bname="([^"]*)"/.exec(head)?.[1],
      filename: /\bfilename="([^"]*)"/.exec(head)?.[1],
      content: part.subarray(split + 4),
    };
    at = next;
  }
}
