/** A busy gateway delays its refusals to callers that it refuses again and again. */
import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGateway } from "../../scripts/stack/gateway/gateway.ts";
import type { Serve } from "../../scripts/stack/gateway/gateway-port.ts";
import { type LogFile, openLogFile } from "../../scripts/stack/log-file.ts";
import { gatewayParts } from "./gateway-parts.ts";
import { temporaryFolder } from "./temporary-folder.ts";

let folder: string;
let log: LogFile;
let gateway: Serve;

beforeAll(async () => {
  folder = await temporaryFolder("busy-gateway");
  log = openLogFile(path.join(folder, "gateway.log"));
  const functions = { address: async () => undefined, pid: () => undefined, stop: async () => {} };
  gateway = createGateway({
    ...(await gatewayParts(folder, { functions, background: functions })),
    lite: {} as never,
    signUp: {} as never,
    passwords: {} as never,
    factors: {} as never,
    loop: { isBusy: () => true, stop: () => {} },
    consoleDir: folder,
    url: "http://127.0.0.1:1",
    origins: [],
    log,
  });
});
afterAll(async () => {
  await log.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

function refuse(from: string): Promise<Response> {
  const request = new Request("http://127.0.0.1:1/rest/v1/rpc/get_viewer", {
    method: "POST",
    headers: { host: "127.0.0.1:1" },
    body: "unread",
  });
  const connection = { incoming: { socket: { remoteAddress: from }, headers: {} } };
  return Promise.resolve(gateway(request, connection));
}

test("after thirty refusals the next waits and ends its connection; another address is answered at once", async () => {
  for (let n = 0; n < 30; n++) {
    const answer = await refuse("192.0.2.1");
    expect([answer.status, answer.headers.get("connection")]).toEqual([401, null]);
  }
  const lateAnswers = Promise.all(Array.from({ length: 40 }, () => refuse("192.0.2.1")));
  const otherAnswer = refuse("192.0.2.2").then((answer) => answer.headers.get("connection"));
  expect(await Promise.race([lateAnswers, otherAnswer])).toBeNull();
  const answers = await lateAnswers;
  expect(answers.at(-1)?.status).toBe(401);
  expect(answers.at(-1)?.headers.get("connection")).toBe("close");
});
