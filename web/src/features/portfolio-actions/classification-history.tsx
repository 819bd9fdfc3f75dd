import { Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { peopleNames } from "../../entities/person/queries.ts";
import { noneLabels, riskLabels, tierLabels } from "../../entities/project/labels.ts";
import { Instant } from "../../format/instant.tsx";
import type { Rows } from "../../supabase/client.ts";
import classes from "./classification-history.module.css";

/** Every version, current one first, with its author, time and reason. */
export function ClassificationHistory({
  history,
}: {
  history: Rows["portfolio_classifications"][];
}) {
  const names = useQuery(peopleNames).data;
  return (
    <section aria-labelledby="classification-history">
      <Title order={3} id="classification-history" mb="xs">
        History
      </Title>
      {history.length === 0 && (
        <Text c="dimmed">No classification yet. Classify the project to start its history.</Text>
      )}
      <ol className={classes.versions} reversed>
        {history.map((version) => (
          <li key={version.id}>
            <div>
              {version.tier ? tierLabels[version.tier] : noneLabels.tier}
              {" · "}
              {version.service_line ?? noneLabels.service}
              {" · "}
              {version.risk ? riskLabels[version.risk] : noneLabels.risk}
            </div>
            {version.reason && <div className={classes.reason}>{version.reason}</div>}
            <div className={classes.quiet}>
              {names?.get(version.classified_by) ?? "Someone"}, <Instant at={version.created_at} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
