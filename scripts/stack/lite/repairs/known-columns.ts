/**
 * Fault of @supabase/lite 0.10.0: at each request it processes every column of the database. It also searches the
 * text of a view once for each of the view's columns, for types that PostgreSQL has already reported. PostgREST reads
 * the catalog once. Repair: Lite gets only the columns of the schemas that it serves, or of one relation if the
 * request names one. Lite gets only the name of the first table from a view's text, because it needs that for
 * relationships.
 */
interface Introspection {
  columns: { schema?: string; table?: string }[];
  views: { sql?: string }[];
}

const SERVED = ["public", "auth", "storage"];
const FIRST_TABLE = /\bfrom\s+(?:"[^"]+"|[\w$]+)(?:\s*\.\s*(?:"[^"]+"|[\w$]+))?/i;
const shortIntrospections = new WeakSet<Introspection>();

/** Changes the result of the introspection, which Lite caches. */
export function withoutUnneeded<T extends Introspection>(introspection: T): T {
  if (shortIntrospections.has(introspection)) return introspection;
  shortIntrospections.add(introspection);
  introspection.columns = introspection.columns.filter(({ schema = "" }) =>
    SERVED.includes(schema),
  );
  for (const view of introspection.views) view.sql = FIRST_TABLE.exec(view.sql ?? "")?.[0] ?? "";
  return introspection;
}

// Parentheses embed other relations. Functions may return rows of any.
const ONE_RELATION = /^\/rest\/v1\/(\w+)\/?$/;
const narrowCopies = new WeakMap<Introspection, Map<string, Introspection>>();

/** The introspection, with only the columns that a request to this address can name. */
export function columnsOf<T extends Introspection>(url: URL | undefined, introspection: T): T {
  const relation = ONE_RELATION.exec(url?.pathname ?? "")?.[1];
  if (relation === undefined || /[()]|%28|%29/.test(url?.search ?? "")) return introspection;
  const ofRelations = narrowCopies.get(introspection) ?? new Map<string, Introspection>();
  narrowCopies.set(introspection, ofRelations);
  const cached = ofRelations.get(relation);
  if (cached !== undefined) return cached as T;
  const columns = introspection.columns.filter(({ table }) => table === relation);
  if (columns.length === 0) return introspection;
  const narrow = { ...introspection, columns };
  ofRelations.set(relation, narrow);
  return narrow;
}
