import { CloseButton, Drawer, Skeleton, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { hasStatus } from "../../api/service-error.ts";
import { BELOW_DIALOGS, useMovable } from "../../ui/movable.tsx";
import { Problem } from "../../ui/problem.tsx";
import type { OnDone } from "./card-actions.tsx";
import { CardView } from "./card-view.tsx";
import classes from "./open-card.module.css";
import type { useOpenCard } from "./use-inbox.ts";

interface Props {
  opened: ReturnType<typeof useOpenCard>;
  isBeside: boolean;
  onClose: () => void;
  onDone: OnDone;
}

/** The open card: beside the list if there is room, otherwise over it. */
export function OpenCard({ opened, isBeside, onClose, onDone }: Props) {
  const { content, outlet } = useMovable(
    opened.id && <Content key={opened.id} {...opened} onDone={onDone} />,
  );
  return (
    <>
      {content}
      {isBeside ? (
        opened.id && (
          <aside aria-label="Card" className={classes.beside}>
            <CloseButton className={classes.close} aria-label="Close the card" onClick={onClose} />
            {outlet}
          </aside>
        )
      ) : (
        <CardDrawer isOpen={opened.id !== ""} onClose={onClose}>
          {outlet}
        </CardDrawer>
      )}
    </>
  );
}

interface DrawerProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

function CardDrawer({ isOpen, onClose, children }: DrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size="min(100%, 640px)"
      title="Card"
      zIndex={BELOW_DIALOGS}
      closeButtonProps={{ "aria-label": "Close the card" }}
      transitionProps={{ duration: 150, exitDuration: 0 }}
      returnFocus={false}
      // Escape in a dialog over the card closes the dialog alone.
      closeOnEscape={false}
    >
      <div data-page-keys className={classes.over}>
        {children}
      </div>
    </Drawer>
  );
}

function Content({ card, query, onDone }: ReturnType<typeof useOpenCard> & { onDone: OnDone }) {
  if (card) {
    return <CardView card={card} onDone={onDone} />;
  }
  if (query.isError && !hasStatus(query.error, 404) && !hasStatus(query.error, 400)) {
    return <Problem error={query.error} retry={() => void query.refetch()} />;
  }
  return query.isError ? <Gone /> : <CardSkeleton />;
}

function Gone() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <Title order={2} size="h1" id="card-title" ref={heading} tabIndex={-1} data-autofocus>
        There is no such card
      </Title>
      <Text mt="xs">The address may be wrong, or it leads to something outside your projects.</Text>
    </>
  );
}

function CardSkeleton() {
  return (
    <Stack aria-busy="true" gap="md">
      <Skeleton height={20} width="50%" />
      <Skeleton height={28} width="85%" />
      <Skeleton height={72} />
      <Skeleton height={140} />
      <Skeleton height={96} />
    </Stack>
  );
}
