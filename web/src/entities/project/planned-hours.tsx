import { formatHours } from "../../format/numbers.ts";

interface Props {
  hours: number;
  /** Whether estimates are included, because there is no budget. */
  isEstimate: boolean;
}

/** Hours of a plan, with a mark where they are estimated. */
export function PlannedHours({ hours, isEstimate }: Props) {
  return (
    <>
      {isEstimate && (
        <>
          <span aria-hidden>≈</span>
          <span className="visually-hidden">estimated </span>
        </>
      )}
      {formatHours(hours)}
    </>
  );
}

/** Explains the mark below a list that uses it. */
export const estimateNote = "≈ includes estimates of projects without a budget.";
