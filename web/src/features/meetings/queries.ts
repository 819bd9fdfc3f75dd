import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { read, supabase } from "../../supabase/client.ts";

const Attendee = z.object({ name: z.string().nullable(), email: z.string().nullable() });
const Attendees = z.array(Attendee);

const UnmatchedMeetings = z.object({
  total: z.coerce.number(),
  meetings: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      starts_at: z.string(),
      ends_at: z.string(),
      recorded_by: z.string().nullable(),
      url: z.string().nullable(),
      attendees: Attendees,
      summary: z.string().nullable(),
      candidates: z.array(
        z.object({ project_id: z.string(), project_name: z.string(), reason: z.string() }),
      ),
    }),
  ),
});
export type UnmatchedMeeting = z.output<typeof UnmatchedMeetings>["meetings"][number];

/** The meetings that wait for a project, with suggestions. */
export const unmatchedMeetings = queryOptions({
  queryKey: ["meetings", "unmatched"],
  queryFn: async ({ signal }) =>
    UnmatchedMeetings.parse(
      (await read(supabase().rpc("list_unmatched_meetings").abortSignal(signal))).data,
    ),
});

/** Null if there is no such meeting that the viewer can see. */
export const meetingById = (id: string) =>
  queryOptions({
    queryKey: ["meetings", id],
    queryFn: async ({ signal }) => {
      const { data } = await read(
        supabase()
          .from("meetings")
          .select("starts_at, ends_at, recorded_by, url, attendees, matched_by, match_reason")
          .eq("id", id)
          .abortSignal(signal),
      );
      const [meeting] = data;
      return meeting ? { ...meeting, attendees: Attendees.parse(meeting.attendees) } : null;
    },
  });

export async function assignMeeting(
  meeting_id: string,
  project_id: string | null,
  is_decided = true,
): Promise<void> {
  // The function accepts null, which the generated type excludes.
  const args = { meeting_id, project_id: project_id as string, is_decided };
  await read(supabase().rpc("assign_meeting", args));
}

export async function restrictMeeting(meeting_id: string, is_restricted: boolean): Promise<void> {
  await read(supabase().rpc("restrict_meeting", { meeting_id, is_restricted }));
}

export const attendeesInWords = (attendees: z.output<typeof Attendees>): string =>
  attendees.map(({ name, email }) => name ?? email ?? "Someone").join(", ");
