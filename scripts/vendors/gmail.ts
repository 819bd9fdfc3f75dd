/** Gmail: history that expires with 404, messages by their order of arrival, pushes through Pub/Sub. */
import {
  giveGoogleToken,
  googleError,
  googleRefusals,
  isGoogleAuthorized,
  partial,
} from "./google.ts";
import { headersOf, mimeOf } from "./mime.ts";
import type { GmailMessage } from "./records.ts";
import type { Entry } from "./truth.ts";
import {
  type Call,
  InvalidRequest,
  ok,
  type Reply,
  recognizer,
  type Vendor,
  type World,
} from "./vendor.ts";

const NAME = "gmail";
const WEEK = 7 * 86_400_000;
const HIDDEN = ["SPAM", "TRASH"];

interface Event {
  id: number;
  kind: "messageAdded" | "messageDeleted" | "labelAdded" | "labelRemoved";
  message: { id: string; threadId: string; labelIds: string[] };
  labelIds: string[];
}

export function gmail(world: World, isRevoked: () => boolean): Vendor {
  const { truth, tokens, subscriptions } = world;
  const { gmailMessages: messages, history, directory } = truth;
  const mailbox = `office@${directory.domain}`;
  const events: Event[] = [];
  const labelsOf = new Map<string, string[]>();
  /** Earlier history is no longer available. */
  let firstHistoryId = 0;
  let watchedUntil = 0;
  tokens.onExpire((vendor) => {
    if (vendor === NAME) firstHistoryId = history.sequence + 1;
  });

  messages.onChange(({ kind, entry }) => {
    const { id, sequence } = entry;
    const { threadId, labelIds } = entry.data;
    const message = { id, threadId, labelIds };
    const add = (event: Event["kind"], labels: string[]) => {
      if (labels.length > 0 || !event.startsWith("label")) {
        events.push({ id: sequence, kind: event, message, labelIds: labels });
      }
    };
    const before = labelsOf.get(id) ?? [];
    labelsOf.set(id, labelIds);
    if (kind === "created") add("messageAdded", []);
    else if (kind === "updated") {
      add(
        "labelAdded",
        labelIds.filter((label) => !before.includes(label)),
      );
      add(
        "labelRemoved",
        before.filter((label) => !labelIds.includes(label)),
      );
    } else add("messageDeleted", []);
    if (truth.clock.now() < watchedUntil) publish(sequence);
  });

  function publish(historyId: number): void {
    const data = Buffer.from(JSON.stringify({ emailAddress: mailbox, historyId })).toString(
      "base64",
    );
    subscriptions.publish(NAME, ({ id }) => ({
      id: String(historyId),
      headers: {},
      body: JSON.stringify({
        message: { data, messageId: String(historyId), publishTime: new Date().toISOString() },
        subscription: `projects/simulated/subscriptions/${id}`,
      }),
    }));
  }

  function listHistory({ query }: Call): Reply {
    const start = Number(query.get("startHistoryId"));
    if (!query.has("startHistoryId")) throw new InvalidRequest("startHistoryId is needed");
    if (start < firstHistoryId)
      return googleError(404, "notFound", "Requested entity was not found.");
    const kinds = query.getAll("historyTypes");
    const label = query.get("labelId");
    const from = Number(query.get("pageToken") ?? start);
    const size = Math.min(Number(query.get("maxResults") ?? 100), 500);
    const matches = events
      .filter(({ id }) => id > from)
      .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
      .filter(({ message }) => label === null || message.labelIds.includes(label));
    const slice = matches.slice(0, size);
    const isLast = matches.length <= size;
    return ok(
      partial(
        {
          // A list without any entry is left out.
          ...(slice.length > 0 && { history: slice.map(historyOf) }),
          historyId: String(history.sequence),
          ...(!isLast && { nextPageToken: String(slice.at(-1)?.id) }),
        },
        query.get("fields"),
      ),
    );
  }

  function historyOf({ id, kind, message, labelIds }: Event) {
    const field = {
      messageAdded: "messagesAdded",
      messageDeleted: "messagesDeleted",
      labelAdded: "labelsAdded",
      labelRemoved: "labelsRemoved",
    }[kind];
    const change = kind.startsWith("label") ? { message, labelIds } : { message };
    const { threadId } = message;
    return { id: String(id), messages: [{ id: message.id, threadId }], [field]: [change] };
  }

  function listMessages({ query }: Call): Reply {
    const token = query.get("pageToken");
    const page =
      token === null ? null : tokens.read<{ before: [number, string] }>(NAME, "page", token);
    if (page && page.state !== "valid") throw new InvalidRequest("Invalid pageToken");
    const labels = query.getAll("labelIds");
    const isHidden = (labelIds: string[]) => labelIds.some((label) => HIDDEN.includes(label));
    const matches = filterOf(query.get("q") ?? "");
    const size = Math.min(Number(query.get("maxResults") ?? 100), 500);
    const [before, beforeId] = page?.value.before ?? [Number.POSITIVE_INFINITY, ""];
    const results = messages
      .live()
      .filter(({ data }) => labels.every((label) => data.labelIds.includes(label)))
      .filter(({ data }) => query.get("includeSpamTrash") === "true" || !isHidden(data.labelIds))
      .filter(matches)
      .sort((a, b) => b.data.receivedAt - a.data.receivedAt || b.id.localeCompare(a.id))
      .filter(
        ({ id, data }) =>
          data.receivedAt < before ||
          (data.receivedAt === before && id.localeCompare(beforeId) < 0),
      );
    const slice = results.slice(0, size);
    const last = slice.at(-1);
    return ok(
      partial(
        {
          ...(slice.length > 0 && {
            messages: slice.map(({ id, data }) => ({ id, threadId: data.threadId })),
          }),
          resultSizeEstimate: results.length,
          ...(results.length > size &&
            last && {
              nextPageToken: tokens.make(NAME, "page", { before: [last.data.receivedAt, last.id] }),
            }),
        },
        query.get("fields"),
      ),
    );
  }

  function getMessage({ params, query }: Call): Reply {
    const entry = messages.get(params["id"] ?? "");
    if (!entry || entry.isDeleted) return notFound();
    const format = query.get("format") ?? "full";
    const { id, data, sequence } = entry;
    const raw = mimeOf(data);
    return ok(
      partial(
        {
          id,
          threadId: data.threadId,
          labelIds: data.labelIds,
          snippet: data.text.slice(0, 100),
          historyId: String(sequence),
          internalDate: String(data.receivedAt),
          sizeEstimate: raw.length,
          ...(format === "raw" && { raw: Buffer.from(raw).toString("base64url") }),
          ...(format === "full" && { payload: payloadOf(entry) }),
          ...(format === "metadata" && {
            payload: metadataOf(entry, query.getAll("metadataHeaders")),
          }),
        },
        query.get("fields"),
      ),
    );
  }

  function getAttachment({ params }: Call): Reply {
    const entry = messages.get(params["messageId"] ?? "");
    const attachment = entry?.data.attachments.find(({ id }) => id === params["id"]);
    if (!entry || entry.isDeleted || !attachment) return notFound();
    const data = Buffer.from(attachment.content);
    return ok({ size: data.length, data: data.toString("base64url") });
  }

  function watch(): Reply {
    watchedUntil = truth.clock.now() + WEEK;
    return ok({ historyId: String(history.sequence), expiration: String(watchedUntil) });
  }

  const getProfile = () =>
    ok({
      emailAddress: mailbox,
      historyId: String(history.sequence),
      messagesTotal: messages.live().length,
      threadsTotal: new Set(messages.live().map(({ data }) => data.threadId)).size,
    });

  return {
    name: NAME,
    // The paths of the description begin with gmail/v1.
    basePath: "/google/mail",
    isAuthorized: isGoogleAuthorized,
    recognize: recognizer(NAME, {
      "users.getProfile": getProfile,
      "users.watch": watch,
      "users.history.list": listHistory,
      "users.messages.list": listMessages,
      "users.messages.get": getMessage,
      "users.messages.attachments.get": getAttachment,
    }),
    other: (request) => giveGoogleToken(request, isRevoked),
    refusals: googleRefusals,
  };
}

