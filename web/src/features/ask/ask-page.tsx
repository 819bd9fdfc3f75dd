import { Button, Drawer, Group, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate, useParams } from "@tanstack/react-router";
import { MessagesSquareIcon, PlusIcon } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { isUuid } from "../../format/uuid.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { NotFoundPage } from "../../ui/dead-end-pages.tsx";
import { Page } from "../../ui/page.tsx";
import { usePageKeys } from "../../ui/page-keys.ts";
import { Problem } from "../../ui/problem.tsx";
import { AnswerAnnouncer } from "./answer-announcer.tsx";
import classes from "./ask-page.module.css";
import { AskAboutField } from "./asked-about.tsx";
import { AskAsField, AskedAsBanner } from "./asked-as.tsx";
import { EmptyConversation } from "./empty-conversation.tsx";
import { ask, live, stop } from "./live.ts";
import { conversation, PAGE_MESSAGES } from "./queries.ts";
import { focusQuestion, QuestionField } from "./question-field.tsx";
import { SessionList } from "./session-list.tsx";
import { TurnView } from "./turn-view.tsx";

const route = getRouteApi("/ask");

export default function AskPage() {
  const { as, project, q } = route.useSearch();
  const { sessionId = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const [isListOpen, list] = useDisclosure(false);
  // The first question names the conversation.
  const [freshId, setFreshId] = useState(() => crypto.randomUUID());
  if (sessionId === freshId) setFreshId(crypto.randomUUID());
  const id = sessionId || freshId;
  const begin = () => void navigate({ to: "/ask" }).then(focusQuestion);
  usePageKeys({ n: begin, c: () => focusQuestion() });
  // Without a conversation in the URL, the page starts a new one.
  const isNew = sessionId === "";
  useEffect(() => {
    if (isNew) focusQuestion();
  }, [isNew]);

  return (
    <Page
      title="Ask"
      actions={
        <Group gap="xs" wrap="nowrap">
          <Button
            className={classes.listButton ?? ""}
            size="xs"
            variant="default"
            leftSection={<MessagesSquareIcon size={16} aria-hidden />}
            onClick={list.open}
          >
            Conversations
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<PlusIcon size={16} aria-hidden />}
            onClick={begin}
          >
            New conversation
          </Button>
        </Group>
      }
    >
      <div className={classes.page}>
        <div className={classes.sessions}>
          <SessionList openId={sessionId} />
        </div>
        <Conversation key={id} id={id} isNew={isNew} as={as} project={project} words={q} />
      </div>
      <Drawer
        opened={isListOpen}
        onClose={list.close}
        title="Ask"
        size="320px"
        closeButtonProps={{ "aria-label": "Close" }}
        transitionProps={{ duration: 150 }}
      >
        <SessionList openId={sessionId} onOpen={list.close} />
      </Drawer>
    </Page>
  );
}

interface Props {
  id: string;
  isNew: boolean;
  /** From the URL, for a new conversation; a stored one has its own. */
  as: string;
  /** From the URL: the only project that the conversation covers. */
  project: string;
  /** From the URL: the question to ask first. */
  words: string;
}

