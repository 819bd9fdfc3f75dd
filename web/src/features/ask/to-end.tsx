import { ActionIcon } from "@mantine/core";
import { useIntersection } from "@mantine/hooks";
import { ArrowDownIcon } from "lucide-react";
import classes from "./to-end.module.css";

/** Marks the end of the latest answer, and offers a button that scrolls to it while it is below the window. */
export function ToEnd() {
  const { ref, entry } = useIntersection({ rootMargin: "0px 0px -90px" });
  return (
    <>
      <div ref={ref} className={classes.end} />
      {entry?.isIntersecting === false && (
        <div className={classes.anchor}>
          <ActionIcon
            variant="default"
            radius="xl"
            size="lg"
            aria-label="Go to the end of the answer"
            onClick={() => entry.target.scrollIntoView({ block: "end" })}
          >
            <ArrowDownIcon size={18} />
          </ActionIcon>
        </div>
      )}
    </>
  );
}
