import type { Reason } from "../../api/approval-routes.ts";
import { asSentence } from "../../format/sentence.ts";
import classes from "./card-view.module.css";

/** The reasons why a card is not ready, or no longer valid. */
export function ReasonList({ reasons }: { reasons: Reason[] }) {
  return (
    <ul className={classes.plain}>
      {reasons.map((reason) => (
        <li
          key={`${reason.code} ${reason.section ?? ""} ${reason.citation ?? ""} ${reason.message}`}
        >
          {asSentence(reason.message)}
        </li>
      ))}
    </ul>
  );
}
