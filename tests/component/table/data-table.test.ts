import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible, focusedText, openTable, screenshot } from "../console.ts";
import type { Item } from "../page/mounting.ts";
import { savedCsv } from "../saved-csv.ts";

const items: Item[] = [
  { id: "1", name: "Brief", note: "third", team: "Web", hours: 2 },
  { id: "2", name: "audit", note: "first", team: "Data", hours: null },
  { id: "3", name: "Copy", note: "second", team: "Web", hours: 7.5 },
  { id: "4", name: "Deck", note: "fourth", team: "Data", hours: 2 },
];

/** The names in their order on the page, and the headings of groups. */
const names = (page: Page) =>
  page
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => row.querySelector("a, th button")?.textContent ?? ""));
const sortOrder = (page: Page) =>
  page
    .locator("thead th[aria-sort]")
    .evaluateAll((heads) => heads.map((head) => `${head.textContent} ${head.ariaSort}`));
const status = (page: Page) => page.getByRole("status").textContent();
const box = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select: ${name}` });

describe("a column header", () => {
  it("sorts by its column, by mouse and by keyboard, and announces it", async () => {
    const page = await openTable({ items });
    expect(await names(page)).toEqual(["audit", "Brief", "Copy", "Deck"]);
    expect(await sortOrder(page)).toEqual(["NameNote ascending"]);
    await page.getByRole("button", { name: "Hours" }).click();
    await expect.poll(() => sortOrder(page)).toEqual(["Hours descending"]);
    expect(await names(page)).toEqual(["Copy", "Brief", "Deck", "audit"]);
    await page.keyboard.press("Enter");
    await expect.poll(() => sortOrder(page)).toEqual(["Hours ascending"]);
    // Rows without a value come last in both directions, equal ones in the order of their names.
    expect(await names(page)).toEqual(["Brief", "Deck", "Copy", "audit"]);
  });

  it("sorts by each fact of its column", async () => {
    const page = await openTable({ items });
    await page.getByRole("button", { name: "Note" }).click();
    await expect.poll(() => names(page)).toEqual(["audit", "Deck", "Copy", "Brief"]);
  });

  it("is missing where its column does not sort", async () => {
    const page = await openTable({ items });
    expect(await page.getByRole("button", { name: "Team" }).count()).toBe(0);
  });
});

describe("groups", () => {
  it("are in their order with sums, and fold", async () => {
    const page = await openTable({ items, isGrouped: true });
    await expect
      .poll(() => names(page))
      .toEqual(["Data (2)", "audit", "Deck", "Web (2)", "Brief", "Copy"]);
    const heads = page.locator("tbody tr").filter({ has: page.locator("th[scope=rowgroup]") });
    expect(await heads.allTextContents()).toEqual(["Data (2)2", "Web (2)9.5"]);
    expect(await page.locator("tfoot").textContent()).toBe("Total: 411.5");
    await page.getByRole("button", { name: "Data (2)" }).click();
    await expect.poll(() => names(page)).toEqual(["Data (2)", "Web (2)", "Brief", "Copy"]);
    await page.getByRole("button", { name: "Hours" }).click();
    await expect.poll(() => names(page)).toEqual(["Data (2)", "Web (2)", "Copy", "Brief"]);
  });
});

describe("a table", () => {
  it("without rows names the first step", async () => {
    const page = await openTable({ items: [] });
    await page.getByText("No items yet. Add the first one.").waitFor();
    expect(await page.getByRole("button", { name: "Export" }).isDisabled()).toBe(true);
  });

  it("leaves out less important columns in a narrow window, and has one cell per row on a phone", async () => {
    const page = await openTable({ items });
    const cells = () => page.locator("tbody tr").first().locator("th, td").count();
    expect(await cells()).toBe(5);
    await page.setViewportSize({ width: 880, height: 900 });
    await expect.poll(cells).toBe(4);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(cells).toBe(2);
    expect(await page.locator("tbody tr").first().textContent()).toContain("Data");
    await expectAccessible(page, "a table on a phone", { everyRule: true });
  });

  it("keeps only a few of 1,000 rows in the page", async () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({
      id: String(index),
      name: `Row ${String(index).padStart(4, "0")}`,
      note: "",
      team: "",
      hours: index,
    }));
    const page = await openTable({ items: many });
    expect(await page.locator("tbody tr").count()).toBeLessThan(100);
    expect(await page.locator("table").getAttribute("aria-rowcount")).toBe("1001");
  });
});

describe("an export", () => {
  it("has exactly the rows and columns of the table, in their order", async () => {
    const page = await openTable({ items });
    await page.getByLabel("Filter").fill("e");
    await page.getByRole("button", { name: "Hours" }).click();
    await expect.poll(() => sortOrder(page)).toEqual(["Hours descending"]);
    const { name, text } = await savedCsv(page);
    expect(name).toMatch(/^items-\d{4}-\d{2}-\d{2}\.csv$/);
    expect(text).toBe("\uFEFFName,Note,Team,Hours\r\nBrief,third,Web,2\r\nDeck,fourth,Data,2\r\n");
    await page.setViewportSize({ width: 880, height: 900 });
    await expect.poll(async () => (await savedCsv(page)).text).toContain("Name,Note,Hours\r\n");
  });

  it("leaves out rows of closed groups", async () => {
    const page = await openTable({ items, isGrouped: true });
    await page.getByRole("button", { name: "Data (2)" }).click();
    await expect.poll(() => names(page)).toEqual(["Data (2)", "Web (2)", "Brief", "Copy"]);
    expect((await savedCsv(page)).text).toBe(
      "\uFEFFName,Note,Team,Hours\r\nBrief,third,Web,2\r\nCopy,second,Web,7.5\r\n",
    );
  });

  it("never lets text begin like a formula, and leaves numbers alone", async () => {
    const texts = ["=1+1", "+49 30", "-1", "@SUM(A1)", "\t=1", '"a", b'];
    const page = await openTable({
      items: texts.map((note, index) => ({
        id: String(index),
        name: `${index}`,
        note,
        team: "",
        hours: -index,
      })),
    });
    expect((await savedCsv(page)).text.split("\r\n").slice(1, -1)).toEqual([
      "0,'=1+1,,0",
      "1,'+49 30,,-1",
      "2,'-1,,-2",
      "3,'@SUM(A1),,-3",
      '4,"\'\t=1",,-4',
      '5,"""a"", b",,-5',
    ]);
  });

  it("prints all rows of the table without the page around it", async () => {
    const page = await openTable({ items });
    await page.evaluate(() => {
      window.print = () => {};
    });
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "Print table" }).click();
    const sheet = page.locator("[data-print-sheet]");
    await sheet.waitFor({ state: "attached" });
    try {
      await page.emulateMedia({ media: "print" });
      expect(await sheet.isVisible()).toBe(true);
      expect(await page.locator("h1").isVisible()).toBe(false);
      expect(await sheet.locator("tbody tr").count()).toBe(4);
      expect(await sheet.locator("th").allTextContents()).toEqual(["Name, Note", "Team", "Hours"]);
      await screenshot(page, "print-sheet");
    } finally {
      await page.emulateMedia({ media: null });
    }
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await sheet.waitFor({ state: "detached" });
  });
});

describe("rows are selected", () => {
  it("by mouse, one by one, as a range and all", async () => {
    const page = await openTable({ items });
    await box(page, "audit").check();
    await box(page, "Copy").click({ modifiers: ["Shift"] });
    await expect.poll(() => status(page)).toBe("3 items selected");
    await box(page, "Brief").uncheck();
    await expect.poll(() => status(page)).toBe("2 items selected");
    await page.getByRole("button", { name: "Change items" }).click();
    await page.getByText("audit, Copy", { exact: true }).waitFor();
    await expectAccessible(page, "a table with a selection");
    await screenshot(page, "table-selection");
    await page.getByRole("checkbox", { name: "Select all rows" }).check();
    await expect.poll(() => status(page)).toBe("4 items selected");
    await page.getByRole("button", { name: "Clear selection" }).click();
    await expect.poll(() => status(page)).toBe("");
  });

  it("by keyboard: x, Shift with the arrows, Escape", async () => {
    const page = await openTable({ items, isGrouped: true });
    await page.getByRole("link", { name: "audit" }).focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focusedText(page)).toBe("Deck");
    await page.keyboard.press("x");
    await expect.poll(() => status(page)).toBe("1 item selected");
    // This moves past the heading of the next group.
    await page.keyboard.press("Shift+ArrowDown");
    await expect.poll(() => focusedText(page)).toBe("Brief");
    await page.keyboard.press("Shift+ArrowDown");
    await expect.poll(() => status(page)).toBe("3 items selected");
    await page.keyboard.press("x");
    await expect.poll(() => status(page)).toBe("2 items selected");
    await page.keyboard.press("Escape");
    await expect.poll(() => status(page)).toBe("");
    expect(await focusedText(page)).toBe("Copy");
  });

  it("until the filter changes; another order keeps them", async () => {
    const page = await openTable({ items });
    await box(page, "Deck").check();
    await page.getByRole("button", { name: "Hours" }).click();
    await expect.poll(() => sortOrder(page)).toEqual(["Hours descending"]);
    expect(await box(page, "Deck").isChecked()).toBe(true);
    await page.getByLabel("Filter").fill("o");
    await expect.poll(() => status(page)).toBe("");
  });
});
