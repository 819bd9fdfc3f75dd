import { Button, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type InventoryProblem, ingestDocument } from "../../api/document-routes.ts";
import { explain } from "../../api/service-error.ts";
import { Instant } from "../../format/instant.tsx";
import { countOf } from "../../format/numbers.ts";
import classes from "./inventory-problems.module.css";
import { RestrictedBadge } from "./labels.tsx";
import { documentsKey } from "./queries.ts";
import { kindLabel } from "./words.ts";

interface Props {
  problems: InventoryProblem[];
  /** The total number of problems, even if fewer are listed. */
  count: number;
}

/** Files that could not be read, each with the reason and the next step. */
export function InventoryProblems({ problems, count }: Props) {
  return (
    <>
      <ul className={classes.problems}>
        {problems.map((problem) => (
          <ProblemLine key={problem.document_id} problem={problem} />
        ))}
      </ul>
      {count > problems.length && (
        <Text size="sm" c="dimmed" mb="lg">
          {countOf(count - problems.length, "more", "more")}. Choose a project to see them.
        </Text>
      )}
    </>
  );
}

function ProblemLine({ problem }: { problem: InventoryProblem }) {
  const { document_id, title, kind, project, version, reason, uploaded_by, uploaded_at } = problem;
  const queryClient = useQueryClient();
  const again = useMutation({
    mutationFn: () => ingestDocument(document_id),
    onSuccess: () => {
      // The row disappears, so the heading above the list takes the focus.
      document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: documentsKey }),
  });
  return (
    <li className={classes.problem}>
      <div className={classes.words}>
        <span className={classes.head}>
          <Link to="/documents/$documentId" params={{ documentId: document_id }}>
            {title}
          </Link>
          {problem.is_restricted && <RestrictedBadge />}
        </span>
        <p className={classes.reason}>{reason}</p>
        <span className={classes.quiet}>
          {kindLabel(kind)}, {project.name}, version {version}
          {uploaded_by && ` by ${uploaded_by.name}`}, <Instant at={uploaded_at} />
        </span>
        {again.error && (
          <p role="alert" className={classes.reason}>
            {explain(again.error).detail}
          </p>
        )}
      </div>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Try again: ${title}`}
        loading={again.isPending}
        onClick={() => again.mutate()}
      >
        Try again
      </Button>
    </li>
  );
}
