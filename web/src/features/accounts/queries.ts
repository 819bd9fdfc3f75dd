import { queryOptions } from "@tanstack/react-query";
import { ServiceError } from "../../api/service-error.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { read, readAll, supabase } from "../../supabase/client.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * An account in the viewer's scope, with its client and its operating profile. A missing and a foreign id give the same
 * 404.
 */
export const accountDetails = (id: string) =>
  queryOptions({
    queryKey: ["account", id],
    queryFn: async ({ signal }) => {
      if (!uuid.test(id)) throw missingAccount();
      const [accounts, profiles] = await Promise.all([
        read(
          supabase()
            .from("accounts")
            .select("*, client:clients(*)")
            .eq("id", id)
            .abortSignal(signal),
        ),
        read(
          supabase()
            .from("operating_profiles")
            .select("*")
            .eq("account_id", id)
            .abortSignal(signal),
        ),
      ]);
      if (!accounts.data[0]) throw missingAccount();
      const { client, ...account } = accounts.data[0];
      return { account, client, profile: profiles.data[0] ?? null };
    },
  });

function missingAccount(): ServiceError {
  return new ServiceError(404, "account_not_found", "There is no such account.");
}

/** A client in the viewer's scope with its accounts, except archived ones. */
export const clientDetails = (id: string) =>
  queryOptions({
    queryKey: ["client", id],
    queryFn: async ({ signal }) => {
      const clients = supabase().from("clients").select("*").eq("id", id);
      const [client] = uuid.test(id) ? (await read(clients.abortSignal(signal))).data : [];
      if (!client) throw new ServiceError(404, "client_not_found", "There is no such client.");
      const accounts = await readAll((from, to) =>
        supabase()
          .from("accounts")
          .select("*")
          .eq("client_id", id)
          .is("archived_at", null)
          .order("name")
          .order("id")
          .range(from, to)
          .abortSignal(signal),
      );
      return { client, accounts };
    },
  });

/** The contacts of a client, except archived ones. */
export const clientContacts = (id: string) =>
  queryOptions({
    queryKey: ["client-contacts", id],
    queryFn: ({ signal }) =>
      readAll((from, to) =>
        supabase()
          .from("contacts")
          .select("*")
          .eq("client_id", id)
          .is("archived_at", null)
          .order("name")
          .order("id")
          .range(from, to)
          .abortSignal(signal),
      ),
  });

/** Projects of an account, the archived ones at the end. */
export const accountProjects = (id: string) =>
  queryOptions({
    queryKey: ["account-projects", id],
    queryFn: async ({ signal }) =>
      (await readAll((from, to) =>
        supabase()
          .from("project_summaries")
          .select("*")
          .eq("account_id", id)
          .order("archived_at", { nullsFirst: true })
          .order("name")
          .order("id")
          .range(from, to)
          .abortSignal(signal),
      )) as ProjectSummary[],
  });

/** The live projects of a client's accounts, for their counts. */
export const projectsOfClient = (id: string) =>
  queryOptions({
    queryKey: ["client-projects", id],
    queryFn: ({ signal }) =>
      readAll((from, to) =>
        supabase()
          .from("project_summaries")
          .select("account_id, open_task_count")
          .eq("client_id", id)
          .is("archived_at", null)
          .order("id")
          .range(from, to)
          .abortSignal(signal),
      ),
  });

/** Every account in the viewer's scope with the name of its client, and every client. */
export const accountNames = queryOptions({
  queryKey: ["account-names"],
  queryFn: async ({ signal }) => {
    const [accounts, clients] = await Promise.all([
      readAll((from, to) =>
        supabase()
          .from("accounts")
          .select("id, name, client_id")
          .is("archived_at", null)
          .order("name")
          .order("id")
          .range(from, to)
          .abortSignal(signal),
      ),
      readAll((from, to) =>
        supabase()
          .from("clients")
          .select("id, name")
          .is("archived_at", null)
          .order("name")
          .order("id")
          .range(from, to)
          .abortSignal(signal),
      ),
    ]);
    const names = new Map(clients.map((client) => [client.id, client.name]));
    return {
      clients,
      accounts: accounts.map(({ id, name, client_id }) => ({
        id,
        account_name: name,
        client_name: names.get(client_id) ?? name,
      })),
    };
  },
});

/** Every client and account in the viewer's scope, archived ones too. */
export const clientRows = queryOptions({
  queryKey: ["client-rows"],
  queryFn: async ({ signal }) => {
    const [clients, accounts] = await Promise.all([
      readAll((from, to) =>
        supabase()
          .from("clients")
          .select("id, name, website, archived_at, version")
          .order("name")
          .order("id")
          .range(from, to)
          .abortSignal(signal),
      ),
      readAll((from, to) =>
        supabase()
          .from("accounts")
          .select("id, name, client_id, archived_at, version")
          .order("name")
          .order("id")
          .range(from, to)
          .abortSignal(signal),
      ),
    ]);
    return { clients, accounts };
  },
});
