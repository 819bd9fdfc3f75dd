import { z } from "zod";
import { type GoogleOptions, googleListing } from "./google-listing.ts";
import { type Listing, read, settingsOf } from "./listing.ts";
import type { OpenedChannel, PushChannels, PushReader } from "./push-channels.ts";

/** The longest lifetime that Google grants for changes of files; its default is an hour. */
const LIFETIME_MS = 7 * 86_400_000;

const Channel = z.object({
  id: z.string().min(1),
  resourceId: z.string().min(1),
  expiration: z.string().regex(/^\d{1,15}$/),
});
const Subject = z.object({ subject: z.email() });
const Calendars = z.object({ calendar_ids: z.array(z.string().min(1)) });
const StartToken = z.object({ startPageToken: z.string() });

/** A channel for each calendar. */
export const googleCalendarChannels = (options: GoogleOptions): PushChannels =>
  googleChannels("Google Calendar", "calendar.readonly", options, {
    resources: (settings) => settingsOf("Google Calendar", Calendars, settings).calendar_ids,
    address: async (_, baseUrl, calendarId) =>
      `${baseUrl}/calendars/${encodeURIComponent(calendarId)}/events/watch`,
  });

/** One channel for every change that the account sees. */
export const googleDriveChannels = (options: GoogleOptions): PushChannels =>
  googleChannels("Google Drive", "drive.readonly", options, {
    resources: () => ["changes"],
    async address(vendor, baseUrl) {
      const url = `${baseUrl}/changes/startPageToken?supportsAllDrives=true`;
      const { startPageToken } = read("Google Drive", StartToken, await vendor.ask({ url }));
      const query = new URLSearchParams({
        pageToken: startPageToken,
        supportsAllDrives: "true",
        includeItemsFromAllDrives: "true",
      });
      return `${baseUrl}/changes/watch?${query}`;
    },
  });

function googleChannels(
  name: string,
  scope: string,
  options: GoogleOptions,
  target: {
    resources: PushChannels["resources"];
    address(vendor: Listing, baseUrl: string, resource: string): Promise<string>;
  },
): PushChannels {
  const now = options.now ?? (() => new Date());
  const vendorOf = ({ settings, secret, signal }: Parameters<PushChannels["stop"]>[0]) =>
    googleListing(name, options, {
      secret,
      subject: settingsOf(name, Subject, settings).subject,
      scope: `https://www.googleapis.com/auth/${scope}`,
      signal,
    });
  return {
    resources: target.resources,
    async open({ resource, address, ...request }): Promise<OpenedChannel> {
      const vendor = vendorOf({ ...request, externalId: "", externalResourceId: null });
      const token = newToken();
      const answer = await vendor.ask({
        url: await target.address(vendor, request.baseUrl, resource),
        method: "POST",
        body: {
          id: crypto.randomUUID(),
          type: "web_hook",
          address,
          token,
          expiration: String(now().getTime() + LIFETIME_MS),
        },
      });
      const channel = read(name, Channel, answer);
      return {
        externalId: channel.id,
        externalResourceId: channel.resourceId,
        proof: { token },
        expiresAt: new Date(Number(channel.expiration)).toISOString(),
      };
    },
    async stop({ externalId, externalResourceId, ...request }) {
      const vendor = vendorOf({ ...request, externalId, externalResourceId });
      const url = `${request.baseUrl}/channels/stop`;
      const body = { id: externalId, resourceId: externalResourceId };
      // Google answers 404 if the channel has already ended.
      await vendor.ask({ url, method: "POST", body, accept: 404 });
    },
  };
}

function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Pushes of Google have no body and no signature: the channel's token is the only proof. */
export const googlePushes: PushReader = {
  isPush: (headers) => headers.has("x-goog-channel-id"),
  read(headers) {
    const channelId = headers.get("x-goog-channel-id");
    const token = headers.get("x-goog-channel-token");
    const state = headers.get("x-goog-resource-state");
    if (!channelId || !token || !state) return null;
    return {
      channelId,
      isChange: state !== "sync",
      messageId: headers.get("x-goog-message-number") ?? state,
      proof: { token },
    };
  },
};
