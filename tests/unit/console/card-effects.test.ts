import { expect, test } from "vitest";
import type { Approval } from "../../../web/src/api/approval-routes.ts";
import { effectOf } from "../../../web/src/features/inbox/words.ts";

const effect = (kind: string) => effectOf({ kind, group: "external" } as Approval).does;

test.each(["calendar_event_create", "calendar_event_update", "calendar_event_cancel"])(
  "%s promises nothing to attendees of an event that is only in Countersign",
  (kind) => {
    expect(effect(kind)).toContain("Countersign itself notifies nobody");
  },
);

test.each([
  [{ reply: "Yes, on Friday." }, "shows your reply in the client's portal"],
  [{}, "without a reply"],
])("a client request with %o says what the client will read", (payload, words) => {
  const card = { kind: "client_request", group: "record", payload } as unknown as Approval;
  expect(effectOf(card).does).toContain(words);
});

test("a task is promised in the tracker only if one is connected", () => {
  expect(effect("task_create")).toBe(
    "Creates one task: in ClickUp if it is connected, otherwise in Countersign.",
  );
});
