import { Box, Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./page.module.css";
import { usePageHeading } from "./page-heading.ts";

interface Props {
  title: ReactNode;
  /** Name of the page in the browser's tab, if it differs from `title`. */
  name?: string;
  /** A line under the title with its context. */
  context?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page's title line and content. */
export function Page({ title, name, context, actions, children }: Props) {
  const heading = usePageHeading();
  return (
    <>
      <title>{`${name ?? title} · Countersign`}</title>
      <Group justify="space-between" align="flex-start" mb="md" gap="sm">
        <Box className={classes.title}>
          <Title order={1} ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {context && (
            <Text c="dimmed" size="sm">
              {context}
            </Text>
          )}
        </Box>
        <Box flex="none" maw="100%">
          {actions}
        </Box>
      </Group>
      {children}
    </>
  );
}
