/** The sign-ins that supabase/seed.sql creates. */
import postgres from "postgres";
import type { DemoUser } from "../stack-file.ts";

export const DEMO_PASSWORD = "countersign-demo";

/** Empty unless the database contains the seeds. */
export async function readDemoUsers(databaseUrl: string): Promise<DemoUser[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    return await sql<DemoUser[]>`
      select u.email, ${DEMO_PASSWORD}::text as password,
        coalesce(p.role::text, 'outsider') as role, o.name as organization
      from auth.users u
      left join public.people p on p.user_id = u.id
      left join public.organizations o on o.id = p.organization_id
      where u.email like '%@demo.test' or u.email like '%@other.test'
      order by o.created_at nulls last, array_position(
        array['admin', 'lead', 'member', 'client'], p.role::text) nulls last, u.email`;
  } finally {
    await sql.end();
  }
}
