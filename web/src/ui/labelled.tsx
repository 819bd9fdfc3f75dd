import type { ReactNode } from "react";
import classes from "./labelled.module.css";

/** A word with its icon: the color only repeats both. */
export function Labelled({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.labelled}>
      {icon}
      {children}
    </span>
  );
}
