import { queryOptions, skipToken } from "@tanstack/react-query";
import { askStream } from "../../api/chat-routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { queryClient } from "../../query-client.ts";
import { conversation, conversationKey, sessionsKey } from "./queries.ts";
import { newTurn, type Turn, withEnd, withEvent } from "./turn.ts";

// Answers that this window is receiving. They continue while the viewer is on other pages, and are removed with the
// viewer's other data when they sign out.

export interface Live {
  /** The position of the question in its conversation. */
  number: number;
  turn: Turn;
  /** The service has accepted the question and stored it with its conversation. */
  isAccepted: boolean;
  /** Why the service refused the question, which is then not stored. */
  refusal: unknown;
}

const liveKey = (sessionId: string) => ["ask-live", sessionId];
queryClient.setQueryDefaults(["ask-live"], { gcTime: Number.POSITIVE_INFINITY });

export const live = (sessionId: string) =>
  queryOptions<Live | null>({
    queryKey: liveKey(sessionId),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });

const controllers = new Map<string, AbortController>();

/** Stops the answer of a conversation while it is being written; its text so far stays. */
export function stop(sessionId: string): void {
  controllers.get(sessionId)?.abort();
}

interface Asked {
  sessionId: string;
  question: string;
  as: string | undefined;
  projectId: string | undefined;
  number: number;
}

export async function ask({ sessionId, question, as, projectId, number }: Asked): Promise<void> {
  stop(sessionId);
  const controller = new AbortController();
  const { signal } = controller;
  controllers.set(sessionId, controller);
  queryClient.setQueryData<Live>(liveKey(sessionId), {
    number,
    turn: newTurn(question),
    isAccepted: false,
    refusal: null,
  });
  const change = (next: (before: Live) => Live) => {
    const before = queryClient.getQueryData<Live>(liveKey(sessionId));
    // The person has signed out in the meantime, or asked again.
    if (!before || controllers.get(sessionId) !== controller) return controller.abort();
    queryClient.setQueryData<Live>(liveKey(sessionId), next(before));
  };
  const changeTurn = (next: (before: Turn) => Turn) =>
    change((before) => ({ ...before, turn: next(before.turn) }));
  let isAccepted = false;
  const onAccepted = () => {
    isAccepted = true;
    change((before) => ({ ...before, isAccepted }));
    void queryClient.invalidateQueries({ queryKey: sessionsKey });
  };
  try {
    const body = {
      question,
      session_id: sessionId,
      ...(as && { as }),
      ...(projectId && { project_id: projectId }),
    };
    for await (const event of askStream(body, signal, onAccepted)) {
      changeTurn((turn) => withEvent(turn, event));
    }
    changeTurn((turn) => withEnd(turn, "failed", "connection_lost"));
  } catch (error) {
    if (signal.aborted) changeTurn((turn) => withEnd(turn, "stopped", null));
    else if (isAccepted) changeTurn((turn) => withEnd(turn, "failed", "connection_lost"));
    else {
      if (error instanceof ServiceError && error.status === 401) {
        void queryClient.invalidateQueries({ queryKey: ["whoami"] });
      }
      if (queryClient.getQueryData(liveKey(sessionId))) {
        queryClient.setQueryData<Live>(liveKey(sessionId), {
          number,
          turn: withEnd(newTurn(question), "failed", null),
          isAccepted,
          refusal: error,
        });
      }
      controllers.delete(sessionId);
      return;
    }
  }
  if (controllers.get(sessionId) !== controller) return;
  controllers.delete(sessionId);
  await replaceWithStored(sessionId);
}

const TRIES = 10;
const PAUSE_MS = 600;

/** The stored answer replaces the streamed one as soon as it is complete. */
async function replaceWithStored(sessionId: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: sessionsKey });
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const answer = await queryClient
      .fetchQuery({ ...conversation(sessionId), retry: false })
      .catch(() => null);
    const liveTurn = queryClient.getQueryData<Live>(liveKey(sessionId));
    if (!liveTurn || controllers.has(sessionId)) return;
    const storedTurn = answer?.turns.find(({ number }) => number === liveTurn.number);
    if (storedTurn && storedTurn.status !== "answering") {
      await queryClient.invalidateQueries({ queryKey: conversationKey(sessionId) });
      if (!controllers.has(sessionId)) queryClient.setQueryData(liveKey(sessionId), null);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
    if (controllers.has(sessionId)) return;
  }
}
