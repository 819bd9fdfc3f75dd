import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getPortfolioOptions } from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { read, readAll, supabase } from "../../supabase/client.ts";

/** The initial values of a form, read when it opens and not again while the person types. */
const asOpened = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const;

function present<Row>(rows: Row[], type: string): Row {
  const [row] = rows;
  if (!row) throw new ServiceError(404, `${type}_not_found`, `There is no such ${type}.`);
  return row;
}

export const projectAsOpened = (id: string) =>
  queryOptions({
    ...asOpened,
    queryKey: ["form", "project", id],
    queryFn: async ({ signal }) => {
      const query = supabase().from("project_summaries").select("*").eq("id", id);
      return present((await read(query.abortSignal(signal))).data, "project") as ProjectSummary;
    },
  });

export const statusAsOpened = (id: string) =>
  queryOptions({
    ...asOpened,
    queryKey: ["form", "status", id],
    queryFn: async ({ signal }) => {
      const query = supabase().from("status_updates").select("*").eq("id", id);
      return present((await read(query.abortSignal(signal))).data, "status");
    },
  });

export const clientAsOpened = (id: string) =>
  queryOptions({
    ...asOpened,
    queryKey: ["form", "client", id],
    queryFn: async ({ signal }) => {
      const query = supabase().from("clients").select("*").eq("id", id);
      return present((await read(query.abortSignal(signal))).data, "client");
    },
  });

export const accountAsOpened = (id: string) =>
  queryOptions({
    ...asOpened,
    queryKey: ["form", "account", id],
    queryFn: async ({ signal }) => {
      const query = supabase().from("accounts").select("*").eq("id", id);
      return present((await read(query.abortSignal(signal))).data, "account");
    },
  });

/** Null until the first update creates it. */
export const profileAsOpened = (accountId: string) =>
  queryOptions({
    ...asOpened,
    queryKey: ["form", "profile", accountId],
    queryFn: async ({ signal }) => {
      const query = supabase().from("operating_profiles").select("*").eq("account_id", accountId);
      return (await read(query.abortSignal(signal))).data[0] ?? null;
    },
  });

/** How a project was classified over time, the current version first. */
export const classifications = (projectId: string) =>
  queryOptions({
    ...asOpened,
    queryKey: ["form", "classifications", projectId],
    queryFn: async ({ signal }) =>
      readAll((from, to) =>
        supabase()
          .from("portfolio_classifications")
          .select("*")
          .eq("project_id", projectId)
          .order("version", { ascending: false })
          .range(from, to)
          .abortSignal(signal),
      ),
  });

/** Names of an account and its client. */
export const accountName = (id: string) =>
  queryOptions({
    queryKey: ["account-name", id],
    queryFn: async ({ signal }) => {
      const accounts = supabase().from("accounts").select("name, client_id").eq("id", id);
      const account = present((await read(accounts.abortSignal(signal))).data, "account");
      const clients = supabase().from("clients").select("name").eq("id", account.client_id);
      const [client] = (await read(clients.abortSignal(signal))).data;
      return { account_name: account.name, client_name: client?.name ?? account.name };
    },
  });

export const portfolioOptions = (search: string) =>
  queryOptions({
    queryKey: ["portfolio-options", search],
    queryFn: ({ signal }) => getPortfolioOptions(search, signal),
    placeholderData: keepPreviousData,
  });
