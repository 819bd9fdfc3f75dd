import { z } from "zod";
import { type GoogleOptions, googleListing } from "../google-listing.ts";
import { read, settingsOf } from "../listing.ts";
import { acceptance, type ConnectionTest, readResource } from "./port.ts";

const CALENDAR = "Google Calendar";
const DRIVE = "Google Drive";
const MAIL = "Gmail";
const SCOPES = "https://www.googleapis.com/auth/";

const Subject = z.object({ subject: z.email() });
const Calendars = z.object({ calendar_ids: z.array(z.string().min(1)).default([]) });
const CalendarList = z.object({
  items: z.array(z.object({ id: z.string().min(1), summary: z.string().nullish() })).default([]),
  nextPageToken: z.string().nullish(),
});
const Folders = z.object({
  files: z.array(z.object({ id: z.string().min(1), name: z.string() })),
  nextPageToken: z.string().nullish(),
});
const Profile = z.object({ emailAddress: z.string() });

/**
 * Signs in with every scope that reading and writing need, because Google refuses all of them if one is missing. Then
 * reads the names of the calendars. Those that syncs read can be assigned.
 */
export function googleCalendarConnection(options: GoogleOptions): ConnectionTest {
  return {
    provider: "google_calendar",
    async run({ settings, secret, baseUrl, signal }) {
      const { subject } = await readResource("settings", () =>
        settingsOf(CALENDAR, Subject, settings),
      );
      const { calendar_ids } = settingsOf(CALENDAR, Calendars, settings);
      const scope = ["calendar.events", "calendar.readonly", "calendar.freebusy"]
        .map((name) => SCOPES + name)
        .join(" ");
      const { items } = await readResource("calendars", async () => {
        const vendor = googleListing(CALENDAR, options, { secret, subject, scope, signal });
        const query = new URLSearchParams({
          maxResults: "250",
          fields: "nextPageToken,items(id,summary)",
        });
        const answer = await vendor.ask({ url: `${baseUrl}/users/me/calendarList?${query}` });
        return read(CALENDAR, CalendarList, answer);
      });
      const names = new Map(items.map(({ id, summary }) => [id, summary]));
      return acceptance(calendar_ids.map((id) => ({ id, name: names.get(id) || id })));
    },
  };
}

export function googleDriveConnection(options: GoogleOptions): ConnectionTest {
  return {
    provider: "google_drive",
    async run({ settings, secret, baseUrl, signal }) {
      const { subject } = await readResource("settings", () =>
        settingsOf(DRIVE, Subject, settings),
      );
      const { files, nextPageToken } = await readResource("folders", async () => {
        const scope = `${SCOPES}drive.readonly`;
        const vendor = googleListing(DRIVE, options, { secret, subject, scope, signal });
        const query = new URLSearchParams({
          q: "mimeType = 'application/vnd.google-apps.folder' and trashed = false",
          pageSize: "500",
          fields: "nextPageToken,files(id,name)",
          supportsAllDrives: "true",
          includeItemsFromAllDrives: "true",
        });
        return read(DRIVE, Folders, await vendor.ask({ url: `${baseUrl}/files?${query}` }));
      });
      return acceptance(files, Boolean(nextPageToken));
    },
  };
}

export function gmailConnection(options: GoogleOptions): ConnectionTest {
  return {
    provider: "gmail",
    async run({ settings, secret, baseUrl, signal }) {
      const { subject } = await readResource("settings", () => settingsOf(MAIL, Subject, settings));
      await readResource("emails", async () => {
        const scope = `${SCOPES}gmail.readonly`;
        const vendor = googleListing(MAIL, options, { secret, subject, scope, signal });
        const url = `${baseUrl}/gmail/v1/users/me/profile`;
        return read(MAIL, Profile, await vendor.ask({ url }));
      });
      return acceptance();
    },
  };
}
