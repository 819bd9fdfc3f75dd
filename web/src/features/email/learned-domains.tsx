import { Button, Skeleton, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { changeLearnedDomain, type LearnedDomain } from "../../api/email-routes.ts";
import { InstantDay } from "../../format/instant.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { notifyFailed, notifyUndoable } from "../../ui/saved-notice.tsx";
import classes from "./learned-domains.module.css";
import { learnedDomains } from "./queries.ts";

/** The domains whose emails are assigned automatically, each with its project. */
export function LearnedDomainsDialog({ onClose }: { onClose: () => void }) {
  const domains = useQuery(learnedDomains);
  return (
    <Dialog onClose={onClose} title="Remembered domains" size="lg">
      {domains.isError && !domains.data ? (
        <Problem error={domains.error} retry={() => void domains.refetch()} />
      ) : !domains.data ? (
        <Skeleton height={120} />
      ) : domains.data.length === 0 ? (
        <Text>
          No remembered domains yet. Choose “Remember” when you assign an email: later emails from
          exactly that domain are then assigned to the same project.
        </Text>
      ) : (
        <ul className={classes.domains} aria-label="Remembered domains">
          {domains.data.map((domain) => (
            <Domain key={domain.id} domain={domain} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Domain({
  domain: { id, domain, project, learned_at, learned_by },
}: {
  domain: LearnedDomain;
}) {
  const remove = useMutation({
    mutationFn: () => changeLearnedDomain(id, true),
    onSuccess: () =>
      notifyUndoable(`Removed: ${domain}. Emails stay where they are.`, () =>
        changeLearnedDomain(id, false),
      ),
    onError: (error) => notifyFailed("The domain wasn't removed", error),
  });
  return (
    <li>
      <div>
        <b>{domain}</b>
        {" → "}
        <Link to="/projects/$projectId" params={{ projectId: project.id }}>
          {project.name}
        </Link>
        <p>
          Remembered <InstantDay at={learned_at} />
          {learned_by && ` by ${learned_by.name}`}
        </p>
      </div>
      <Button
        size="xs"
        variant="default"
        loading={remove.isPending}
        aria-label={`Remove ${domain}`}
        onClick={() => remove.mutate()}
      >
        Remove
      </Button>
    </li>
  );
}
