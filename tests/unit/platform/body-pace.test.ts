import { expect, test } from "vitest";
import type { Subject } from "../../../scripts/stack/gateway/admission.ts";
import { createBodyPace } from "../../../scripts/stack/gateway/body-pace.ts";

const MB = 1_048_576;
const sender: Subject = { key: "user 1", tier: "member" };
const another: Subject = { key: "user 2", tier: "member" };

function gatewayPace(isBusy = true) {
  let time = 0;
  const waits: number[] = [];
  const pace = createBodyPace(
    { isBusy: () => isBusy },
    () => time,
    async (ms) => void waits.push(ms),
  );
  return {
    wait: pace.wait,
    waits,
    pass: (seconds: number) => {
      time += seconds * 1000;
    },
  };
}

test("all bodies of one subject share four megabytes a second while the gateway is busy", async () => {
  const gateway = gatewayPace();
  for (let body = 0; body < 3; body++) await gateway.wait(sender, MB);
  expect(gateway.waits).toEqual([250, 500, 750]);
});

test("another subject has a rate of its own", async () => {
  const gateway = gatewayPace();
  await gateway.wait(sender, 4 * MB);
  await gateway.wait(another, MB);
  expect(gateway.waits).toEqual([1000, 250]);
});

test("time without a body is not saved up", async () => {
  const gateway = gatewayPace();
  await gateway.wait(sender, MB);
  gateway.pass(60);
  await gateway.wait(sender, MB);
  expect(gateway.waits).toEqual([250, 250]);
});

test("a small body and an idle gateway cause no wait", async () => {
  const busy = gatewayPace();
  await busy.wait(sender, MB / 64);
  const idle = gatewayPace(false);
  await idle.wait(sender, 24 * MB);
  expect([...busy.waits, ...idle.waits]).toEqual([]);
});
