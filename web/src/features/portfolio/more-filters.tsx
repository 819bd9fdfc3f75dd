import { Button } from "@mantine/core";
import { FunnelIcon } from "lucide-react";
import { useRef, useState } from "react";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import classes from "../../ui/filters.module.css";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { PortfolioSearch } from "./search-params.ts";

// Loaded when a person is about to open the filters.
const OpenedFilters = lazyPart(() => import("./opened-filters.tsx"));

export interface Props {
  projects: ProjectSummary[];
  search: PortfolioSearch;
  onChange: (next: Partial<PortfolioSearch>) => void;
}

const folded = ["health", "risk", "tier", "lead", "service"] as const;

/** The filters that few people need, behind a button with the number of active ones. */
export function MoreFilters(props: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const filterCount = folded.filter((name) => props.search[name] !== "").length;
  const close = () => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  return (
    <span className={classes.wrapper}>
      <Button
        ref={button}
        size="compact-xs"
        variant={filterCount > 0 ? "light" : "default"}
        leftSection={<FunnelIcon size={14} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void OpenedFilters.preload()}
        onFocus={() => void OpenedFilters.preload()}
        onClick={() => setOpen(true)}
      >
        {filterCount > 0 ? `Filters: ${filterCount}` : "Filters"}
      </Button>
      {isOpen && <OpenedFilters {...props} onClose={close} />}
    </span>
  );
}
