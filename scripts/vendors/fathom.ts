/** Fathom: meetings with transcripts, listed by creation; a deleted one is no longer listed. */
import { checkerOf } from "./contract.ts";
import { standardWebhook } from "./pushes.ts";
import type { Meeting, Person } from "./records.ts";
import type { Entry } from "./truth.ts";
import {
  type Call,
  InvalidRequest,
  isoSecondsOf,
  ok,
  type Reply,
  recognizer,
  type Vendor,
  type World,
} from "./vendor.ts";

export const FATHOM_KEY = "fathom-simulated-key";
const PAGE = 10;

export function fathom({ truth, tokens, subscriptions }: World): Vendor {
  const checker = checkerOf("fathom");
  const { meetings, directory } = truth;

  meetings.onChange(({ kind, entry }) => {
    if (kind !== "created") return;
    subscriptions.publish("fathom", (subscription) => {
      const content = resourceOf(entry, { transcript: true, summary: true, actionItems: true });
      const problems = checker.componentProblems("Meeting", content);
      if (problems.length > 0) throw new Error(`Fathom's push is invalid: ${problems.join("; ")}`);
      const body = JSON.stringify(content);
      const id = `msg_${entry.id}`;
      return { id, headers: standardWebhook(subscription, id, Date.now(), body), body };
    });
  });

  const isExternal = ({ email }: Person) => domainOf(email) !== directory.domain;

  function resourceOf(
    { id, data, createdAt }: Entry<Meeting>,
    include: { transcript: boolean; summary: boolean; actionItems: boolean },
  ) {
    const url = `https://fathom.video/calls/${id}`;
    return {
      title: data.title,
      meeting_title: data.title,
      meeting_type: null,
      recording_id: Number(id),
      url,
      meeting_url: null,
      share_url: `https://fathom.video/share/${id}`,
      created_at: isoSecondsOf(createdAt),
      scheduled_start_time: isoSecondsOf(data.start),
      scheduled_end_time: isoSecondsOf(data.end),
      recording_start_time: isoSecondsOf(data.start),
      recording_end_time: isoSecondsOf(data.end),
      calendar_invitees_domains_type: data.invitees.some(isExternal)
        ? "one_or_more_external"
        : "only_internal",
      shared_with: "all_teams",
      transcript_language: "en",
      calendar_invitees: data.invitees.map((person) => ({
        name: person.name,
        matched_speaker_display_name: null,
        email: person.email,
        email_domain: domainOf(person.email),
        is_external: isExternal(person),
      })),
      recorded_by: {
        name: data.recordedBy.name,
        email: data.recordedBy.email,
        email_domain: domainOf(data.recordedBy.email),
        team: null,
      },
      ...(include.transcript && { transcript: transcriptOf(data) }),
      ...(include.summary && { default_summary: summaryOf(data) }),
      ...(include.actionItems && {
        action_items: data.actionItems.map(({ description, assignee, second, completed }) => ({
          description,
          user_generated: false,
          completed,
          recording_timestamp: timestampOf(second),
          recording_playback_url: `${url}?timestamp=${second}`,
          assignee: assignee
            ? { name: assignee.name, email: assignee.email, team: null }
            : { name: null, email: null, team: null },
        })),
      }),
    };
  }

  /** Meetings, newest first, from the caller's position on. */
  function listMeetings({ query }: Call): Reply {
    const cursor = query.get("cursor");
    const page = cursor === null ? null : tokens.read<{ before: number }>("fathom", "page", cursor);
    if (page && page.state !== "valid") throw new InvalidRequest("the cursor is invalid");
    const after = Date.parse(query.get("created_after") ?? "") || Number.NEGATIVE_INFINITY;
    const before = Date.parse(query.get("created_before") ?? "") || Number.POSITIVE_INFINITY;
    const recorders = query.getAll("recorded_by[]");
    const matches = meetings
      .live()
      .filter(({ createdAt }) => createdAt > after && createdAt < before)
      .filter(({ data }) => recorders.length === 0 || recorders.includes(data.recordedBy.email))
      .sort((a, b) => b.createdAt - a.createdAt || Number(b.id) - Number(a.id));
    const start = page ? matches.findIndex(({ id }) => Number(id) === page.value.before) + 1 : 0;
    const items = matches.slice(start, start + PAGE);
    const last = items.at(-1);
    const isLast = start + PAGE >= matches.length;
    const includes = (part: string) => query.get(`include_${part}`) === "true";
    return ok({
      limit: PAGE,
      next_cursor:
        isLast || !last ? null : tokens.make("fathom", "page", { before: Number(last.id) }),
      items: items.map((entry) =>
        resourceOf(entry, {
          transcript: includes("transcript"),
          summary: includes("summary"),
          actionItems: includes("action_items"),
        }),
      ),
    });
  }

  function ofRecording({ params }: Call, content: (meeting: Meeting) => unknown): Reply {
    const entry = meetings.get(params["recording_id"] ?? "");
    return entry && !entry.isDeleted ? ok(content(entry.data)) : refusals.notFound();
  }

  function createWebhook({ body }: Call): Reply {
    const { destination_url, triggered_for, ...includes } = body as {
      destination_url: string;
      triggered_for: string[];
    } & Record<string, boolean>;
    if (!Object.values(includes).includes(true)) {
      throw new InvalidRequest("at least one include_* must be true");
    }
    const { id, url, secret } = subscriptions.add({
      vendor: "fathom",
      url: destination_url,
      resource: null,
      expiresAt: null,
    });
    const isIncluded = (part: string) => includes[`include_${part}`] === true;
    return {
      status: 201,
      body: {
        id,
        url,
        secret,
        created_at: isoSecondsOf(truth.clock.now()),
        include_transcript: isIncluded("transcript"),
        include_crm_matches: isIncluded("crm_matches"),
        include_summary: isIncluded("summary"),
        include_action_items: isIncluded("action_items"),
        triggered_for,
      },
    };
  }

  return {
    name: "fathom",
    basePath: "/fathom/external/v1",
    isAuthorized: ({ headers }) =>
      headers.get("x-api-key") === FATHOM_KEY ||
      headers.get("authorization") === `Bearer ${FATHOM_KEY}`,
    recognize: recognizer("fathom", {
      listMeetings,
      getRecordingTranscript: (call) =>
        ofRecording(call, (meeting) => ({ transcript: transcriptOf(meeting) })),
      getRecordingSummary: (call) =>
        ofRecording(call, (meeting) => ({ summary: summaryOf(meeting) })),
      createWebhook,
    }),
    refusals,
  };
}

