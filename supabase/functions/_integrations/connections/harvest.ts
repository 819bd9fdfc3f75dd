import { z } from "zod";
import { listing, read, settingsOf } from "../listing.ts";
import { harvestCredentials } from "../time/harvest-hours.ts";
import { acceptance, type ConnectionTest, readResource } from "./port.ts";

const VENDOR = "Harvest";

const Settings = z.object({ account_id: z.string().regex(/^\d+$/) });
const Hours = z.object({ time_entries: z.array(z.unknown()) });
const Projects = z.object({
  projects: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      client: z.object({ name: z.string().nullish() }).nullish(),
    }),
  ),
  next_page: z.int().nullable(),
});

/** Reads one time entry and the active projects. */
export function harvestConnection(): ConnectionTest {
  return {
    provider: "harvest",
    async run({ settings: input, secret, baseUrl, signal }) {
      const { account_id } = await readResource("settings", () =>
        settingsOf(VENDOR, Settings, input),
      );
      const vendor = listing(VENDOR, harvestCredentials(secret, account_id), signal);
      await readResource("hours", async () =>
        read(VENDOR, Hours, await vendor.ask({ url: `${baseUrl}/time_entries?per_page=1` })),
      );
      const query = new URLSearchParams({ is_active: "true", per_page: "500" });
      return readResource("projects", async () => {
        // Members of Harvest may not list projects, although their hours can be read.
        const answer = await vendor.ask({ url: `${baseUrl}/projects?${query}`, accept: 403 });
        if (answer.status === 403) return acceptance([], true);
        const { projects, next_page } = read(VENDOR, Projects, answer);
        const lists = projects.map(({ id, name, client }) => ({
          id: String(id),
          name: client?.name ? `${name} (${client.name})` : name,
        }));
        return acceptance(lists, next_page !== null);
      });
    },
  };
}
