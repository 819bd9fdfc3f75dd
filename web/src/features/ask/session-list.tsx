import { ActionIcon, Anchor, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArchiveIcon, ArchiveRestoreIcon } from "lucide-react";
import { useState } from "react";
import { peopleNames } from "../../entities/person/queries.ts";
import { Instant } from "../../format/instant.tsx";
import { Problem } from "../../ui/problem.tsx";
import { notifySaved, notifyUndoable } from "../../ui/saved-notice.tsx";
import { archiveSession, type Session, sessions } from "./queries.ts";
import classes from "./session-list.module.css";

interface Props {
  openId: string;
  onOpen?: () => void;
}

/** The viewer's own conversations, latest first. */
export function SessionList({ openId, onOpen }: Props) {
  const [isArchived, setArchived] = useState(false);
  const list = useQuery(sessions(isArchived));
  const [error, setError] = useState<unknown>(null);
  const archive = async ({ id }: Session) => {
    setError(null);
    try {
      await archiveSession(id, !isArchived);
      if (isArchived) notifySaved("Conversation restored.");
      else notifyUndoable("Conversation archived.", () => archiveSession(id, false));
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <nav aria-label="Conversations">
      <div className={classes.head}>
        <h2>{isArchived ? "Archived" : "Conversations"}</h2>
        <Anchor component="button" type="button" size="sm" onClick={() => setArchived(!isArchived)}>
          {isArchived ? "Back to all" : "Archived"}
        </Anchor>
      </div>
      {error !== null && <Problem error={error} />}
      {list.isError && !list.data && (
        <Problem error={list.error} retry={() => void list.refetch()} />
      )}
      {list.isPending && <Skeleton height={80} />}
      {list.data?.length === 0 && (
        <p className={classes.none}>
          {isArchived
            ? "No archived conversations."
            : "No conversations yet. Ask a question to start one."}
        </p>
      )}
      <ul className={classes.list}>
        {list.data?.map((session) => (
          <li key={session.id} data-open={session.session_id === openId}>
            <Link
              to="/ask/$sessionId"
              params={{ sessionId: session.session_id }}
              className={classes.link}
              aria-current={session.session_id === openId ? "page" : undefined}
              onClick={onOpen}
            >
              <span className={classes.title}>{session.title}</span>
              <span className={classes.quiet}>
                {session.as_person_id && <AskedAs id={session.as_person_id} />}
                <Instant at={session.last_message_at} />
              </span>
            </Link>
            <ActionIcon
              className={classes.archive ?? ""}
              variant="subtle"
              color="gray"
              aria-label={`${isArchived ? "Restore" : "Archive"}: ${session.title}`}
              onClick={() => void archive(session)}
            >
              {isArchived ? <ArchiveRestoreIcon size={16} /> : <ArchiveIcon size={16} />}
            </ActionIcon>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function AskedAs({ id }: { id: string }) {
  const name = useQuery(peopleNames).data?.get(id);
  return <>as {name ?? "someone else"} · </>;
}
