/**
 * Sends what the stand-in `net.http_post` queued and stores the answers, as pg_net does. As with pg_net, a request is
 * sent only once, so a caller that must not lose one stores it in its own table.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import type { LogFile } from "../log-file.ts";

interface QueuedRequest {
  id: string;
  method: string;
  url: string;
  headers: Record<string, string> | null;
  body: Buffer | null;
  timeout_milliseconds: number;
}

const AT_ONCE = 8;
const POLL_INTERVAL_MS = 2000;
const KEEP_ANSWERS = "6 hours";
const SWEEP_MS = 600_000;

export async function startHttpQueue(sql: Sql, log: LogFile): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const sending = new Set<Promise<void>>();

  async function take(): Promise<void> {
    while (!stopping.signal.aborted && sending.size < AT_ONCE) {
      // The ids are an array, because a plan may run a subquery of `in` once per row, each time with a new limit.
      const requests = await sql<QueuedRequest[]>`
        delete from net.http_request_queue where id = any (array(
          select id from net.http_request_queue order by id
          limit ${AT_ONCE - sending.size} for update skip locked))
        returning id::text, method, url, headers, body, timeout_milliseconds`;
      if (requests.length === 0) return;
      for (const request of requests) {
        const delivery = send(sql, request, stopping.signal)
          .catch((error: Error) => log.write(`net request ${request.id}: ${error.message}`))
          .finally(() => {
            sending.delete(delivery);
            look();
          });
        sending.add(delivery);
      }
    }
  }

  // Polls once at a time, and again if a request arrived in the meantime.
  let looking: Promise<void> | undefined;
  let isDue = false;
  function look(): void {
    isDue = true;
    looking ??= (async () => {
      while (isDue && !stopping.signal.aborted) {
        isDue = false;
        await take().catch((error: Error) => {
          if (!stopping.signal.aborted) log.write(`net queue: ${error.message}`);
        });
      }
      looking = undefined;
    })();
  }

  const listening = await sql.listen("net_http_request", look, look);
  const timer = setInterval(look, POLL_INTERVAL_MS);
  const sweeper = setInterval(() => {
    sql`delete from net._http_response where created < now() - ${KEEP_ANSWERS}::interval`.catch(
      (error: Error) => log.write(`net answers: ${error.message}`),
    );
  }, SWEEP_MS);
  look();
  return {
    async stop() {
      clearInterval(timer);
      clearInterval(sweeper);
      stopping.abort();
      await listening.unlisten().catch(() => {});
      await looking;
      await Promise.race([Promise.allSettled(sending), sleep(1000, undefined, { ref: false })]);
    },
  };
}

async function send(sql: Sql, request: QueuedRequest, stopSignal: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(request.timeout_milliseconds);
  try {
    const answer = await fetch(request.url, {
      method: request.method,
      headers: request.headers ?? {},
      body: request.body === null ? null : new Uint8Array(request.body),
      redirect: "manual",
      signal: AbortSignal.any([timeout, stopSignal]),
    });
    const content = await answer.text();
    await sql`
      insert into net._http_response (id, status_code, content_type, headers, content, timed_out)
      values (${request.id}, ${answer.status}, ${answer.headers.get("content-type")},
        ${sql.json(Object.fromEntries(answer.headers))}, ${content}, false)`;
  } catch (error) {
    const reason = (error as Error).cause ?? error;
    await sql`
      insert into net._http_response (id, timed_out, error_msg)
      values (${request.id}, ${timeout.aborted}, ${String((reason as Error).message ?? reason)})`;
  }
}
