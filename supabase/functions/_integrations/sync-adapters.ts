import { googleBusyTimes } from "./calendar/google-busy.ts";
import { googleEvents } from "./calendar/google-events.ts";
import { microsoftBusyTimes } from "./calendar/microsoft-busy.ts";
import { microsoftEvents } from "./calendar/microsoft-events.ts";
import { hubSpot } from "./crm/hubspot.ts";
import { googleDrive } from "./files/google-drive.ts";
import { gmailEmails } from "./mail/gmail-emails.ts";
import type { ReadMessage } from "./mail/message.ts";
import { resendEmails } from "./mail/resend-emails.ts";
import { fathomMeetings } from "./meetings/fathom-meetings.ts";
import type { SyncAdapter } from "./sync-port.ts";
import { clickUpTasks } from "./tasks/clickup-tasks.ts";
import { linearTasks } from "./tasks/linear-tasks.ts";
import { harvestHours } from "./time/harvest-hours.ts";

/** Where tokens are issued, unless the operator names other addresses. */
export const SIGN_IN_ADDRESSES = {
  googleTokenUrl: "https://oauth2.googleapis.com/token",
  microsoftLoginUrl: "https://login.microsoftonline.com",
};

/** Every adapter that reads a vendor. */
export function syncAdapters(
  { googleTokenUrl, microsoftLoginUrl } = SIGN_IN_ADDRESSES,
  now: () => Date = () => new Date(),
  readMessage: ReadMessage = () => Promise.reject(new Error("No reader of messages")),
): SyncAdapter[] {
  const google = { tokenUrl: googleTokenUrl, now };
  const microsoft = { loginUrl: microsoftLoginUrl, now };
  return [
    fathomMeetings(now),
    clickUpTasks(now),
    linearTasks(now),
    googleEvents(google),
    googleBusyTimes(google),
    microsoftEvents(microsoft),
    microsoftBusyTimes(microsoft),
    harvestHours(now),
    googleDrive(google),
    ...hubSpot(now),
    resendEmails(readMessage, now),
    gmailEmails(google, readMessage),
  ];
}