const refusals: Vendor["refusals"] = {
  invalid: (problems) => ({ status: 400, body: { message: problems.join("; ") } }),
  unauthorized: () => ({ status: 401, body: { message: "Missing or invalid API key" } }),
  forbidden: () => ({ status: 403, body: { message: "Forbidden" } }),
  notFound: () => ({ status: 404, body: { message: "Not found" } }),
  rateLimited: (seconds) => ({
    status: 429,
    headers: {
      "retry-after": String(seconds),
      "ratelimit-limit": "60",
      "ratelimit-remaining": "0",
      "ratelimit-reset": String(seconds),
    },
    body: { message: "Rate limit exceeded" },
  }),
  serverError: (status) => ({ status, body: { message: "Internal server error" } }),
};

const transcriptOf = ({ transcript, invitees }: Meeting) =>
  transcript.map(({ speaker, text, second }) => ({
    speaker: {
      display_name: speaker.name,
      matched_calendar_invitee_email: invitees.some(({ email }) => email === speaker.email)
        ? speaker.email
        : null,
    },
    text,
    timestamp: timestampOf(second),
  }));

const summaryOf = ({ summary }: Meeting) => ({
  template_name: "general",
  markdown_formatted: summary,
});

const domainOf = (email: string) => email.split("@")[1] ?? "";

function timestampOf(second: number): string {
  const parts = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
