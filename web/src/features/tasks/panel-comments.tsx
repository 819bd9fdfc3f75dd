import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { PencilIcon, Trash2Icon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type TaskComment, type TaskPanel, taskAction } from "../../api/task-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { useViewer } from "../../session/viewer.ts";
import { Problem } from "../../ui/problem.tsx";
import { notifyFailed, notifySaved, notifyUndoable } from "../../ui/saved-notice.tsx";
import { MentionInput } from "./mention-input.tsx";
import { type PersonName, projectPeople } from "./queries.ts";
import classes from "./task-panel.module.css";

/** Unsent comments by task, so that closing the panel loses none. */
const drafts = new Map<string, { body: string; mentioned: PersonName[] }>();

const nameOf = ({ name }: { name: string | null }) => name ?? "Former colleague";

/** Comments on a task; they mention people who see its project. */
export function PanelComments({ panel }: { panel: TaskPanel }) {
  const { task, comments, comments_total, can_edit } = panel;
  const hiddenCount = comments_total - comments.length;
  return (
    <section className={classes.section} aria-labelledby="task-comments">
      <h3 id="task-comments">Comments</h3>
      {comments.length === 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          No comments yet. Mention a person with @ to ask them.
        </Text>
      )}
      {hiddenCount > 0 && (
        <Text size="sm">Only the newest {comments.length} comments are shown.</Text>
      )}
      <ul className={classes.list}>
        {comments.map((comment) => (
          <Comment
            key={comment.id}
            comment={comment}
            projectId={task.project.id}
            canChange={can_edit}
          />
        ))}
      </ul>
      {can_edit && <NewComment key={task.id} taskId={task.id} projectId={task.project.id} />}
    </section>
  );
}

function NewComment({ taskId, projectId }: { taskId: string; projectId: string }) {
  return (
    <CommentForm
      label="New comment"
      submitLabel="Add comment"
      projectId={projectId}
      initial={drafts.get(taskId) ?? { body: "", mentioned: [] }}
      onDraft={(draft) => (draft.body ? drafts.set(taskId, draft) : drafts.delete(taskId))}
      save={async (body, mentions) => {
        const { comment } = await taskAction({
          type: "comment_add",
          task_id: taskId,
          body,
          mentions,
        });
        drafts.delete(taskId);
        const { id, version } = comment;
        notifyUndoable("Comment added.", () => taskAction({ type: "comment_remove", id, version }));
      }}
    />
  );
}

interface CommentProps {
  comment: TaskComment;
  projectId: string;
  canChange: boolean;
}

function Comment({ comment, projectId, canChange }: CommentProps) {
  const viewer = useViewer();
  const [isEditing, setEditing] = useState(false);
  const { id, version, author, body, mentions, created_at, edited_at } = comment;
  const isOwn = author.id === viewer.id;
  const remove = async () => {
    try {
      const answer = await taskAction({ type: "comment_remove", id, version });
      notifyUndoable("Comment removed.", () =>
        taskAction({ type: "comment_restore", id, version: answer.comment.version }),
      );
    } catch (error) {
      notifyFailed("The comment wasn't removed", error);
    }
  };
  return (
    <li className={classes.comment}>
      <div className={classes.commentHead}>
        <Text fw={500}>{nameOf(author)}</Text>
        <span className={classes.quiet}>
          <Instant at={created_at} />
          {edited_at && ", edited"}
        </span>
        <Group gap={2} ml="auto" wrap="nowrap">
          {canChange && comment.can_edit && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Edit comment"
              onClick={() => setEditing(true)}
            >
              <PencilIcon size={16} aria-hidden />
            </ActionIcon>
          )}
          {canChange && comment.can_remove && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={isOwn ? "Remove comment" : `Remove comment by ${nameOf(author)}`}
              onClick={() => void remove()}
            >
              <Trash2Icon size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      </div>
      {isEditing ? (
        <CommentForm
          label="Edit comment"
          submitLabel="Save comment"
          projectId={projectId}
          initial={{
            body,
            mentioned: mentions.map((person) => ({ id: person.id, name: nameOf(person) })),
          }}
          onCancel={() => setEditing(false)}
          save={async (text, ids) => {
            await taskAction({ type: "comment_edit", id, version, body: text, mentions: ids });
            notifySaved("Comment saved.");
            setEditing(false);
          }}
        />
      ) : (
        <p className={classes.body}>{withMentions(body, mentions.map(nameOf))}</p>
      )}
    </li>
  );
}

interface FormProps {
  label: string;
  submitLabel: string;
  projectId: string;
  initial: { body: string; mentioned: PersonName[] };
  onDraft?: (draft: { body: string; mentioned: PersonName[] }) => void;
  onCancel?: () => void;
  save: (body: string, mentions: string[]) => Promise<void>;
}

function CommentForm(props: FormProps) {
  const { label, submitLabel, projectId, initial, onDraft, onCancel, save } = props;
  const people = useQuery(projectPeople(projectId)).data ?? [];
  const [{ body, mentioned }, setState] = useState(initial);
  const change = (next: { body: string; mentioned: PersonName[] }) => {
    setState(next);
    onDraft?.(next);
  };
  const sending = useMutation({
    mutationFn: () =>
      // A mention whose name was deleted from the text does not count.
      save(
        body.trim(),
        mentioned.filter(({ name }) => body.includes(`@${name}`)).map(({ id }) => id),
      ),
    onSuccess: () => setState({ body: "", mentioned: [] }),
  });
  const submit = () => {
    if (body.trim() && !sending.isPending) sending.mutate();
  };
  return (
    <>
      <MentionInput
        mt="xs"
        aria-label={label}
        placeholder="Write a comment. Type @ to mention someone."
        value={body}
        people={people}
        onChange={(text) => change({ body: text, mentioned })}
        onMention={(person) =>
          setState((before) => {
            const others = before.mentioned.filter(({ id }) => id !== person.id);
            const next = { ...before, mentioned: [...others, person] };
            onDraft?.(next);
            return next;
          })
        }
        onSubmit={submit}
      />
      {sending.isError && <Problem error={sending.error} />}
      <Group gap="xs" mt="xs" justify="flex-end">
        {onCancel && (
          <Button size="xs" variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button size="xs" loading={sending.isPending} onClick={submit}>
          {submitLabel}
        </Button>
      </Group>
    </>
  );
}

/** The text with the names of mentioned people set apart. */
function withMentions(body: string, names: string[]): ReactNode[] {
  const marks = names.map((name) => `@${name}`).sort((a, b) => b.length - a.length);
  const parts: ReactNode[] = [];
  let remainder = body;
  while (remainder) {
    const matches = marks
      .map((mark) => ({ mark, at: remainder.indexOf(mark) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at || b.mark.length - a.mark.length)[0];
    if (!matches) break;
    parts.push(
      remainder.slice(0, matches.at),
      <span key={parts.length} className={classes.mention}>
        {matches.mark}
      </span>,
    );
    remainder = remainder.slice(matches.at + matches.mark.length);
  }
  return [...parts, remainder];
}
