/** The console refuses files before it uploads them, by the same rules and in the same words as the database. */
import { describe, expect, test } from "vitest";
import { contentTypes, refusalOf } from "../../web/src/features/documents/file-types.ts";
import { owner } from "../support/database.ts";

describe("the upload form", () => {
  test.each([
    { name: "photo.png", type: "image/png", size: 1 },
    { name: "empty.md", type: "text/markdown", size: 0 },
    { name: "huge.pdf", type: "application/pdf", size: 26_214_401 },
  ])("refuses $name in the words of the database", async (file) => {
    const refusal = await owner`
      select private.check_upload(${file.name}, ${file.type}, ${file.size}, 'Title')`.then(
      () => null,
      (error: Error) => error.message,
    );
    expect(refusal).not.toBeNull();
    expect(refusalOf(file)).toBe(refusal);
  });

  test.each(Object.entries(contentTypes))(
    "accepts .%s, as the database does",
    async (ending, type) => {
      const [verdict] = await owner<{ is_read: boolean }[]>`
      select private.is_document_type(${type}, ${`a.${ending}`}) as is_read`;
      expect(verdict).toEqual({ is_read: true });
    },
  );
});
