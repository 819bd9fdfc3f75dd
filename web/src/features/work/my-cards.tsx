import { Skeleton, Text, Title } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { approvalKindLabels } from "../../../../supabase/functions/_domain/words/approvals.ts";
import { getInbox } from "../../api/approval-routes.ts";
import { formatCount } from "../../format/numbers.ts";
import { Problem } from "../../ui/problem.tsx";
import { inboxKey } from "../inbox/count.ts";
import classes from "./my-work-page.module.css";

const SHOWN = 5;

/** The oldest cards that the viewer may decide. */
export const oldestCards = queryOptions({
  queryKey: [...inboxKey, "oldest"],
  queryFn: async ({ signal }) =>
    (await getInbox({ limit: SHOWN, decidable: "true" }, signal)).cards,
});

/** The cards that wait for a decision of the viewer. */
export function MyCards({ decidable }: { decidable: number }) {
  return (
    <section aria-labelledby="my-cards">
      <Title order={2} id="my-cards" mb="xs">
        Cards to decide <span className={classes.count}>{formatCount(decidable)}</span>
      </Title>
      {decidable === 0 ? (
        <Text c="dimmed" size="sm">
          No cards are waiting for your decision. Changes that the assistant or a colleague proposes
          appear here when you may decide them.
        </Text>
      ) : (
        <Oldest />
      )}
      {decidable > 0 && (
        <Link to="/inbox" className={classes.more}>
          Open the inbox
        </Link>
      )}
    </section>
  );
}

function Oldest() {
  const query = useQuery(oldestCards);
  if (query.isError && !query.data) {
    return <Problem error={query.error} retry={() => void query.refetch()} />;
  }
  if (!query.data) return <Skeleton height={96} />;
  return (
    <ul className={classes.list}>
      {query.data.map(({ approval: { id, title, kind, project } }) => (
        <li key={id} className={classes.line}>
          <div className={classes.words}>
            <Link to="/inbox/$approvalId" params={{ approvalId: id }} className={classes.title}>
              {title}
            </Link>
            <span className={classes.quiet}>
              {[approvalKindLabels[kind], project?.name].filter(Boolean).join(" · ")}
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}
