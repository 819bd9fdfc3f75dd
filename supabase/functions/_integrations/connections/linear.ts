import { z } from "zod";
import { fixedCredentials, listing, read } from "../listing.ts";
import { linearAuthorization, linearFailure } from "../tasks/linear-tasks.ts";
import { acceptance, type ConnectionTest, readResource } from "./port.ts";

const VENDOR = "Linear";

const LINEAR_LISTS = `
query Lists($first: Int!) {
  teams(first: $first) { nodes { id name } pageInfo { hasNextPage } }
  projects(first: $first) { nodes { id name } pageInfo { hasNextPage } }
}`;

const Lists = z.object({
  nodes: z.array(z.object({ id: z.string().min(1), name: z.string() })),
  pageInfo: z.object({ hasNextPage: z.boolean() }),
});
const Answer = z.object({ data: z.object({ teams: Lists, projects: Lists }) });

/** Reads teams and projects: an issue belongs to its project, or to its team alone. */
export function linearConnection(): ConnectionTest {
  return {
    provider: "linear",
    async run({ secret, baseUrl, signal }) {
      const credentials = fixedCredentials({ authorization: linearAuthorization(secret) });
      const vendor = listing(VENDOR, credentials, signal, linearFailure);
      const { teams, projects } = await readResource("teams", async () => {
        const answer = await vendor.ask({
          url: `${baseUrl}/graphql`,
          method: "POST",
          body: { query: LINEAR_LISTS, variables: { first: 250 } },
        });
        return read(VENDOR, Answer, answer).data;
      });
      const hasMore = teams.pageInfo.hasNextPage || projects.pageInfo.hasNextPage;
      return acceptance([...projects.nodes, ...teams.nodes], hasMore);
    },
  };
}
