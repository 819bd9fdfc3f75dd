/** Five hostile accounts, in a separate process. The parent sends the stack's file, then `stop`. */
import { randomBytes } from "node:crypto";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { StackFile } from "../stack/stack-file.ts";
import { signIn } from "./sign-in.ts";

type Headers = Record<string, string>;

const MB = 1_048_576;
const part = new Uint8Array(4 * MB);
const outcomes: Record<string, Record<string, number>> = {};
let isStopping = false;

process.once("message", async (stack) => {
  await attack(stack as StackFile);
  process.send?.("ready");
  process.once("message", () => {
    isStopping = true;
    process.send?.(outcomes, () => process.exit());
  });
});
process.once("disconnect", () => process.exit());

async function attack(stack: StackFile): Promise<void> {
  const [embeds, patterns, flood, uploads, unfinished] = await Promise.all(
    ["member2", "outsider", "member", "admin", "client"].map((name) =>
      signIn(stack, name === "admin" ? "admin@other.test" : `${name}@demo.test`),
    ),
  );
  const ask = (address: string, headers: Headers | undefined, init: RequestInit = {}) =>
    fetch(stack.url + address, { ...init, headers: { ...headers, ...(init.headers as Headers) } });

  const nestedQueries = [
    "projects?select=*,accounts(*,clients(*,accounts(*))),status_updates(*),time_entries(*)",
    "time_entries?select=*,tasks(*),projects!time_entries_project_id_fkey(*,accounts(*,clients(*)))",
    "accounts?select=*,projects(*,time_entries(*),status_updates(*))",
    "projects?select=*,accounts(*,projects(*,accounts(*,projects(*))))",
  ];
  repeat("embeds", 24, (turn) =>
    ask(`/rest/v1/${nestedQueries[turn % nestedQueries.length]}`, embeds),
  );

  repeat("regular expressions", 24, (turn) => {
    const word = randomBytes(4).toString("hex");
    const pattern = [
      `(${word}{0,99}){0,99}`,
      `(${word}|b)*a(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)`,
      `[^${word}]*[^x]*[^y]*[^z]*[^x]*[^y]*[^z]*[^x]*[^y]*q`,
    ][turn % 3] as string;
    return ask(`/rest/v1/tasks?title=match.${encodeURIComponent(pattern)}`, patterns);
  });

  const floodPaths = ["/rest/v1/project_summaries?select=*", "/api/portfolio", "/api/whoami"];
  repeat("floods", 150, (turn) => ask(floodPaths[turn % floodPaths.length] as string, flood));

  const large = new Uint8Array(24 * MB).fill(32);
  const text = { "content-type": "application/json" };
  repeat("uploads", 8, async (turn) => {
    const body = turn % 2 === 0 ? large : large.subarray(0, 8 * MB);
    const address =
      turn % 2 === 0 ? "/storage/v1/object/documents/a/b/1/c.txt" : "/rest/v1/rpc/get_viewer";
    return ask(address, uploads, { method: "POST", headers: text, body });
  });

  const paths = [
    "/rest/v1/rpc/get_viewer",
    "/api/portfolio-actions",
    "/storage/v1/object/documents/a/b/1/d.txt",
    "/storage/v1/object/upload/sign/documents/a/b/1/e.txt?token=e30.e30.e30",
    "/auth/v1/token?grant_type=password",
  ];
  repeat("unfinished bodies", 50, (turn) =>
    leaveUnfinished(stack.url + paths[turn % paths.length], { ...unfinished, ...text }),
  );
}

/** Calls `once` repeatedly with this concurrency, and counts the outcomes. */
function repeat(
  name: string,
  atOnce: number,
  once: (turn: number) => Promise<{ status: number }>,
): void {
  const counts: Record<string, number> = {};
  outcomes[name] = counts;
  let turn = 0;
  const count = (outcome: string) => {
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  };
  for (let n = 0; n < atOnce; n++) {
    void (async () => {
      while (!isStopping) {
        try {
          const answer = await once(turn++);
          if (answer instanceof Response) await answer.arrayBuffer();
          count(String(answer.status));
        } catch {
          count("broken connection");
          await sleep(50);
        }
      }
    })();
  }
}

/** Sends a part of a body and waits; the connection ends with a response or after half a minute. */
function leaveUnfinished(address: string, headers: Headers): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const request = http.request(address, {
      method: address.includes("/upload/sign/") ? "PUT" : "POST",
      headers: { ...headers, "content-length": 48 * MB },
      timeout: 30_000,
    });
    request.on("response", (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0 });
      request.destroy();
    });
    request.on("timeout", () => {
      resolve({ status: 0 });
      request.destroy();
    });
    request.on("error", reject);
    request.write(part);
  });
}
