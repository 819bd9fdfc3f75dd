/** The Health page, with its list and an open finding. */
import type { Page } from "playwright-core";
import {
  expectAccessible,
  inEveryLook,
  inEveryLookOfSample,
  openConsole,
  screenshot,
  waitUntilLoaded,
} from "../console.ts";
import { findings, health } from "../fixtures/health.ts";

export const [overBudget, , unverifiedFinding] = findings.map(
  ({ code, subject }) => `${code}.${subject.id}`,
);

export const lines = (page: Page) =>
  page.getByRole("region", { name: "Findings" }).getByRole("article");
export const finding = (page: Page) => page.getByRole("complementary", { name: "Finding" });

export async function expectAccessibleList(name: string, address: string): Promise<void> {
  const page = await openConsole(address, { answers: [health] });
  await inEveryLookOfSample(page, async (look) => {
    await expectAccessible(page, `health ${name} ${look}`);
    await screenshot(page, `health-${name}-${look}`);
  });
}

export async function expectAccessibleFinding(name: string, key: string): Promise<void> {
  const page = await openConsole(`/health?open=${key}`, { answers: [health] });
  await page.getByRole("button", { name: "Settle with a reason" }).waitFor();
  await inEveryLook(page, async (look) => {
    await page.getByRole("button", { name: "Settle with a reason" }).click();
    await page.getByLabel("Reason").waitFor();
    await waitUntilLoaded(page);
    await expectAccessible(page, `health ${name} form ${look}`);
    await screenshot(page, `health-${name}-form-${look}`);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expectAccessible(page, `health ${name} ${look}`);
    await screenshot(page, `health-${name}-${look}`);
  });
}
