/**
 * Fault of @supabase/lite 0.10.0: at each request it looks at every column of the database, and searches the text of a
 * view once for each column of the view, for types that PostgreSQL has already reported. PostgREST reads the catalog
 * once. Repair: Lite knows the columns of the schemas that it serves, and only the first table of a view's text,
 * which it needs for relationships.
 */
interface Introspection {
  columns: { schema?: string }[];
  views: { sql?: string }[];
}

const SERVED = ["public", "auth", "storage"];
const FIRST_TABLE = /\bfrom\s+(?:"[^"]+"|[\w$]+)(?:\s*\.\s*(?:"[^"]+"|[\w$]+))?/i;
const shortened = new WeakSet<Introspection>();

/** Changes the result of the introspection, which Lite caches. */
export function withoutUnneeded<T extends Introspection>(introspection: T): T {
  if (shortened.has(introspection)) return introspection;
  shortened.add(introspection);
  introspection.columns = introspection.columns.filter(({ schema = "" }) =>
    SERVED.includes(schema),
  );
  for (const view of introspection.views) view.sql = FIRST_TABLE.exec(view.sql ?? "")?.[0] ?? "";
  return introspection;
}
