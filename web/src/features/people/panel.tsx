import { ActionIcon, Anchor, Group, Title } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { ChevronLeftIcon, XIcon } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { usePageHeading } from "../../ui/page-heading.ts";
import classes from "./panel.module.css";
import { useRoomBeside } from "./room.ts";

/** A panel beside the list, or in its place if there is no room. Escape closes it. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const heading = usePageHeading();
  const hasRoom = useRoomBeside();
  const navigate = useNavigate();

  const closeOnEscape = (event: KeyboardEvent<HTMLElement>) => {
    // Dialogs are children too, although they are rendered elsewhere; an open list of options closes first.
    const isInside = event.currentTarget.contains(event.target as Node);
    const isTaken = (event.target as Element).hasAttribute("data-mantine-stop-propagation");
    if (event.key === "Escape" && isInside && !isTaken) {
      void navigate({ to: "/settings/people", search: true, resetScroll: false });
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a shortcut of the close button.
    <div className={hasRoom ? classes.beside : undefined} onKeyDown={closeOnEscape}>
      {!hasRoom && (
        <>
          <title>{`${title} · Countersign`}</title>
          <Anchor
            component={Link}
            to="/settings/people"
            search={true}
            size="sm"
            className={classes.back}
          >
            <ChevronLeftIcon size={16} aria-hidden />
            All people
          </Anchor>
        </>
      )}
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="sm">
        <Title order={hasRoom ? 2 : 1} size="h1" ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {hasRoom && (
          <ActionIcon
            component={Link}
            to="/settings/people"
            search={true}
            resetScroll={false}
            variant="subtle"
            color="gray"
            aria-label="Close"
          >
            <XIcon size={18} />
          </ActionIcon>
        )}
      </Group>
      {children}
    </div>
  );
}

interface SectionProps {
  id: string;
  title: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function PanelSection({ id, title, actions, children }: SectionProps) {
  const hasRoom = useRoomBeside();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Group justify="space-between" mb="xs">
        <Title order={hasRoom ? 3 : 2} size="h2" id={id}>
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </section>
  );
}
