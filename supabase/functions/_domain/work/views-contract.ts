import { z } from "zod";
import { defineContract, Id } from "../contract.ts";
import { atLeastOne, Line, Version } from "../normal-forms.ts";

/** Lists whose filters and order can be saved. */
export const VIEW_PAGES = [
  "tasks",
  "portfolio",
  "clients",
  "people",
  "documents",
  "inbox",
  "health",
] as const;

const Page = z.enum(VIEW_PAGES);
const Query = z
  .string()
  .max(2000)
  .regex(/^[!-~]*$/)
  .refine((text) => !/[#?]/.test(text), "Enter a query string without the question mark");

export const SavedView = z.object({
  id: Id,
  version: z.int(),
  page: Page,
  name: z.string(),
  query: z.string().describe("Query string of the page's address, without the question mark"),
  is_shared: z.boolean(),
  is_archived: z.boolean(),
  is_own: z.boolean().describe("Whether the caller saved it"),
  owner: z
    .object({ id: Id, name: z.string().nullable() })
    .describe("The name is null if the caller cannot see the person"),
});
export type SavedView = z.infer<typeof SavedView>;

const ViewCreate = z.strictObject({
  type: z.literal("view_create"),
  page: Page,
  name: Line(100),
  query: Query,
  is_shared: z.boolean().default(false),
});

const ViewUpdate = z.strictObject({
  type: z.literal("view_update"),
  id: Id,
  version: Version,
  changes: atLeastOne(
    z.strictObject({
      name: Line(100).optional(),
      query: Query.optional(),
      is_shared: z.boolean().optional(),
      is_archived: z.boolean().optional().describe("true deletes the view, false restores it"),
    }),
  ),
});

export const ViewAction = z.discriminatedUnion(
  "type",
  [ViewCreate, ViewUpdate],
  "Specify the type of action",
);
export type ViewAction = z.output<typeof ViewAction>;
export type ViewActionInput = z.input<typeof ViewAction>;

export const views = defineContract({
  slug: "views",
  access: "user",
  get: {
    summary: "The saved views of a list, or of all lists: the caller's own and shared ones",
    query: z.strictObject({ page: Page.optional() }),
    response: z.object({ views: z.array(SavedView).describe("By name") }),
  },
  post: {
    summary: "Saves, renames, shares, deletes or restores a view",
    body: ViewAction,
    response: z.object({ view: SavedView }),
  },
});
