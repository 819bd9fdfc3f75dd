import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Mark } from "../ui/mark.tsx";
import { usePageHeading } from "../ui/page-heading.ts";
import classes from "./full-page.module.css";

/** A page without the shell: signing in, or why that failed. */
export function FullPage({ title, children }: { title: string; children: ReactNode }) {
  const heading = usePageHeading();
  return (
    <main className={classes.page}>
      <title>{`${title} · Countersign`}</title>
      <div className={classes.panel}>
        <div className={classes.mark}>
          <Mark />
          Countersign
        </div>
        <Title order={1} mb="lg" ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {children}
      </div>
    </main>
  );
}
