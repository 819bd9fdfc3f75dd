import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMemo, useRef } from "react";
import { findingReason } from "../../../../supabase/functions/_domain/words/findings.ts";
import type { Finding } from "../../api/routes.ts";
import { countOf } from "../../format/numbers.ts";
import { readerFormat } from "../../format/reader.ts";
import { useWindowRows } from "../../ui/window-rows.ts";
import classes from "./finding-list.module.css";
import { type FindingGroup, linesOf } from "./findings-view.ts";
import { SeverityLabel, StateLabel } from "./labels.tsx";
import { findingKey, type HealthSearch } from "./search-params.ts";

const ROW_HEIGHT = { group: 40, finding: 72 };

interface Props {
  groups: FindingGroup[];
  search: HealthSearch;
  /** More pages follow, which may add to groups. */
  isPart: boolean;
}

/** The findings by group; a line is a link that opens its finding beside the list. */
export function FindingList({ groups, search, isPart }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(groups), [groups]);
  const windowRows = useWindowRows({
    list,
    count: lines.length,
    size: (index) => ROW_HEIGHT[lines[index]?.finding ? "finding" : "group"],
  });
  return (
    <div ref={list} className={classes.list}>
      <div style={{ height: windowRows.before }} />
      {windowRows.indexes.map((index) => {
        const line = lines[index];
        if (!line) return null;
        const { group, finding } = line;
        return (
          <div
            key={finding ? findingKey(finding) : group.key}
            ref={windowRows.measure}
            data-index={index}
          >
            {finding ? (
              <FindingRow finding={finding} search={search} />
            ) : (
              <GroupHead
                group={group}
                search={search}
                // The most severe come first, so that later pages continue only the last severity.
                isPart={isPart && (search.group !== "severity" || group === groups.at(-1))}
              />
            )}
          </div>
        );
      })}
      <div style={{ height: windowRows.after }} />
    </div>
  );
}

function GroupHead({ group, search, isPart }: { group: FindingGroup } & Omit<Props, "groups">) {
  const first = group.findings[0];
  return (
    <div className={classes.group}>
      <h2>
        {search.group === "severity" && first ? (
          <SeverityLabel severity={first.severity} />
        ) : (
          group.label
        )}
      </h2>
      <Text size="sm" c="dimmed">
        {isPart ? `First ${countOf(group.findings.length, "finding")}` : group.findings.length}
      </Text>
    </div>
  );
}

/** The id of a finding's link in the page, which takes the focus when the finding closes. */
export function rowId(key: string): string {
  return `finding-${key}`;
}

function FindingRow({ finding, search }: { finding: Finding; search: HealthSearch }) {
  const key = findingKey(finding);
  return (
    <article className={classes.row} data-open={search.open === key}>
      <div className={classes.head}>
        <h3 className={classes.title}>
          <Link
            id={rowId(key)}
            to="/health"
            search={{ ...search, open: key }}
            replace={search.open !== ""}
            resetScroll={false}
            preload={false}
            data-finding={key}
            aria-current={search.open === key ? "true" : undefined}
          >
            {search.group === "project" ? finding.title : finding.subject.name}
          </Link>
        </h3>
        <span className={classes.labels}>
          {finding.state !== "open" && <StateLabel state={finding.state} />}
          {search.group !== "severity" && <SeverityLabel severity={finding.severity} />}
        </span>
      </div>
      <p className={classes.why}>
        {search.group !== "project" && <span className={classes.rule}>{finding.title}. </span>}
        {findingReason(finding, readerFormat)}
      </p>
    </article>
  );
}
