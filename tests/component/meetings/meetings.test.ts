import { describe, expect, it } from "vitest";
import { rows, rpc } from "../answers.ts";
import {
  expectAccessible,
  focusedText,
  inEveryLook,
  inEveryLookOfState,
  openConsole,
  screenshot,
} from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { projectPageAnswers, shop } from "../fixtures/project-page.ts";

const project = { id: String(shop?.id), name: String(shop?.name) };
const meeting = {
  id: idOf(80, 1),
  title: "Weekly call",
  starts_at: "2026-11-16T09:00:00+00:00",
  ends_at: "2026-11-16T10:00:00+00:00",
  recorded_by: "Lead Example",
  url: null,
  attendees: [
    { name: "Petra Hallund", email: "petra@velmora.test" },
    { name: null, email: "tilo@tandrel.test" },
  ],
};
const unmatchedMeeting = {
  ...meeting,
  summary: "Stock is read every five minutes.",
  candidates: [
    { project_id: project.id, project_name: project.name, reason: "The title names the shop" },
  ],
};
const source = {
  id: meeting.id,
  kind: "meeting" as const,
  title: meeting.title,
  project_id: project.id,
  is_restricted: false,
  occurred_at: meeting.starts_at,
  archived_at: null,
  published_version: 1,
};

/** The review list, and the assignments that were sent. */
function reviewService() {
  const requests: Record<string, unknown>[] = [];
  let waiting = [unmatchedMeeting];
  const answers = [
    rpc("list_unmatched_meetings", () => ({ total: waiting.length, meetings: waiting })),
    rpc("assign_meeting", (args: Record<string, unknown>) => {
      requests.push(args);
      waiting = args["is_decided"] === false ? [unmatchedMeeting] : [];
      return { id: meeting.id };
    }),
  ];
  return { answers, requests };
}

describe("meetings without a project", () => {
  it("are assigned to a suggested project with a key, and the assignment is undone", async () => {
    const { answers, requests } = reviewService();
    const page = await openConsole("/meetings", { answers });
    await page.getByText("The title names the shop").waitFor();
    await page.getByText("with Petra Hallund, tilo@tandrel.test").waitFor();
    await page
      .getByRole("button", { name: `Assign to ${project.name}: Weekly call` })
      .press("Enter");
    await page.getByRole("heading", { name: "No meetings to assign" }).waitFor();
    expect(await focusedText(page)).toContain("No meetings to assign");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("heading", { name: "Weekly call" }).waitFor();
    expect(requests).toEqual([
      { meeting_id: meeting.id, project_id: project.id, is_decided: true },
      { meeting_id: meeting.id, project_id: null, is_decided: false },
    ]);
  });

  it("have an empty list that links to the first step", async () => {
    const noMeetings = rpc("list_unmatched_meetings", () => ({ total: 0, meetings: [] }));
    const page = await openConsole("/meetings", { answers: [noMeetings] });
    await page.getByRole("heading", { name: "No meetings to assign" }).waitFor();
    const next = page.getByRole("main").getByRole("link", { name: "integrations" });
    expect(await next.getAttribute("href")).toBe("/settings/integrations");
    await inEveryLookOfState(page, (look) => expectAccessible(page, `meetings, empty ${look}`));
  });

  it("can be left without a project", async () => {
    const { answers, requests } = reviewService();
    const page = await openConsole("/meetings", { answers });
    await page.getByRole("button", { name: "Leave without a project: Weekly call" }).click();
    await page.getByText("Weekly call belongs to no project.", { exact: false }).waitFor();
    expect(requests).toEqual([{ meeting_id: meeting.id, project_id: null, is_decided: true }]);
  });

  it("are listed accessibly in every look", async () => {
    const page = await openConsole("/meetings", reviewService());
    await page.getByRole("heading", { name: "1 meeting to assign" }).waitFor();
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `meetings ${look}`);
      await screenshot(page, `meetings-${look}`);
    });
  });

  it("are in the navigation only for admins and leads", async () => {
    const page = await openConsole("/meetings", reviewService());
    const rail = page.getByRole("navigation", { name: "Main" });
    await rail.getByRole("link", { name: "Meetings" }).waitFor();
    const other = await openConsole("/meetings", { as: people.member });
    await other.getByText(/admins and leads/i).waitFor();
    const links = other.getByRole("navigation", { name: "Main" }).getByRole("link");
    expect(await links.allTextContents()).not.toContain("Meetings");
    expect(await links.allTextContents()).toContain("Inbox");
  });
});

describe("the note of a project", () => {
  const entry = {
    id: idOf(81, 1),
    project_id: project.id,
    source_id: meeting.id,
    occurred_on: "2026-11-16",
    title: "Weekly call",
    body: "## Decisions\n\n* Stock is read every five minutes.",
  };

  it("lists dated entries, each with a link to its source, in every look", async () => {
    const answers = [rows("project_notes", [entry]), ...projectPageAnswers];
    const page = await openConsole(`/projects/${project.id}?view=note`, { answers });
    const note = page.getByRole("list", { name: "Entries of the note" });
    await note.getByText("• Stock is read every five minutes.", { exact: false }).waitFor();
    expect(await note.getByRole("link", { name: "Weekly call" }).getAttribute("href")).toBe(
      `/sources/${meeting.id}`,
    );
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `note ${look}`);
      await screenshot(page, `note-${look}`);
    });
  });

  it("explains its purpose while it has no entry", async () => {
    const answers = [rows("project_notes", []), ...projectPageAnswers];
    const page = await openConsole(`/projects/${project.id}?view=note`, { answers });
    await page.getByText("Each meeting and each email of this project").waitFor();
  });
});

describe("the page of a meeting", () => {
  it("gives the reason for its project, and restricts the meeting with undo", async () => {
    const requests: unknown[] = [];
    const page = await openConsole(`/sources/${meeting.id}`, {
      answers: [
        rows("sources", [source]),
        rows("passages", []),
        rows("meetings", [
          { ...meeting, matched_by: "evidence", match_reason: "The title names the shop" },
        ]),
        rpc("restrict_meeting", (args: unknown) => {
          requests.push(args);
          return {};
        }),
      ],
    });
    await page.getByText("Why this project: The title names the shop.").waitFor();
    await page.getByRole("button", { name: "Restrict meeting" }).click();
    await page.getByText("Only admins and leads see Weekly call.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    expect(requests).toEqual([
      { meeting_id: meeting.id, is_restricted: true },
      { meeting_id: meeting.id, is_restricted: false },
    ]);
    await expectAccessible(page, "meeting");
  });

  it("shows a member the facts, and no action", async () => {
    const page = await openConsole(`/sources/${meeting.id}`, {
      as: people.member,
      answers: [
        rows("sources", [source]),
        rows("passages", []),
        rows("meetings", [
          { ...meeting, matched_by: "person", match_reason: "Assigned by a person" },
        ]),
      ],
    });
    await page.getByText("With Petra Hallund, tilo@tandrel.test").waitFor();
    expect(await page.getByRole("button", { name: "Restrict meeting" }).count()).toBe(0);
  });
});
