/** Serves the built page of the component tests, and the answers that the running test gives. */
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { serve } from "@hono/node-server";
import type { Answer } from "./answers.ts";

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export interface AnswerServer {
  url: string;
  /** Replaces the answers of the previous test. */
  answerWith(answers: Answer[]): void;
  /** The problems since the last call: requests without an answer, fixtures that break a contract. */
  takeProblems(): string[];
}

export async function startServer(folder: string): Promise<AnswerServer> {
  let answers: Answer[] = [];
  let problems: string[] = [];

  async function fetch(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    for (const answer of answers) {
      const response = answer(request);
      if (!response) continue;
      try {
        return await response;
      } catch (error) {
        problems.push(`${request.method} ${pathname}${search}: ${error}`);
        return new Response(null, { status: 404 });
      }
    }
    if (/^\/(api|rest|auth|storage|functions)\//.test(pathname)) {
      problems.push(`No answer for ${request.method} ${pathname}${search}`);
      return new Response(null, { status: 404 });
    }
    const name = pathname.startsWith("/assets/") ? pathname : "/index.html";
    const bytes = await readFile(path.join(folder, name)).catch(() => null);
    if (!bytes) return new Response(null, { status: 404 });
    return new Response(new Uint8Array(bytes), {
      headers: {
        "content-type": TYPES[path.extname(name)] ?? "application/octet-stream",
        "cache-control":
          name === "/index.html" ? "no-cache" : "public, max-age=31536000, immutable",
      },
    });
  }

  const { port } = await new Promise<AddressInfo>((resolve) => {
    serve({ fetch, hostname: "127.0.0.1", port: 0 }, resolve).unref();
  });
  return {
    url: `http://127.0.0.1:${port}`,
    answerWith: (next) => {
      answers = next;
    },
    takeProblems: () => {
      const list = problems;
      problems = [];
      return list;
    },
  };
}
