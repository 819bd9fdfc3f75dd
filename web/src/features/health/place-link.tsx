import { Anchor } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

/** Follows an address of the console that is known only as text, without loading the page again. */
function usePlaces() {
  const router = useRouter();
  return (href: string) => ({
    href,
    onClick: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void router.navigate({ href });
    },
  });
}

export function PlaceLink({ to, children }: { to: string; children: ReactNode }) {
  const place = usePlaces();
  return (
    <Anchor inherit {...place(to)}>
      {children}
    </Anchor>
  );
}
