import type { ReactNode } from "react";
import classes from "./facts.module.css";

/** One name and value in a strip of facts. */
export function Fact({
  name,
  isWide,
  children,
}: {
  name: string;
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={isWide ? classes.wide : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
