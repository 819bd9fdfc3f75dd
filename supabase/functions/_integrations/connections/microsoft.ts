import { z } from "zod";
import { read, settingsOf } from "../listing.ts";
import { type MicrosoftOptions, microsoftListing } from "../microsoft-listing.ts";
import { SyncError } from "../sync-port.ts";
import { acceptance, type ConnectionTest, readResource } from "./port.ts";

const VENDOR = "Microsoft 365";
/** The maximum number of calendars in one request. */
const MAILBOXES_PER_CALL = 20;
const HOUR_MS = 3_600_000;

const Settings = z.object({ mailboxes: z.array(z.email()).min(1) });
// Graph also returns subjects and locations, which are not read.
const Schedules = z.object({
  value: z.array(z.object({ scheduleId: z.string(), error: z.object({}).nullish() })),
});

/** Requests one hour of the first calendars. Those that cannot be read are left out of the result. */
export function microsoftConnection(options: MicrosoftOptions): ConnectionTest {
  const now = options.now ?? (() => new Date());
  return {
    provider: "microsoft_graph",
    async run({ settings: input, secret, baseUrl, signal }) {
      return readResource("calendars", async () => {
        const { mailboxes } = settingsOf(VENDOR, Settings, input);
        const addresses = mailboxes.slice(0, MAILBOXES_PER_CALL);
        const moment = (at: number) => ({
          dateTime: new Date(at).toISOString().slice(0, 19),
          timeZone: "UTC",
        });
        const answer = await microsoftListing(options, secret, signal).ask({
          url: `${baseUrl}/users/${encodeURIComponent(addresses[0] ?? "")}/calendar/getSchedule`,
          method: "POST",
          headers: { prefer: 'outlook.timezone="UTC"' },
          body: {
            schedules: addresses,
            startTime: moment(now().getTime()),
            endTime: moment(now().getTime() + HOUR_MS),
          },
        });
        const deniedMailboxes = new Set(
          read(VENDOR, Schedules, answer)
            .value.filter(({ error }) => error)
            .map(({ scheduleId }) => scheduleId.toLowerCase()),
        );
        const readableMailboxes = mailboxes.filter(
          (mailbox) => !deniedMailboxes.has(mailbox.toLowerCase()),
        );
        if (deniedMailboxes.size === addresses.length) {
          throw new SyncError("forbidden", `${VENDOR} shares no calendar`, null, answer.status);
        }
        return acceptance(readableMailboxes.map((mailbox) => ({ id: mailbox, name: mailbox })));
      });
    },
  };
}
