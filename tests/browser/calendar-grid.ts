/** Draws on the grid of the calendar, as a mouse or a finger does. */
import type { Page } from "playwright-core";

/** The height of an hour in the grid. */
const HOUR_PIXELS = 48;

/** A point of a day's column at an hour, scrolled into view. */
async function pointAt(page: Page, day: string, hour: number) {
  const column = page.getByRole("list", { name: day, exact: true }).locator("..");
  await column.evaluate((element, at) => {
    const scroll = element.closest("section");
    if (scroll) scroll.scrollTop = (at / 24) * element.clientHeight - 120;
  }, hour);
  const box = await column.boundingBox();
  if (!box) throw new Error(`No column ${day}`);
  return { x: box.x + box.width / 2, y: box.y + (hour / 24) * box.height };
}

/** Draws a slot with the mouse; `meanwhile` inspects it before the button is released. */
export async function drawSlot(
  page: Page,
  { day, hour, hours }: { day: string; hour: number; hours: number },
  meanwhile: () => Promise<void> = async () => {},
): Promise<void> {
  const { x, y } = await pointAt(page, day, hour);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + hours * HOUR_PIXELS, { steps: 3 });
  await meanwhile();
  await page.mouse.up();
}

/** Draws a slot with a finger, which rests until the slot appears. */
export async function drawSlotByFinger(
  page: Page,
  { day, hour, hours, begins }: { day: string; hour: number; hours: number; begins: string },
): Promise<void> {
  const { x, y } = await pointAt(page, day, hour);
  const touch = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", points: number[]) =>
    touch.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map((at) => ({ x, y: at })),
    });
  await send("touchStart", [y]);
  await page.getByText(begins).waitFor();
  await send("touchMove", [y + (hours * HOUR_PIXELS) / 2]);
  await send("touchMove", [y + hours * HOUR_PIXELS]);
  await send("touchEnd", []);
  await touch.detach();
}
