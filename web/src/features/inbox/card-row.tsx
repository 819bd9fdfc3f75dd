import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { approvalKindLabels } from "../../../../supabase/functions/_domain/words/approvals.ts";
import type { Approval } from "../../api/approval-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { useViewer } from "../../session/viewer.ts";
import classes from "./card-row.module.css";
import { StakesLabel, StatusLabel } from "./labels.tsx";
import { assigneeInWords, proposerInWords } from "./words.ts";

interface Props {
  approval: Approval;
  isOpen: boolean;
  /** The link that opens the card, around its title. */
  link: (props: { id: string; "data-card": string; children: ReactNode }) => ReactNode;
  /** Absent where cards can't be selected. */
  selection?: { isSelected: boolean; toggle: () => void } | undefined;
  /** Explains which time is shown if it isn't the time of the proposal. */
  when?: ReactNode;
}

/** The id of a card's link in the page, which takes the focus when the card closes. */
export const rowId = (id: string) => `card-${id}`;

/** A card as a line of a list: its effect, its project, its stakes and its proposer. */
export function CardRow({ approval, isOpen, link, selection, when }: Props) {
  const viewer = useViewer();
  const { id, status, stakes, kind, project, title, created_at } = approval;
  return (
    <article className={classes.row} data-open={isOpen} data-selected={selection?.isSelected}>
      {selection && (
        <Checkbox
          size="xs"
          className={classes.check}
          aria-label={`Select: ${title}`}
          checked={selection.isSelected}
          onChange={selection.toggle}
        />
      )}
      <div className={classes.words}>
        <h3 className={classes.title}>
          {link({ id: rowId(id), "data-card": id, children: title })}
        </h3>
        <p className={classes.quiet}>
          {[approvalKindLabels[kind], project?.name, proposerInWords(approval)]
            .filter(Boolean)
            .join(" · ")}
          {" · "}
          {when ?? <Instant at={created_at} />}
          {approval.assigned_to && ` · ${assigneeInWords(approval, viewer.id)}`}
        </p>
      </div>
      <span className={classes.labels}>
        {status !== "pending" && <StatusLabel status={status} />}
        {stakes !== "low" && <StakesLabel stakes={stakes} />}
      </span>
    </article>
  );
}
