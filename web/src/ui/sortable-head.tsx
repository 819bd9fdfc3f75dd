import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import classes from "./list-table.module.css";

type Direction = "asc" | "desc";

const opposite = { asc: "desc", desc: "asc" } as const;

interface ButtonProps {
  label: string;
  /** Undefined where the list is sorted by something else. */
  direction?: Direction | undefined;
  /** Direction of the first click. */
  first?: Direction | undefined;
  onSort: (direction: Direction) => void;
}

export function SortButton({ label, direction, first = "asc", onSort }: ButtonProps) {
  const Arrow = direction === "desc" ? IconChevronDown : IconChevronUp;
  return (
    <button
      type="button"
      className={classes.sort}
      data-sorted={direction !== undefined || undefined}
      onClick={() => onSort(direction ? opposite[direction] : first)}
    >
      {label}
      {direction && <Arrow size={14} aria-hidden />}
    </button>
  );
}

/** The sort order of a column, for readers who cannot see the arrow. */
export function ariaSort(direction: Direction | undefined): "ascending" | "descending" | undefined {
  return direction && (direction === "asc" ? "ascending" : "descending");
}

/** The head of a column that sorts its table. */
export function SortableHead({
  className,
  width,
  ...button
}: ButtonProps & { className?: string | undefined; width?: number | undefined }) {
  return (
    <th scope="col" className={className} style={{ width }} aria-sort={ariaSort(button.direction)}>
      <SortButton {...button} />
    </th>
  );
}
