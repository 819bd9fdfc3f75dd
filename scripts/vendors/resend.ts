/** Resend inbound: pushes with metadata alone, bodies and attachments on request, a list by cursor. */
import { randomUUID } from "node:crypto";
import { checkerOf } from "./contract.ts";
import { addressOf, headersOf } from "./mime.ts";
import { standardWebhook } from "./pushes.ts";
import type { Email, EmailAttachment } from "./records.ts";
import { inboundHost } from "./seed/demo-agency.ts";
import type { Entry } from "./truth.ts";
import {
  type Call,
  InvalidRequest,
  isoOf,
  ok,
  type Reply,
  recognizer,
  type Vendor,
  type World,
} from "./vendor.ts";

export const RESEND_KEY = "re_simulated_key";
const MAX_PAGE = 100;
const HOUR = 3_600_000;

interface NewEmail {
  from?: string;
  subject?: string;
  text?: string;
}

export function resend({ truth, subscriptions, baseUrl }: World): Vendor {
  const checker = checkerOf("resend");
  const { receivedEmails: emails, clock } = truth;

  emails.onChange(({ kind, entry }) => {
    if (kind !== "created") return;
    const { data } = entry;
    const event = {
      type: "email.received",
      created_at: isoOf(entry.createdAt),
      data: {
        email_id: entry.id,
        created_at: isoOf(entry.createdAt),
        from: addressOf(data.from),
        to: data.to.map(({ email }) => email),
        cc: data.cc.map(({ email }) => email),
        bcc: [],
        subject: data.subject,
        message_id: data.messageId,
        attachments: data.attachments.map(({ id, filename, contentType }) => ({
          id,
          filename,
          content_type: contentType,
          content_disposition: "attachment",
        })),
      },
    };
    const problems = checker.componentProblems("EmailReceivedEvent", event);
    if (problems.length > 0) throw new Error(`Resend's push is invalid: ${problems.join("; ")}`);
    const body = JSON.stringify(event);
    const id = `msg_${entry.id}`;
    subscriptions.publish("resend", (subscription) => {
      // Receivers compare the timestamp with their own clock.
      return { id, headers: standardWebhook(subscription, id, Date.now(), body, "svix"), body };
    });
  });

  const listItemOf = ({ id, data, createdAt }: Entry<Email>) => ({
    id,
    to: data.to.map(({ email }) => email),
    from: addressOf(data.from),
    subject: data.subject,
    message_id: data.messageId,
    bcc: [],
    cc: data.cc.map(({ email }) => email),
    reply_to: [],
    created_at: isoOf(createdAt),
    attachments: data.attachments.map(metadataOf),
  });

  /**
   * Emails, newest first by arrival and not by the sender's Date. `after` continues with older ones, `before` with
   * newer ones.
   */
  function list({ query }: Call): Reply {
    const [after, before] = [query.get("after"), query.get("before")];
    const limit = Number(query.get("limit") ?? 20);
    if (after !== null && before !== null)
      throw new InvalidRequest("after and before exclude each other");
    if (limit < 1 || limit > MAX_PAGE)
      throw new InvalidRequest(`limit must be from 1 to ${MAX_PAGE}`);
    const entries = emails
      .live()
      .sort((a, b) => b.createdAt - a.createdAt || b.id.localeCompare(a.id));
    const at = entries.findIndex(({ id }) => id === (after ?? before));
    if ((after ?? before) !== null && at < 0)
      throw new InvalidRequest("The cursor is not an email");
    const matches = before === null ? entries.slice(at + 1) : entries.slice(0, at);
    const page = before === null ? matches.slice(0, limit) : matches.slice(-limit);
    return ok(
      { object: "list", has_more: matches.length > limit, data: page.map(listItemOf) },
      rate,
    );
  }

  function get({ params }: Call): Reply {
    const entry = emails.get(params["email_id"] ?? "");
    if (!entry || entry.isDeleted) return refusals.notFound();
    const headers = headersOf(entry.data).map(({ name, value }) => [name.toLowerCase(), value]);
    return ok(
      {
        object: "email",
        ...listItemOf(entry),
        html: null,
        text: entry.data.text,
        headers: Object.fromEntries(headers),
      },
      rate,
    );
  }

  const downloadable = (entry: Entry<Email>, attachment: EmailAttachment) => ({
    ...metadataOf(attachment),
    download_url: `${baseUrl("resend")}/download/${entry.id}/${attachment.id}`,
    expires_at: isoOf(clock.now() + HOUR),
  });

  function listAttachments({ params }: Call): Reply {
    const entry = emails.get(params["email_id"] ?? "");
    if (!entry || entry.isDeleted) return refusals.notFound();
    const data = entry.data.attachments.map((attachment) => downloadable(entry, attachment));
    return ok({ object: "list", has_more: false, data }, rate);
  }

  function getAttachment({ params }: Call): Reply {
    const { entry, attachment } = find(params["email_id"], params["attachment_id"]);
    if (!entry || !attachment) return refusals.notFound();
    return ok({ object: "attachment", ...downloadable(entry, attachment) }, rate);
  }

  function find(emailId = "", attachmentId = "") {
    const entry = emails.get(emailId);
    const attachment = entry?.data.attachments.find(({ id }) => id === attachmentId);
    return entry && !entry.isDeleted ? { entry, attachment } : {};
  }

  function createWebhook({ body }: Call): Reply {
    const { endpoint } = body as { endpoint: string };
    const { id, secret } = subscriptions.add({
      vendor: "resend",
      url: endpoint,
      resource: null,
      expiresAt: null,
    });
    return { status: 201, body: { object: "webhook", id, signing_secret: secret } };
  }

  /**
   * Simulates a received email from a verified sender. The vendor has no such operation; use it to try out syncs by hand.
   */
  function arrive({ from = "", subject = "", text = "" }: NewEmail): Reply {
    const [, domain] = /^[^\s@]+@([^\s@]+)$/.exec(from) ?? [];
    if (domain === undefined) return refusals.invalid(["from is an address"]);
    const { id } = emails.create({
      from: { name: from, email: from },
      to: [{ name: "Northlight", email: "projects@inbound.demo.test" }],
      cc: [],
      subject,
      text,
      messageId: `<${randomUUID()}@${domain}>`,
      inReplyTo: null,
      headers: { "Authentication-Results": `${inboundHost}; dmarc=pass header.from=${domain}` },
      attachments: [],
      receivedAt: clock.now(),
    });
    return { status: 201, body: { id } };
  }

  return {
    name: "resend",
    basePath: "/resend",
    isAuthorized: ({ headers }) => headers.get("authorization") === `Bearer ${RESEND_KEY}`,
    recognize: recognizer("resend", {
      "emails/list-receiving": list,
      "emails/get-receiving": get,
      "emails/list-receiving-attachments": listAttachments,
      "emails/get-receiving-attachment": getAttachment,
      "webhooks/create": createWebhook,
    }),
    // A download address is its own permission.
    other({ method, path, body }) {
      if (method === "POST" && path === "/simulated-emails")
        return arrive((body ?? {}) as NewEmail);
      const [, emailId, attachmentId] = /^\/download\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
      if (method !== "GET" || !emailId) return null;
      const { attachment } = find(emailId, attachmentId);
      if (!attachment) return refusals.notFound();
      return {
        status: 200,
        headers: { "content-type": attachment.contentType },
        bytes: Buffer.from(attachment.content),
      };
    },
    refusals,
  };
}

const metadataOf = ({ id, filename, contentType, content }: EmailAttachment) => ({
  id,
  filename,
  content_type: contentType,
  content_disposition: "attachment",
  size: Buffer.byteLength(content),
});

const rate = { "ratelimit-limit": "5", "ratelimit-remaining": "4", "ratelimit-reset": "1" };
const error = (statusCode: number, name: string, message: string, headers = {}): Reply => ({
  status: statusCode,
  headers,
  body: { statusCode, name, message },
});

const refusals: Vendor["refusals"] = {
  invalid: (problems) => error(422, "validation_error", problems.join("; ")),
  unauthorized: () => error(401, "missing_api_key", "Missing API key in the authorization header."),
  forbidden: () => error(403, "invalid_api_key", "API key is invalid."),
  notFound: () => error(404, "not_found", "Email not found"),
  rateLimited: (seconds) =>
    error(429, "rate_limit_exceeded", "Too many requests.", {
      ...rate,
      "ratelimit-remaining": "0",
      "ratelimit-reset": String(seconds),
      "retry-after": String(seconds),
    }),
  serverError: (status) => error(status, "application_error", "An unexpected error occurred."),
};
