import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  type ApprovalStatus,
  type Card,
  getApprovals,
  getInbox,
} from "../../api/approval-routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { read, supabase } from "../../supabase/client.ts";
import { inboxCounts, inboxKey } from "./count.ts";
import type { ApprovalsSearch, CardSearch, InboxSearch } from "./search-params.ts";

export const PAGE = 50;
/** How often a visible list checks for changes by others. */
const LIST_MS = 20_000;
/** How often an executing card, or one with an unknown result, is reloaded. */
const RUNNING_MS = 1000;
const UNKNOWN_MS = 5000;

const filterOf = ({ kind, project }: CardSearch) => ({
  kind: kind || undefined,
  project_id: project || undefined,
});

const pendingFilterOf = (search: InboxSearch) => ({
  ...filterOf(search),
  sort: search.sort,
  q: search.q.trim() || undefined,
  assigned_to_me: search.mine ? ("true" as const) : undefined,
});

/** The undecided cards, in the chosen order. */
export const pendingPages = (search: InboxSearch) =>
  infiniteQueryOptions({
    queryKey: [...inboxKey, "pending", pendingFilterOf(search)],
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: LIST_MS,
    queryFn: async ({ pageParam, signal, client }) => {
      const page = await getInbox(
        { ...pendingFilterOf(search), limit: PAGE, cursor: pageParam },
        signal,
      );
      client.setQueryData(inboxCounts.queryKey, page.counts);
      return page;
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

/** The newest cards in these states. Few cards are in a state that is not final. */
export const cardsIn = (statuses: readonly ApprovalStatus[], search: CardSearch) =>
  queryOptions({
    queryKey: [...inboxKey, "in", statuses, filterOf(search)],
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: LIST_MS,
    queryFn: ({ signal }) =>
      getApprovals({ status: statuses.join(), ...filterOf(search), limit: 100 }, signal),
  });

/** Every card that matches the filters, newest first. */
export const approvalPages = (search: ApprovalsSearch) =>
  infiniteQueryOptions({
    queryKey: [...inboxKey, "all", { ...filterOf(search), status: search.status }],
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: ({ pageParam, signal }) =>
      getApprovals(
        {
          ...filterOf(search),
          status: search.status || undefined,
          limit: PAGE,
          cursor: pageParam,
        },
        signal,
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

export function isRunning({ approval }: Pick<Card, "approval">): boolean {
  return approval.execution.state === "queued" || approval.execution.state === "running";
}

/** One card with its history and versions; reloaded while it may change. */
export const cardById = (id: string) =>
  queryOptions({
    queryKey: [...inboxKey, "card", id],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Card> => {
      const { cards } = await getInbox({ approval_id: id }, signal);
      if (!cards[0]) throw new ServiceError(404, "approval_not_found", "There is no such card.");
      return cards[0];
    },
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false;
      if (isRunning(data)) return RUNNING_MS;
      return data.approval.execution.state === "unknown" ? UNKNOWN_MS : LIST_MS;
    },
  });

/** Admins and leads: those who decide cards. */
export const deciders = queryOptions({
  queryKey: ["deciders"],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }) => {
    const query = supabase()
      .from("people")
      .select("id, name")
      .in("role", ["admin", "lead"])
      .is("archived_at", null);
    return (await read(query.order("name").limit(1000).abortSignal(signal))).data;
  },
});

/** The rules of the kinds of cards, by kind. */
export const kindRules = queryOptions({
  queryKey: ["approval-kinds"],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => {
    const query = supabase()
      .from("approval_kinds")
      .select("kind, group, needs_project, is_deliverable, required_sections");
    const { data } = await read(query.abortSignal(signal));
    return new Map(data.map((rules) => [rules.kind, rules]));
  },
});

/** Sources that a card of this project may name. */
export const projectSources = (projectId: string | null) =>
  queryOptions({
    queryKey: ["sources", projectId],
    queryFn: async ({ signal }) => {
      const sources = supabase().from("sources").select("id, title").is("archived_at", null);
      const query = projectId ? sources.eq("project_id", projectId) : sources;
      return (await read(query.order("title").limit(200).abortSignal(signal))).data;
    },
  });

/** Events that a card of this project may change, latest first. */
export const projectEvents = (projectId: string | null) =>
  queryOptions({
    queryKey: ["calendar-events", projectId],
    queryFn: async ({ signal }) => {
      const events = supabase().from("calendar_events").select("id, summary, starts_at");
      const query = projectId ? events.eq("project_id", projectId) : events;
      return (
        await read(query.order("starts_at", { ascending: false }).limit(200).abortSignal(signal))
      ).data;
    },
  });

/** The title of one source; null where it is out of the viewer's scope. */
export const sourceTitle = (id: string) =>
  queryOptions({
    queryKey: ["source-title", id],
    queryFn: async ({ signal }) => {
      const query = supabase().from("sources").select("title").eq("id", id);
      return (await read(query.abortSignal(signal))).data[0]?.title ?? null;
    },
  });

export const eventSummary = (id: string) =>
  queryOptions({
    queryKey: ["calendar-event", id],
    queryFn: async ({ signal }) => {
      const query = supabase()
        .from("calendar_events")
        .select("summary, starts_at, time_zone")
        .eq("id", id);
      return (await read(query.abortSignal(signal))).data[0] ?? null;
    },
  });
