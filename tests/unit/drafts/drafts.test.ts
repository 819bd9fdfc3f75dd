import { extractText } from "unpdf";
import { describe, expect, test } from "vitest";
import { Fence } from "../../../supabase/functions/_domain/chat/fence.ts";
import {
  composeSections,
  composeWeekly,
} from "../../../supabase/functions/_domain/drafts/compose.ts";
import type {
  EvidenceItem,
  EvidencePack,
} from "../../../supabase/functions/_domain/drafts/contract.ts";
import {
  draftEvidence,
  draftInstructions,
  sectionsOf,
} from "../../../supabase/functions/_domain/drafts/instructions.ts";
import { renumber } from "../../../supabase/functions/_domain/drafts/markers.ts";
import { draftAsDocx } from "../../../supabase/functions/_files/drafts/docx.ts";
import { draftAsPdf } from "../../../supabase/functions/_files/drafts/pdf.ts";
import { partsOf, textOf } from "../../../supabase/functions/_files/zip-archive.ts";

const id = "00000000-0000-4000-8000-000000000001";
const item = (number: number, more: Partial<EvidenceItem>): EvidenceItem => ({
  number,
  group: "passage",
  kind: "passage",
  query: "passages",
  title: "Weekly call",
  text: "Hello. We agreed on twelve pages. The rest follows.",
  is_internal: false,
  ...more,
});
const pack: EvidencePack = {
  id,
  project_id: id,
  from_on: "2026-03-02",
  to_on: "2026-03-08",
  is_restricted: false,
  created_at: "2026-03-08T10:00:00Z",
  created_by: null,
  items: [
    item(1, { group: "decided", location: { speaker: "Ida" } }),
    item(2, { text: 'She said "yes". We wait.' }),
    item(3, { group: "done", kind: "row", query: "tasks_done", text: "The page was finished." }),
    item(4, { group: "hours", kind: "figure", text: "We recorded 3 hours.", is_internal: true }),
    item(5, { group: "planned", kind: "row", text: "The next page is due on 12 March 2026." }),
  ],
};

describe("markers", () => {
  test("used passages are counted first, then every row and figure", () => {
    expect(renumber(["A [2]. B [5].", "C [3, 2]."], pack.items)).toEqual({
      itemNumbers: [2, 3, 4, 5],
      texts: ["A [1]. B [4].", "C [2, 1]."],
    });
  });

  test("a marker that names no item is removed, and a link stays", () => {
    const { texts } = renumber(["A [99]. B [98-99, 3]. [C](https://c.example)"], pack.items);
    expect(texts).toEqual(["A . B [1]. [C](https://c.example)"]);
  });
});

describe("a draft without a model", () => {
  test("has a sentence for each item that a client may read, with its marker", () => {
    expect(composeWeekly(pack)).toEqual({
      headline: "Update for 2 March 2026 to 8 March 2026",
      body: "Done:\n- The page was finished [3].\n\nDecided:\n- Ida in Weekly call: “We agreed on twelve pages. The rest follows.” [1]",
      next_steps: "- The next page is due on 12 March 2026 [5].",
    });
  });

  test("names the speaker of the line that it quotes, not of the passage", () => {
    const text = "Ida: Good morning.\nBen: We agreed on April. All is well.";
    const items = [
      item(1, { group: "decided", text, source_kind: "meeting", location: { speaker: "Ida" } }),
    ];
    expect(composeWeekly({ ...pack, items }).body).toBe(
      "Decided:\n- Ben in Weekly call: “We agreed on April. All is well.” [1]",
    );
  });

  test("does not mistake the text before a colon for a speaker of an email", () => {
    const text = "Morning, the provider answered: the review is late.";
    const items = [item(1, { group: "at_risk", text, source_kind: "email", title: "Re: Payment" })];
    expect(composeWeekly({ ...pack, items }).body).toBe(
      "At risk:\n- Re: Payment: “Morning, the provider answered: the review is late.” [1]",
    );
  });

  test("quotes a sentence instead of a heading or a label, without the mark of a list", () => {
    const text = "# Brief\n## Decisions\nPhase\n* The shop opens in May. More follows.";
    const items = [item(1, { group: "decided", text, source_kind: "document", title: "Brief" })];
    expect(composeWeekly({ ...pack, items }).body).toBe(
      "Decided:\n- Brief: “The shop opens in May. More follows.” [1]",
    );
  });

  test("fills each section with the groups that it collects, each group once", () => {
    const sections = [
      { heading: "Summary", collects: ["passage" as const, "done" as const] },
      { heading: "More", collects: ["done" as const] },
    ];
    expect(composeSections(pack, sections)).toEqual([
      {
        heading: "Summary",
        body: '- Weekly call: She said "yes" [2].\n- The page was finished [3].',
      },
      { heading: "More", body: "Nothing to report for this period." },
    ]);
  });
});

