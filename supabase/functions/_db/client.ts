import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../_schema/database.types.ts";

/** The database as one caller sees it: a person, or the service itself. */
export type Db = SupabaseClient<Database>;
