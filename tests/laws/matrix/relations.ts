/** The tables and views of `public`, as the catalog has them. */
import { owner } from "../../support/database.ts";
import { alderAndSlate, northlight } from "../../support/personas.ts";

export interface Relation {
  name: string;
  isView: boolean;
  /** Columns that name one row. */
  key: string[];
  columns: string[];
  /** Computed by the database: a write that names them is refused for that reason alone, for every caller. */
  generated: string[];
}

/** Views have no primary key in the catalog. */
const viewKeys: Record<string, string[]> = {
  document_summaries: ["id"],
  project_daily_hours: ["project_id", "day"],
  project_monthly_hours: ["project_id", "month"],
  project_summaries: ["id"],
};

/** Every relation by its name. Throws an Error when a view has no key here. */
export async function readRelations(): Promise<Map<string, Relation>> {
  const relations = await owner<(Omit<Relation, "key"> & { key: string[] | null })[]>`
    select relname as name, relkind not in ('r', 'p') as "isView",
      (select array_agg(attname order by array_position(indkey::smallint[], attnum))
       from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
       where indrelid = pg_class.oid and indisprimary) as key,
      (select array_agg(attname order by attnum) from pg_attribute
       where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns,
      array(select attname::text from pg_attribute
       where attrelid = pg_class.oid and attgenerated <> '' and not attisdropped) as generated
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`;
  return new Map(
    relations.map((relation) => {
      const key = relation.key ?? viewKeys[relation.name];
      if (!key)
        throw new Error(`viewKeys does not say which columns name a row of ${relation.name}`);
      return [relation.name, { ...relation, key }];
    }),
  );
}

/**
 * The condition for the rows of organizations, written by hand: the demo's by default. The catalog of kinds is
 * the same for everyone.
 */
export function within(
  { name, columns }: Relation,
  organizations: (string | null)[] = [northlight, alderAndSlate],
) {
  if (name === "approval_kinds") return owner`true`;
  if (name === "organizations") return owner`id in ${owner(organizations)}`;
  if (columns.includes("organization_id")) return owner`organization_id in ${owner(organizations)}`;
  return owner`project_id in (
    select id from public.projects where organization_id in ${owner(organizations)})`;
}