describe("a draft by a model", () => {
  const fence = new Fence("mark");
  const task = {
    project: { name: "Shop", client: "Harbour", agency: "North" },
    pack,
    headings: [{ heading: "Summary", guidance: "Short." }],
    profile: null,
  };

  test("gets the evidence between marks, without internal items, and within its length", () => {
    const evidence = draftEvidence(task, fence, 10_000);
    expect(evidence).toContain("[1] (decided; Weekly call; said by Ida)");
    expect(evidence).not.toContain("3 hours");
    expect(draftEvidence(task, fence, 200).length).toBeLessThanOrEqual(200);
    expect(draftInstructions(task, fence)).toContain("## Summary\n(Short.)");
  });

  test("is read by its headings", () => {
    const sections = sectionsOf("Intro\n## **Summary**\nA [1].\n\nB.\n## Next steps:\nC.");
    expect([...sections]).toEqual([
      ["summary", "A [1].\n\nB."],
      ["next steps", "C."],
    ]);
  });
});

describe("the file of an approved draft", () => {
  const draft = {
    title: "Scope of the shop",
    project: "Shop",
    client: "Harbour",
    agency: "North",
    version: 2,
    approved_by: "Ida",
    approved_on: "2026-03-08",
    file_name: "Shop scope v2",
    format: "pdf" as const,
    sections: [
      { heading: "In scope", body: `- All pages → ${"x".repeat(300)}\n${"Text ".repeat(2000)}` },
    ],
    revisions: [{ version: 1, by: "Ida", written_on: "2026-03-07" }],
  };

  test("is a Word document", async () => {
    const bytes = await draftAsDocx(draft);
    expect(new TextDecoder().decode(bytes.slice(0, 2))).toBe("PK");
  });

  test("is a Word document in every script", async () => {
    const body = "Zażółć gęślą · Αλέξανδρος · Юрій Ґудзь · 漢字 · שלום · 🎉";
    const xml = await xmlOf(await draftAsDocx({ ...draft, sections: [{ heading: "W", body }] }));
    expect(xml).toContain(body);
  });

  const xmlOf = async (bytes: Uint8Array) => {
    const part = partsOf(bytes).find(({ name }) => name === "word/document.xml");
    if (!part) throw new Error("The file has no document");
    let xml = "";
    for await (const text of textOf(new Uint8Array(bytes), part)) xml += text;
    return xml;
  };
  const pagesOf = async (body: string, more: Partial<typeof draft> = {}) => {
    const sections = [{ heading: "In scope", body }];
    const { text } = await extractText(await draftAsPdf({ ...draft, sections, ...more }));
    return text;
  };

  test("is a PDF of several pages with every word of the draft", async () => {
    const pages = await pagesOf(draft.sections[0]?.body ?? "");
    expect(pages.length).toBe(3);
    const text = pages.join(" ").replace(/\s+/g, " ");
    expect(text).toContain(
      "Scope of the shop North for Harbour · Shop · version 2, approved on 8 March 2026 by Ida",
    );
    expect(text).toContain("• All pages → xxx");
    expect(text.match(/Text/g)?.length).toBe(2000);
    expect(text).toMatch(/Revision history Version Date Author 1 7 March 2026 Ida Page 3 of 3$/);
  });

  const table = [
    "Before.",
    "| Aufgabe | Stand |",
    "|---|:--|",
    "| Größenübersicht | fertig |",
    `| ${"Donaudampfschifffahrt".repeat(9)} | offen | zu viel |`,
    "| nur eine Spalte |",
    "After | not a row.",
    "| no row of dashes follows |",
  ].join("\n");

  test("has the columns of a table, and keeps bars elsewhere", async () => {
    const [text = ""] = await pagesOf(table);
    const words = text.replace(/\s+/g, " ");
    expect(words).toContain("Before. Aufgabe Stand Größenübersicht fertig Donaudampf");
    expect(words).toContain("offen");
    expect(words).not.toMatch(/---|zu viel/);
    expect(words).toContain("After | not a row. | no row of dashes follows |");
    const bytes = await draftAsDocx({ ...draft, sections: [{ heading: "In scope", body: table }] });
    const xml = await xmlOf(bytes);
    const rowsOf = [...xml.matchAll(/<w:tr>.*?<\/w:tr>/gs)].map(([row]) =>
      [...row.matchAll(/<w:t [^>]*>([^<]*)/g)].map(([, text]) => text),
    );
    expect(rowsOf.slice(0, 2)).toEqual([
      ["Aufgabe", "Stand"],
      ["Größenübersicht", "fertig"],
    ]);
    expect(rowsOf.slice(-2)).toEqual([
      ["Version", "Date", "Author"],
      ["1", "7 March 2026", "Ida"],
    ]);
  });

  test("repeats no line and loses none of a row that is longer than a page", async () => {
    const cell = Array.from({ length: 900 }, (_, index) => `w${index}`).join(" ");
    const pages = await pagesOf(`| A | B |\n|---|---|\n| ${cell} | end |`);
    const words = pages.join(" ").match(/w\d+/g);
    expect(words).toHaveLength(900);
    expect(new Set(words).size).toBe(900);
  });

  test("prints the letters of languages other than English, and no characters without a shape", async () => {
    const lines = [
      "Łukasz Żółć-Gęślą napisał: „Zażółć jaźń”",
      "Η Αλέξανδρος Παπαδόπουλος ενέκρινε τις σελίδες",
      "Юрій Ґудзь і Ђорђе Љубичић согласовали объём",
      "Nguyễn Thị Hường, Հայաստան, საქართველო",
      "≥ 5 % ± 1 – 12 € → ✓ “office” ‘fit’ … №",
      "Accents typed apart: Z\u0307o\u0301łc\u0301",
    ];
    const shapeless = "Soft\u00adhyphen zero\u200bwidth\u0007 bell \ufeffmark";
    const more = { title: lines[0], approved_by: lines[1] };
    const pages = await pagesOf([...lines, shapeless].join("\n"), more);
    const text = pages.join(" ").replace(/\s+/g, " ");
    for (const line of lines) expect(text).toContain(line.normalize("NFC"));
    expect(text.split("Gęślą")).toHaveLength(3);
    expect(text.split("ενέκρινε")).toHaveLength(3);
    expect(text).toContain("Softhyphen zerowidth bell mark");
  });

  test.each([
    ["漢字のページ", "漢 字 の ペ ー ジ"],
    ["שלום", "ש ל ו ם"],
    ["Ready 🎉", "🎉"],
  ])("is refused for %s, and the refusal names the letters", async (body, letters) => {
    await expect(pagesOf(body)).rejects.toMatchObject({
      status: 409,
      code: "letters_not_in_font",
      message: `The PDF font lacks these letters: ${letters}. Download DOCX instead`,
    });
  });
});
