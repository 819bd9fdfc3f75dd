import { expect, test } from "vitest";
import { createRefusals } from "../../../scripts/stack/gateway/refusal-delay.ts";

function refusalsWithClock() {
  let time = 0;
  let isBusy = true;
  const waits: number[] = [];
  const refusals = createRefusals(
    { isBusy: () => isBusy },
    () => time,
    (ms) => {
      waits.push(ms);
      return new Promise<never>(() => {});
    },
  );
  return {
    refuse: (sender: string, times: number) => {
      for (let n = 0; n < times; n++) void refusals.pace(sender);
    },
    pace: refusals.pace,
    waiting: () => waits.length,
    waits,
    pass: (seconds: number) => {
      time += seconds * 1000;
    },
    calm: () => {
      isBusy = false;
    },
  };
}

test("a busy gateway spaces the refusals of one sender beyond a few, and no one else's", () => {
  const gateway = refusalsWithClock();
  gateway.refuse("flood", 30);
  expect(gateway.waiting()).toBe(0);
  gateway.refuse("flood", 3);
  expect(gateway.waits).toEqual([25, 50, 75]);
  gateway.refuse("somebody else", 1);
  expect(gateway.waiting()).toBe(3);
});

test("a sender who pauses has refusals without a wait again", () => {
  const gateway = refusalsWithClock();
  gateway.refuse("flood", 30);
  gateway.pass(1);
  gateway.refuse("flood", 30);
  expect(gateway.waiting()).toBe(0);
  gateway.refuse("flood", 1);
  expect(gateway.waiting()).toBe(1);
});

test("no refusal waits longer than five seconds", () => {
  const gateway = refusalsWithClock();
  gateway.refuse("flood", 500);
  expect(gateway.waits.at(-1)).toBe(5000);
});

test("a gateway with spare time delays nothing", async () => {
  const gateway = refusalsWithClock();
  gateway.refuse("flood", 40);
  expect(gateway.waiting()).toBe(10);
  gateway.calm();
  gateway.refuse("flood", 100);
  expect(gateway.waiting()).toBe(10);
  expect(await gateway.pace("flood")).toBe(false);
});

test("refusals that wait are limited in number", () => {
  const gateway = refusalsWithClock();
  gateway.refuse("flood", 3000);
  expect(gateway.waiting()).toBe(1000);
});
