import { expect, test } from "vitest";
import { createRefusals } from "../../../scripts/stack/refusals.ts";

function paced() {
  let time = 0;
  let isBusy = true;
  const waits: (() => void)[] = [];
  const refusals = createRefusals(
    { isBusy: () => isBusy },
    () => time,
    () => new Promise<void>((resolve) => waits.push(resolve)),
  );
  return {
    refuse: (sender: string, times: number) => {
      for (let n = 0; n < times; n++) void refusals.pace(sender);
    },
    pace: refusals.pace,
    waiting: () => waits.length,
    pass: (seconds: number) => {
      time += seconds * 1000;
    },
    calm: () => {
      isBusy = false;
    },
  };
}

test("a busy gateway delays the refusals of one sender beyond a few, and nobody else's", () => {
  const gateway = paced();
  gateway.refuse("flood", 30);
  expect(gateway.waiting()).toBe(0);
  gateway.refuse("flood", 70);
  expect(gateway.waiting()).toBe(70);
  gateway.refuse("somebody else", 1);
  expect(gateway.waiting()).toBe(70);
});

test("a sender who waits has refusals without a wait again", async () => {
  const gateway = paced();
  gateway.refuse("flood", 31);
  gateway.pass(1);
  gateway.refuse("flood", 10);
  expect(gateway.waiting()).toBe(1);
  gateway.refuse("flood", 1);
  expect(gateway.waiting()).toBe(2);
});

test("a gateway with time to spare delays nothing, a few seconds after it was busy", async () => {
  const gateway = paced();
  gateway.refuse("flood", 40);
  gateway.calm();
  gateway.refuse("flood", 1);
  expect(gateway.waiting()).toBe(11);
  gateway.pass(6);
  gateway.refuse("flood", 100);
  expect(gateway.waiting()).toBe(11);
  expect(await gateway.pace("flood")).toBe(false);
});

test("refusals that wait are limited in number", () => {
  const gateway = paced();
  gateway.refuse("flood", 3000);
  expect(gateway.waiting()).toBe(1000);
});
