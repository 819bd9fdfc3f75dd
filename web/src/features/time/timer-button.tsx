import { Popover, Skeleton, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { TimerIcon } from "lucide-react";
import { FailedAlert, lazyPart } from "../../ui/lazy-part.tsx";
import { Elapsed } from "./elapsed.tsx";
import classes from "./timer-button.module.css";
import { runningTimer } from "./timer-query.ts";

// Choosing a project needs lists and fields, which load when the timer opens.
const TimerPanel = lazyPart(() => import("./timer-panel.tsx"), {
  waiting: () => <Skeleton height={180} />,
  failed: FailedAlert,
});

/** The timer of the viewer, on every page. */
export function TimerButton() {
  const [isOpen, panel] = useDisclosure(false);
  const timer = useQuery(runningTimer).data;
  return (
    <Popover
      opened={isOpen}
      onChange={(next) => (next ? panel.open() : panel.close())}
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.timer}
          data-running={timer ? true : undefined}
          onClick={panel.toggle}
        >
          <TimerIcon size={18} strokeWidth={1.6} aria-hidden />
          {timer ? (
            <>
              <span className="visually-hidden">Timer, running on {timer.project.name}: </span>
              <span className={classes.project} aria-hidden>
                {timer.project.name}
              </span>
              <Elapsed since={timer.started_at} />
            </>
          ) : (
            <span className={classes.label}>Start timer</span>
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Timer">
        <TimerPanel timer={timer ?? null} onDone={panel.close} />
      </Popover.Dropdown>
    </Popover>
  );
}
