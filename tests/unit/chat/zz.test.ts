import { expect, test } from "vitest";
import { claimsOf, withoutMarkers } from "../../../supabase/functions/_domain/chat/markers.ts";
import { References } from "../../../supabase/functions/_domain/chat/references.ts";
import { extractiveAnswer } from "../../../supabase/functions/_domain/chat/extractive.ts";
test("x", () => {
  const r = new References();
  const n = r.add({ kind: "chunk", id: "a", sourceId: "s", title: "Brief", text: "We met on Monday. The budget – all of it – is agreed. Nobody objected." });
  expect(n).toBe(1);
  const c = claimsOf('The budget is agreed [1]. And "nobody was there at all" [2]. He said "the budget - all of it - is agreed" [1, 3].', r);
  console.log(JSON.stringify(c));
  console.log(withoutMarkers("a [1], b [2, 1] c [7].", new Set([1])));
  console.log(JSON.stringify(extractiveAnswer("what about the budget?", r)));
});
