import postgres from "postgres";

/** Milliseconds that a statement may take. */
export interface StatementTimes {
  /** By API role, set with `alter role`. */
  roles: Map<string, number>;
  /** By function of the API, set with `set statement_timeout`: the Data API applies it to the whole call. */
  functions: Map<string, number>;
}

export async function readStatementTimes(databaseUrl: string): Promise<StatementTimes> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const roles = await sql<Row[]>`
      select rolname as name, split_part(setting, '=', 2) as timeout
      from pg_roles cross join unnest(rolconfig) as setting
      where rolname in ('anon', 'authenticated', 'service_role')
        and setting like 'statement_timeout=%'`;
    const functions = await sql<Row[]>`
      select proname as name, split_part(setting, '=', 2) as timeout
      from pg_proc cross join unnest(proconfig) as setting
      where pronamespace = 'public'::regnamespace and setting like 'statement_timeout=%'`;
    return { roles: timesOf(roles), functions: timesOf(functions) };
  } finally {
    await sql.end();
  }
}

interface Row {
  name: string;
  timeout: string;
}

const UNITS: Record<string, number> = { "": 1, ms: 1, s: 1000, min: 60_000 };

function timesOf(rows: Row[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const { name, timeout } of rows) {
    const [, number, unit = ""] = /^(\d+)\s*(ms|s|min)?$/.exec(timeout) ?? [];
    const milliseconds = Number(number) * (UNITS[unit] ?? 1);
    if (milliseconds > 0) times.set(name, milliseconds);
  }
  return times;
}
