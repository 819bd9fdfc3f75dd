import { Anchor } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

/** Follows a URL of the console that is known only as text, without loading the page again. */
export function useAppLinks() {
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

interface Props {
  to: string;
  underline?: "always" | "hover";
  children: ReactNode;
}

export function AppLink({ to, underline = "hover", children }: Props) {
  const link = useAppLinks();
  return (
    <Anchor inherit underline={underline} {...link(to)}>
      {children}
    </Anchor>
  );
}
