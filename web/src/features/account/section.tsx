import { Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./account-page.module.css";

interface Props {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

export function Section({ title, description, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Title order={2} size="h3" id={id} mb={4}>
        {title}
      </Title>
      {description && (
        <Text size="sm" c="dimmed" mb="md">
          {description}
        </Text>
      )}
      <Stack gap="md" align="stretch">
        {children}
      </Stack>
    </section>
  );
}
