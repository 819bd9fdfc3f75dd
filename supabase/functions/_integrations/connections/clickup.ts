import { z } from "zod";
import { fixedCredentials, listing, read, settingsOf } from "../listing.ts";
import { clickUpFailure } from "../tasks/clickup-tasks.ts";
import { acceptance, type ConnectionTest, readResource } from "./port.ts";

const VENDOR = "ClickUp";

const Settings = z.object({
  list_id: z.string().regex(/^\d+$/),
  team_id: z.string().regex(/^\d+$/).optional(),
});
const List = z.object({ id: z.string().min(1), name: z.string() });
const Tasks = z.object({
  tasks: z.array(
    z.object({ list: z.object({ id: z.string().min(1), name: z.string().nullish() }) }),
  ),
});

/**
 * Reads the list for new tasks, and the newest page of the workspace's tasks. ClickUp has no listing of all lists,
 * only one for each folder, so the lists of these tasks are offered: people work in them.
 */
export function clickUpConnection(): ConnectionTest {
  return {
    provider: "clickup",
    async run({ settings: input, secret, baseUrl, signal }) {
      const { list_id, team_id } = await readResource("settings", () =>
        settingsOf(VENDOR, Settings, input),
      );
      const credentials = fixedCredentials({ authorization: secret });
      const vendor = listing(VENDOR, credentials, signal, clickUpFailure);
      const list = await readResource("list", async () =>
        read(VENDOR, List, await vendor.ask({ url: `${baseUrl}/v2/list/${list_id}` })),
      );
      if (team_id === undefined) return acceptance([list], true);
      const query = new URLSearchParams({
        page: "0",
        order_by: "updated",
        subtasks: "true",
        include_closed: "true",
      });
      const { tasks } = await readResource("workspace", async () =>
        read(
          VENDOR,
          Tasks,
          await vendor.ask({ url: `${baseUrl}/v2/team/${team_id}/task?${query}` }),
        ),
      );
      const lists = tasks.map(({ list }) => ({ id: list.id, name: list.name ?? list.id }));
      return acceptance([...lists, list], true);
    },
  };
}
