import { describe, expect, it } from "vitest";
import { payloadFields } from "../../../supabase/functions/_domain/approvals/kinds.ts";
import {
  formValuesOf,
  payloadOf,
  problemsIn,
} from "../../../web/src/features/inbox/form-values.ts";
import {
  parseApprovalsSearch,
  parseInboxSearch,
} from "../../../web/src/features/inbox/search-params.ts";

const task = payloadFields.task_create;
const event = payloadFields.calendar_event_create;
const draft = payloadFields.sow_draft;

function payloadAfter(
  fields: typeof task,
  payload: Parameters<typeof payloadOf>[1],
  changes: object,
) {
  const initial = formValuesOf(fields, payload);
  return payloadOf(fields, payload, initial, { ...initial, ...changes });
}

describe("a payload as a form", () => {
  it("comes back unchanged when no one touched it", () => {
    const payload = {
      summary: "Kick-off",
      starts_at: "2026-12-01T09:00:30.123456Z",
      ends_at: "2026-12-01T10:00:00+00:00",
      time_zone: "Europe/Berlin",
      attendees: ["a@client.test"],
    };
    expect(payloadAfter(event, payload, {})).toEqual(payload);
  });

  it("keeps the instant in every time zone of the reader", () => {
    const payload = { summary: "Kick-off", starts_at: "2026-12-01T09:00:00Z" };
    const { starts_at: startsAt } = formValuesOf(event, payload);
    expect(new Date(String(startsAt)).toISOString()).toBe("2026-12-01T09:00:00.000Z");
    const newStart = String(startsAt).replace("2026-12-01", "2026-12-02");
    expect(payloadAfter(event, payload, { starts_at: newStart })["starts_at"]).toBe(
      "2026-12-02T09:00:00.000Z",
    );
  });

  it("has a rule that includes the day of its start, and none where the event does not repeat", () => {
    const payload = {
      summary: "Standup",
      starts_at: "2026-12-01T09:00:00Z",
      ends_at: "2026-12-01T09:15:00Z",
      time_zone: "UTC",
      recurrence: { frequency: "weekly", interval: 2, weekdays: [2], count: 4 },
    };
    expect(payloadAfter(event, payload, {})).toEqual(payload);
    const { recurrence } = formValuesOf(event, payload);
    const recurrenceAfter = (changes: object) =>
      payloadAfter(event, payload, { recurrence: { ...(recurrence as object), ...changes } })[
        "recurrence"
      ];
    expect(recurrenceAfter({ weekdays: [5], ends: "until", until: "2027-01-31" })).toEqual({
      frequency: "weekly",
      interval: 2,
      weekdays: [2, 5],
      until: "2027-01-31",
    });
    expect(recurrenceAfter({ frequency: "" })).toBeUndefined();
    const values = {
      ...formValuesOf(event, payload),
      recurrence: { ...(recurrence as object), count: "0" },
    };
    expect(problemsIn(event, values as never)).toEqual({
      recurrence: "Repeat from 2 to 366 times",
    });
  });

  it("reads numbers with a comma, and leaves out what was emptied", () => {
    expect(
      payloadAfter(
        task,
        { title: "A", estimate_hours: 3, due_on: "2026-12-04" },
        { estimate_hours: "4,5", due_on: "" },
      ),
    ).toEqual({ title: "A", estimate_hours: 4.5 });
  });

  it("sends sections in their order, and leaves out lists that were emptied", () => {
    const sections = [
      { heading: "B", body: "2" },
      { heading: "A", body: "1" },
    ];
    expect(payloadAfter(draft, { title: "SOW", sections: [] }, { sections })).toEqual({
      title: "SOW",
      sections,
    });
    expect(
      payloadAfter(event, { summary: "A", attendees: ["a@client.test"] }, { attendees: [] }),
    ).toEqual({ summary: "A" });
  });
});

describe("an error that a form shows before it is sent", () => {
  const problems = (fields: typeof task, values: Parameters<typeof problemsIn>[1]) =>
    problemsIn(fields, { ...formValuesOf(fields, {}), ...values });

  it("is a missing value, a non-number, a negative number or a value that is too long", () => {
    expect(problems(task, { title: " ", estimate_hours: "many" })).toEqual({
      title: "Enter the title",
      estimate_hours: "Enter a number",
    });
    expect(problems(task, { title: "A", estimate_hours: "-1" })).toEqual({
      estimate_hours: "Enter zero or more",
    });
    expect(problems(task, { title: "A".repeat(201) })).toEqual({ title: "At most 200 characters" });
    expect(
      problems(payloadFields.scope_change, { title: "A", description: "B", hours_change: "-40" }),
    ).toEqual({});
  });

  it("names each missing field and the next step", () => {
    expect(problems(event, {})).toEqual({
      summary: "Enter the title",
      starts_at: "Enter a date and a time for the start",
      ends_at: "Enter a date and a time for the end",
      time_zone: "Choose the time zone",
    });
    expect(problems(payloadFields.weekly_update, {})).toEqual({
      week_of: "Enter the first day of the week",
      headline: "Enter the headline",
      body: "Enter the update",
    });
    expect(problems(payloadFields.email_draft, {})).toMatchObject({
      to: "Enter at least one recipient",
    });
    expect(problems(payloadFields.scope_flag, {})).toMatchObject({
      severity: "Choose the severity",
    });
    expect(problems(draft, { title: "A" })).toEqual({ sections: "Add a section" });
  });

  it("is an end before the start, and a section without a heading", () => {
    const times = { summary: "A", time_zone: "UTC", starts_at: "2026-12-01T10:00" };
    expect(problems(event, { ...times, ends_at: "2026-12-01T09:00" })).toEqual({
      ends_at: "Enter an end after the start",
    });
    expect(problems(event, { ...times, ends_at: "2026-12-01T11:00" })).toEqual({});
    expect(problems(draft, { title: "A", sections: [{ heading: "", body: "x" }] })).toEqual({
      sections: "Every section needs a heading",
    });
  });
});

const inboxOf = (input: object) =>
  parseInboxSearch(input as Parameters<typeof parseInboxSearch>[0]);
const approvalsOf = (input: object) =>
  parseApprovalsSearch(input as Parameters<typeof parseApprovalsSearch>[0]);

describe("the search parameters of the inbox", () => {
  it("keep known values and drop unknown ones", () => {
    const project = "00000004-0000-4000-8000-000000100001";
    const search = { kind: "task_create", project, sort: "due", q: "refund", mine: "true" };
    expect(inboxOf(search)).toEqual({ ...search, mine: true });
    expect(inboxOf({ kind: "nonsense", project: "'; drop", sort: "newest", mine: "yes" })).toEqual({
      kind: "",
      project: "",
      sort: "stakes",
      q: "",
      mine: false,
    });
    expect(inboxOf({ q: "a".repeat(300) }).q).toHaveLength(200);
    expect(approvalsOf({ status: "unknown" }).status).toBe("unknown");
    expect(approvalsOf({ status: "lost" }).status).toBe("");
  });
});
