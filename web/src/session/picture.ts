import { queryOptions } from "@tanstack/react-query";
import { read, supabase } from "../supabase/client.ts";

export interface PersonProfile {
  picture: { media_type: string; hash: string; content: string } | null;
  /** Null for everyone but admins. */
  has_second_factor: boolean | null;
  /** Live projects that the viewer sees and the person works on or leads, by name. */
  projects: { id: string; name: string; is_member: boolean; is_lead: boolean }[];
}

/** A person's picture. A new picture has another `hash`, so it is loaded again. */
export const personProfile = (personId: string, hash = "") =>
  queryOptions({
    queryKey: ["person-profile", personId, hash],
    queryFn: async ({ signal }) =>
      (
        await read(
          supabase().rpc("get_person_profile", { person_id: personId }).abortSignal(signal),
        )
      ).data as unknown as PersonProfile,
  });

/** An image type that a browser cannot run as a page; the database determined it from the bytes. */
export function pictureSource({ picture }: PersonProfile): string | null {
  return picture && `data:${picture.media_type};base64,${picture.content}`;
}
