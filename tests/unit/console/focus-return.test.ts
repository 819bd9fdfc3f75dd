/** Mantine returns the focus only from a dialog that was mounted closed. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const SOURCE = path.resolve(import.meta.dirname, "../../../web/src");
/** The sign-in covers the whole page, so it is an exception. */
const EXCEPTIONS = ["session/sign-in-again.tsx", "ui/dialog.tsx"];

it("a dialog that is mounted open is a Dialog, or its opener defines where the focus goes", () => {
  const losing = globSync("**/*.tsx", { cwd: SOURCE })
    .filter((file) => !EXCEPTIONS.includes(file))
    .filter((file) => {
      const text = readFileSync(path.join(SOURCE, file), "utf8");
      const tags = text.match(/<(?:Modal|Drawer)\n[\s\S]*?\n {2,6}>\n/g) ?? [];
      return tags.some((tag) => /^ *opened$/m.test(tag) && !/^ *returnFocus=\{false\}$/m.test(tag));
    });
  expect(losing).toEqual([]);
});