const notFound = () => googleError(404, "notFound", "Requested entity was not found.");

function payloadOf({ data }: Entry<GmailMessage>) {
  const content = Buffer.from(data.text);
  const text = {
    mimeType: "text/plain",
    filename: "",
    body: { size: content.length, data: content.toString("base64url") },
  };
  const headers = headersOf(data);
  if (data.attachments.length === 0) return { partId: "", headers, ...text };
  const attachments = data.attachments.map(
    ({ id, filename, contentType, content: file }, index) => ({
      partId: String(index + 1),
      mimeType: contentType,
      filename,
      body: { attachmentId: id, size: Buffer.byteLength(file) },
    }),
  );
  return {
    partId: "",
    mimeType: "multipart/mixed",
    filename: "",
    headers,
    body: { size: 0 },
    parts: [{ partId: "0", ...text }, ...attachments],
  };
}

function metadataOf({ data }: Entry<GmailMessage>, names: string[]) {
  const lowerCaseNames = names.map((name) => name.toLowerCase());
  const isWanted = (name: string) =>
    lowerCaseNames.length === 0 || lowerCaseNames.includes(name.toLowerCase());
  return { mimeType: "text/plain", headers: headersOf(data).filter(({ name }) => isWanted(name)) };
}

/** The simulator's part of the search language: `after:` and `before:` with seconds or a day. */
function filterOf(q: string): (entry: Entry<GmailMessage>) => boolean {
  const tests = q
    .split(/\s+/)
    .filter(Boolean)
    .map((term) => {
      const [, side, text = ""] = /^(after|before):(\S+)$/.exec(term) ?? [];
      const at = /^\d{9,}$/.test(text)
        ? Number(text) * 1000
        : Date.parse(text.replaceAll("/", "-"));
      if (!side || Number.isNaN(at))
        throw new InvalidRequest(`The simulator does not know ${term}`);
      return ({ data }: Entry<GmailMessage>) =>
        side === "after" ? data.receivedAt >= at : data.receivedAt < at;
    });
  return (entry) => tests.every((test) => test(entry));
}
