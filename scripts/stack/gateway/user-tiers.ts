/** The standing of a signed-in user. It decides their share of the service, and nothing else. */
import postgres from "postgres";

export type UserStanding = "leader" | "member" | "outsider";

export interface Standings {
  of(userId: string): Promise<UserStanding>;
  close(): Promise<void>;
}

const KNOWN_MS = 60_000;
// Somebody who has just accepted an invitation does not wait long for a full share.
const OUTSIDER_MS = 2000;
const MOST_KNOWN = 10_000;

interface Known {
  standing: Promise<UserStanding>;
  until: number;
}

export function openStandings(databaseUrl: string): Standings {
  const sql = postgres(databaseUrl, {
    max: 1,
    idle_timeout: 30,
    onnotice: () => {},
    fetch_types: false,
    connection: { application_name: "standings" },
  });
  const known = new Map<string, Known>();

  async function lookUp(userId: string): Promise<UserStanding> {
    const [row] = await sql`
      select role in ('admin', 'lead') as leads
      from public.people where user_id::text = ${userId} and archived_at is null`;
    if (row === undefined) return "outsider";
    return row["leads"] ? "leader" : "member";
  }

  return {
    of(userId) {
      const before = known.get(userId);
      if (before !== undefined && before.until > Date.now()) return before.standing;
      // Without the database nobody gets anything: the smaller share is enough to be told so.
      const standing = lookUp(userId).catch(() => "outsider" as const);
      const entry = { standing, until: Date.now() + OUTSIDER_MS };
      known.delete(userId);
      if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value as string);
      known.set(userId, entry);
      void standing.then((found) => {
        if (found !== "outsider") entry.until = Date.now() + KNOWN_MS;
      });
      return standing;
    },
    close: () => sql.end({ timeout: 1 }),
  };
}