function Conversation({ id, isNew, as, project, words }: Props) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const [limit, setLimit] = useState(PAGE_MESSAGES);
  const conversationQuery = useQuery({ ...conversation(id, limit), enabled: !isNew });
  const now = useQuery(live(id)).data ?? undefined;
  const refusedQuestion = useMemo(
    () => (now?.refusal ? { question: now.turn.question, error: now.refusal } : undefined),
    [now],
  );
  const current = refusedQuestion ? undefined : now;
  const before = (conversationQuery.data?.turns ?? []).filter(
    ({ number }) => !current || number < current.number,
  );
  const turns = current ? [...before, { ...current.turn, number: current.number }] : before;
  const last = turns.at(-1);
  const isRunning = current?.turn.status === "answering";
  const asId =
    conversationQuery.data?.session.as_person_id ?? (leads(viewer) && as !== viewer.id ? as : "");

  const end = () => stop(id);
  usePageKeys({ ...(isRunning && { Escape: end }) });
  useLatestInView(last?.number, isRunning);

  const send = (question: string) => {
    const number = (last?.number ?? -1) + 2;
    void ask({
      sessionId: id,
      question,
      as: asId || undefined,
      projectId: project || undefined,
      number,
    });
  };
  // A conversation has a URL once it is stored, so a refused question stays on the page for new conversations.
  const isBegun = isNew && now?.isAccepted === true;
  const refusedWords = isNew && refusedQuestion ? refusedQuestion.question : "";
  useEffect(() => {
    if (isBegun) {
      const params = { sessionId: id };
      void navigate({
        to: "/ask/$sessionId",
        params,
        search: { as: asId, project },
        replace: true,
      });
    } else if (refusedWords) {
      void navigate({ to: "/ask", search: { as: asId, project, q: refusedWords }, replace: true });
    }
  }, [isBegun, refusedWords, id, asId, project, navigate]);

  if (!isNew && !now && (conversationQuery.data === null || !isUuid(id))) {
    return <NotFoundPage kind="conversation" />;
  }
  return (
    <section className={classes.conversation} data-as={asId !== ""} aria-label="Conversation">
      {asId && <AskedAsBanner id={asId} />}
      {turns.length === 0 && conversationQuery.isError && (
        <Problem error={conversationQuery.error} retry={() => void conversationQuery.refetch()} />
      )}
      {!isNew && turns.length === 0 && conversationQuery.isPending && !refusedQuestion && (
        <div aria-busy="true">
          <Skeleton height={36} width="60%" mb="md" />
          <Skeleton height={120} />
        </div>
      )}
      {isNew && turns.length === 0 && (
        <EmptyConversation ask={send}>
          <AskAboutField
            value={project}
            onChange={(next) =>
              void navigate({
                to: "/ask",
                search: { as: asId, project: next, q: words },
                replace: true,
              })
            }
          />
          {leads(viewer) && (
            <AskAsField
              value={asId}
              onChange={(next) =>
                void navigate({
                  to: "/ask",
                  search: { as: next === viewer.id ? "" : next, project, q: words },
                  replace: true,
                })
              }
            />
          )}
        </EmptyConversation>
      )}
      {conversationQuery.data?.hasEarlier && (
        <Button
          size="xs"
          variant="default"
          mb="md"
          onClick={() => setLimit((count) => count + PAGE_MESSAGES)}
        >
          Show earlier questions
        </Button>
      )}
      <div className={classes.turns}>
        {turns.map((turn) => (
          <TurnView
            key={turn.number}
            turn={turn}
            isLatest={turn === last}
            askAgain={turn === last && !isRunning ? () => send(turn.question) : undefined}
          />
        ))}
      </div>
      <AnswerAnnouncer turn={current?.turn} />
      <QuestionField
        isRunning={isRunning}
        isReady={isNew || !conversationQuery.isPending}
        ask={send}
        stop={() => {
          end();
          focusQuestion();
        }}
        refused={refusedQuestion}
        words={isNew ? words : ""}
        note={
          project
            ? "Answers use only this project. Its members can read the proposals."
            : asId
              ? "Answers use only what both of you can see."
              : "Answers use only what you can see."
        }
      />
    </section>
  );
}

/** Scrolls the latest question to the top, once; afterwards the reader scrolls. */
function useLatestInView(number: number | undefined, isRunning: boolean): void {
  const lastNumber = useRef<number>(undefined);
  useEffect(() => {
    if (number === undefined || lastNumber.current === number) return;
    const isFirst = lastNumber.current === undefined;
    lastNumber.current = number;
    if (isFirst && number === 1 && !isRunning) return;
    document.querySelector('[data-latest="true"]')?.scrollIntoView({ block: "start" });
  }, [number, isRunning]);
}
