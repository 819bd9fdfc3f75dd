/** The tier of a signed-in user. It determines their share of the service and nothing else. */
import postgres from "postgres";

/** Leaders are admins and leads, members all other people of an organization, and outsiders all other users. */
export type UserTier = "leader" | "member" | "outsider";

export interface UserTiers {
  of(userId: string): Promise<UserTier>;
  close(): Promise<void>;
}

const KNOWN_MS = 60_000;
// Cached briefly, so that a person who has just accepted an invitation soon gets a full share.
const OUTSIDER_MS = 2000;
const MAX_KNOWN = 10_000;

interface CacheEntry {
  tier: Promise<UserTier>;
  until: number;
}

export function openUserTiers(databaseUrl: string): UserTiers {
  const sql = postgres(databaseUrl, {
    max: 1,
    idle_timeout: 30,
    onnotice: () => {},
    fetch_types: false,
    connection: { application_name: "user tiers" },
  });
  const cache = new Map<string, CacheEntry>();

  async function lookUp(userId: string): Promise<UserTier> {
    const [row] = await sql`
      select role in ('admin', 'lead') as leads
      from public.people where user_id::text = ${userId} and archived_at is null`;
    if (row === undefined) return "outsider";
    return row["leads"] ? "leader" : "member";
  }

  return {
    of(userId) {
      const before = cache.get(userId);
      if (before !== undefined && before.until > Date.now()) return before.tier;
      // Without the database every request fails anyway, so the smallest share is enough.
      const tier = lookUp(userId).catch(() => "outsider" as const);
      const entry = { tier, until: Date.now() + OUTSIDER_MS };
      cache.delete(userId);
      if (cache.size >= MAX_KNOWN) cache.delete(cache.keys().next().value as string);
      cache.set(userId, entry);
      void tier.then((value) => {
        if (value !== "outsider") entry.until = Date.now() + KNOWN_MS;
      });
      return tier;
    },
    close: () => sql.end({ timeout: 1 }),
  };
}
