import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Approval } from "../../api/approval-routes.ts";
import { formatCount } from "../../format/numbers.ts";
import { CardRow } from "./card-row.tsx";
import classes from "./inbox-list.module.css";
import type { InboxSearch } from "./search-params.ts";
import type { InboxGroup } from "./use-inbox.ts";
import type { Selection } from "./use-selection.ts";

interface Props {
  groups: InboxGroup[];
  openId: string;
  search: InboxSearch;
  /** Absent for a viewer who decides nothing. */
  selection?: Selection | undefined;
  isApprovedShown: boolean;
  onShowApproved: (isShown: boolean) => void;
}

/** Cards, grouped by the step that they wait for. */
export function InboxList(props: Props) {
  const { groups, isApprovedShown, onShowApproved } = props;
  return groups.map((group) =>
    group.key === "approved" ? (
      <details
        key={group.key}
        className={classes.folded}
        open={isApprovedShown}
        onToggle={(event) => onShowApproved(event.currentTarget.open)}
      >
        <summary className={classes.group}>
          <GroupHead group={group} />
        </summary>
        {isApprovedShown && <Rows {...props} group={group} />}
      </details>
    ) : (
      <section key={group.key} aria-label={group.label} className={classes.list}>
        <div className={classes.group}>
          <GroupHead group={group} />
        </div>
        <Rows {...props} group={group} />
      </section>
    ),
  );
}

function GroupHead({ group }: { group: InboxGroup }) {
  return (
    <>
      <h2>{group.label}</h2>
      <Text size="sm" c="dimmed" component="span">
        {`${formatCount(group.total)}${group.isCapped ? "+" : ""}`}
      </Text>
    </>
  );
}

function Rows({ group, openId, search, selection }: Props & { group: InboxGroup }) {
  const row = (approval: Approval) => (
    <CardRow
      key={approval.id}
      approval={approval}
      isOpen={approval.id === openId}
      selection={
        group.key === "decidable" && selection
          ? {
              isSelected: selection.ids.has(approval.id),
              toggle: () => selection.toggle(approval.id),
            }
          : undefined
      }
      link={(props) => (
        <Link
          {...props}
          to="/inbox/$approvalId"
          params={{ approvalId: approval.id }}
          search={search}
          replace={openId !== ""}
          resetScroll={false}
          preload={false}
          aria-current={approval.id === openId ? "true" : undefined}
        />
      )}
    />
  );
  return <>{group.cards.map(row)}</>;
}
