/**
 * The program in which Deno runs the Edge Functions. It imports `<functions>/<name>/index.ts` when the first request
 * for it arrives, and calls its `default.fetch` with the platform's form of the path (`/<name>/…`). It serves only
 * the gateway, which sends the secret from the first line of standard input. Standard input stays open while the
 * stack runs, so that this process ends with it.
 *
 * It prints `{"port": n}` as its first line. On request it also prints periodic heartbeats, which stop in an endless
 * loop.
 */
interface Start {
  /** URL of the folder with the functions, ending in a slash. */
  functions: string;
  secret: string;
  beatMs?: number;
}
type App = { fetch(request: Request): Response | Promise<Response> };

declare const Deno: {
  stdin: { readable: ReadableStream<Uint8Array> };
  exit(code: number): never;
  stat(url: URL): Promise<unknown>;
  serve(
    options: { hostname: string; port: number; onListen(address: { port: number }): void },
    handler: (request: Request) => Response | Promise<Response>,
  ): unknown;
};

const SECRET_HEADER = "x-stack-secret";

const input = Deno.stdin.readable.getReader();
const decoder = new TextDecoder();
let firstLine = "";
while (!firstLine.includes("\n")) {
  const { done, value } = await input.read();
  if (done) Deno.exit(0);
  firstLine += decoder.decode(value, { stream: true });
}
const start = JSON.parse(firstLine) as Start;
endWithStack();
if (start.beatMs !== undefined) setInterval(() => console.log('{"beat":true}'), start.beatMs);

const functions = new Map<string, Promise<App | undefined>>();

Deno.serve(
  {
    hostname: "127.0.0.1",
    port: 0,
    onListen: ({ port }) => console.log(JSON.stringify({ port })),
  },
  async (request) => {
    if (request.headers.get(SECRET_HEADER) !== start.secret)
      return new Response(null, { status: 403 });
    const name = new URL(request.url).pathname.split("/")[1] ?? "";
    let app = functions.get(name);
    if (app === undefined) {
      app = load(name);
      functions.set(name, app);
      // Reloads a function that failed to load.
      app.catch(() => functions.delete(name));
    }
    const headers = new Headers(request.headers);
    headers.delete(SECRET_HEADER);
    try {
      const handler = await app;
      if (handler === undefined) {
        functions.delete(name);
        return answer(404, "not_found", `There is no function "${name}".`);
      }
      return await handler.fetch(new Request(request, { headers }));
    } catch (error) {
      console.error(`${new Date().toISOString()} function ${name}:`, error);
      return answer(500, "internal_error", "The function failed; see functions.log.");
    }
  },
);

async function load(name: string): Promise<App | undefined> {
  if (!/^[a-z0-9][a-z0-9_-]*$/i.test(name)) return undefined;
  const url = new URL(`${name}/index.ts`, start.functions);
  try {
    await Deno.stat(url);
  } catch {
    return undefined;
  }
  const module = (await import(url.href)) as { default?: Partial<App> };
  if (typeof module.default?.fetch !== "function") {
    throw new Error(`${url.pathname} has no default export with a fetch function.`);
  }
  return module.default as App;
}

function answer(statusCode: number, code: string, message: string): Response {
  const headers = { "access-control-allow-origin": "*" };
  return Response.json({ statusCode, code, message }, { status: statusCode, headers });
}

async function endWithStack(): Promise<void> {
  try {
    while (!(await input.read()).done);
  } finally {
    Deno.exit(0);
  }
}
