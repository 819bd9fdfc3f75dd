import { Button, Group, Title } from "@mantine/core";
import { ChevronLeftIcon, ChevronRightIcon } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import classes from "./calendar-bar.module.css";

interface Props {
  /** The length of a step: "week" or "day". */
  unit: string;
  title: string;
  heading: RefObject<HTMLHeadingElement | null>;
  isToday: boolean;
  onStep: (direction: 1 | -1) => void;
  onToday: () => void;
  children?: ReactNode;
}

/** Moves between weeks or days, and names the period on the page. */
export function CalendarBar({ unit, title, heading, isToday, onStep, onToday, children }: Props) {
  return (
    <div className={classes.bar}>
      <Group gap={4} wrap="nowrap">
        <Button
          size="xs"
          variant="default"
          px={8}
          aria-label={`Previous ${unit}`}
          aria-keyshortcuts="p"
          onClick={() => onStep(-1)}
        >
          <ChevronLeftIcon size={16} aria-hidden />
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-keyshortcuts="t"
          disabled={isToday}
          onClick={onToday}
        >
          {unit === "day" ? "Today" : "This week"}
        </Button>
        <Button
          size="xs"
          variant="default"
          px={8}
          aria-label={`Next ${unit}`}
          aria-keyshortcuts="n"
          onClick={() => onStep(1)}
        >
          <ChevronRightIcon size={16} aria-hidden />
        </Button>
      </Group>
      <Title order={2} ref={heading} tabIndex={-1} aria-live="polite" className={classes.title}>
        {title}
      </Title>
      <div className={classes.choices}>{children}</div>
    </div>
  );
}
