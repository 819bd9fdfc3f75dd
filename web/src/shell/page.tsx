import { Group, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { usePageHeading } from "./page-heading.ts";

interface Props {
  title: ReactNode;
  /** Name of the page in the browser's tab, where `title` is no plain text. */
  name?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page's title line and content. */
export function Page({ title, name, actions, children }: Props) {
  const heading = usePageHeading();
  return (
    <>
      <title>{`${name ?? title} · Countersign`}</title>
      <Group justify="space-between" align="flex-start" mb="md" gap="sm">
        <Title order={1} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </>
  );
}
