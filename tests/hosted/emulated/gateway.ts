/**
 * The gateway of a hosted database, as far as its workers need it: RPC as the Data API answers it (through
 * `authenticator`, so that safeupdate watches), files of Storage, and the functions of this checkout.
 */
import { generateKeyPairSync } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { exportJWK } from "jose";
import postgres from "postgres";

const FUNCTIONS = path.resolve(import.meta.dirname, "../../../supabase/functions");
const SECRET_KEY = "sb_secret_emulated";

export interface Gateway {
  url: string;
  /** The stored files, by bucket and path. */
  objects: Map<string, Buffer>;
  /** The names of the functions that were called, in order. */
  calls: string[];
  close(): Promise<void>;
}

interface Parameter {
  name: string;
  type: string;
}

export async function startGateway(authenticatorUrl: string): Promise<Gateway> {
  const sql = postgres(authenticatorUrl, { max: 4, onnotice: () => {} });
  const objects = new Map<string, Buffer>();
  const calls: string[] = [];

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const [, kind, , ...segments] = pathname.split("/");
    if (kind === "functions") {
      const slug = segments[0] ?? "";
      calls.push(slug);
      const module = await import(path.join(FUNCTIONS, slug, "index.ts"));
      return module.default.fetch(new Request(new URL(`/${slug}`, request.url), request));
    }
    if (request.headers.get("apikey") !== SECRET_KEY) return new Response(null, { status: 401 });
    if (kind === "rest" && segments[0] === "rpc") {
      return callFunction(segments[1] ?? "", await request.text());
    }
    if (kind === "storage") {
      const object = objects.get(decodeURIComponent(segments.slice(2).join("/")));
      return object
        ? new Response(new Uint8Array(object))
        : Response.json({ statusCode: "404", error: "not_found" }, { status: 400 });
    }
    return new Response(null, { status: 404 });
  }

  async function callFunction(name: string, body: string): Promise<Response> {
    const args = JSON.parse(body || "{}") as Record<string, unknown>;
    try {
      const result = await sql.begin(async (tx) => {
        await tx`set local role service_role`;
        await tx`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`;
        const [signature] = await tx<{ returns_rows: boolean; parameters: Parameter[] }[]>`
          select p.proretset or t.typtype = 'c' as returns_rows,
            coalesce((select jsonb_agg(jsonb_build_object('name', a.name, 'type', format_type(a.type, null)))
              from unnest(p.proargnames, p.proargtypes::oid[]) as a (name, type) where a.type is not null), '[]') as parameters
          from pg_proc p join pg_type t on t.oid = p.prorettype
          where p.pronamespace = 'public'::regnamespace and p.proname = ${name}`;
        if (!signature)
          throw Object.assign(new Error(`There is no function ${name}`), { code: "PGRST202" });
        const parameters = signature.parameters.filter((parameter) => parameter.name in args);
        const record = parameters
          .map((parameter) => `"${parameter.name}" ${parameter.type}`)
          .join(", ");
        const argumentList = parameters.map(
          (parameter) => `"${parameter.name}" := args."${parameter.name}"`,
        );
        const fromClause =
          parameters.length > 0 ? `from json_to_record($1) as args (${record})` : "";
        const call = `public."${name}"(${argumentList.join(", ")})`;
        const statement = signature.returns_rows
          ? `select coalesce(jsonb_agg(to_jsonb(r)), '[]') as result ${fromClause || "from (values (1)) as one"}, lateral ${call} as r`
          : `select to_jsonb(${call}) as result ${fromClause}`;
        const [row] = await tx.unsafe(statement, parameters.length > 0 ? [args as never] : []);
        return row?.["result"];
      });
      return Response.json(result ?? null);
    } catch (error) {
      const { code, message, detail, hint } = error as Record<string, string>;
      return Response.json(
        { code, message, details: detail ?? null, hint: hint ?? null },
        { status: 400 },
      );
    }
  }

  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const hasBody = request.method !== "GET" && request.method !== "HEAD";
    const result = await answer(
      new Request(`http://${request.headers.host}${request.url}`, {
        method: request.method ?? "GET",
        headers: request.headers as Record<string, string>,
        ...(hasBody && { body: Buffer.concat(chunks) }),
      }),
    ).catch((error: Error) => new Response(error.stack, { status: 500 }));
    response.writeHead(result.status, Object.fromEntries(result.headers));
    response.end(Buffer.from(await result.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  Object.assign(process.env, {
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_emulated"}',
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: SECRET_KEY }),
    SUPABASE_JWKS: JSON.stringify({ keys: [await exportJWK(publicKey)] }),
    SERVICE_MODE: "production",
  });
  return {
    url,
    objects,
    calls,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await sql.end({ timeout: 5 });
    },
  };
}
