import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { Card, CardVersion } from "../../api/approval-routes.ts";
import { Instant } from "../../format/instant.tsx";
import classes from "./card-view.module.css";
import { ChangeList } from "./change-list.tsx";
import { changesBetween } from "./changes.ts";

/** Two versions of a payload side by side: the last two, or any others. */
export function CardVersions({ card: { approval, versions = [] } }: { card: Card }) {
  const [selection, select] = useState<{ from?: number; to?: number }>({});
  const last = versions.length;
  if (last < 2) return null;
  const from = version(versions, selection.from ?? approval.version - 1);
  const to = version(versions, selection.to ?? approval.version);
  if (!from || !to) return null;
  const changes = changesBetween(approval.kind, from.payload, to.payload);
  const options = versions.map(({ version: number, by }) => ({
    value: String(number),
    label: `Version ${number}${by ? `, ${by.name}` : ""}`,
  }));
  return (
    <section aria-labelledby="card-versions">
      <h3 id="card-versions">Versions</h3>
      <div className={classes.compared}>
        <NativeSelect
          size="xs"
          aria-label="Compare version"
          data={options}
          value={String(from.version)}
          onChange={(event) => select({ ...selection, from: Number(event.currentTarget.value) })}
        />
        <span>with</span>
        <NativeSelect
          size="xs"
          aria-label="With version"
          data={options}
          value={String(to.version)}
          onChange={(event) => select({ ...selection, to: Number(event.currentTarget.value) })}
        />
        <span className={classes.quiet}>
          written <Instant at={to.created_at} />
        </span>
      </div>
      {changes.length > 0 ? (
        <ChangeList
          changes={changes}
          sides={[`Version ${from.version}`, `Version ${to.version}`]}
        />
      ) : (
        <p className={classes.quiet}>The two versions are identical.</p>
      )}
    </section>
  );
}

function version(versions: CardVersion[], number: number): CardVersion | undefined {
  return versions.find((candidate) => candidate.version === number);
}
