import { Accordion, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Instant } from "../../format/instant.tsx";
import { Problem } from "../../ui/problem.tsx";
import classes from "./prompts.module.css";
import { skills, skillText } from "./queries.ts";

/** The live skills; each opens its text. */
export function SkillList() {
  const { data, error, refetch } = useQuery(skills);
  const [open, setOpen] = useState<string | null>(null);
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={88} />;
  if (data.length === 0) {
    return (
      <Text c="dimmed">
        No skills yet. Propose one in Ask: it takes effect once a prompt owner approves its card.
      </Text>
    );
  }
  return (
    <Accordion value={open} onChange={setOpen} variant="default" order={3}>
      {data.map(({ name, title, number, created_by, created_at }) => (
        <Accordion.Item key={name} value={name}>
          <Accordion.Control>
            {title}{" "}
            <Text component="span" size="sm" c="dimmed">
              Version {number}, {created_by.name}, <Instant at={created_at} />
            </Text>
          </Accordion.Control>
          <Accordion.Panel>{open === name && <SkillText name={name} />}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function SkillText({ name }: { name: string }) {
  const { data, error, refetch } = useQuery(skillText(name));
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={64} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={classes.text} aria-label={`Text of ${name}`} tabIndex={0}>
      {data}
    </section>
  );
}
