import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

export function ProjectLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Anchor
      inherit
      underline="always"
      renderRoot={(props) => (
        <Link to="/projects/$projectId" params={{ projectId: id }} {...props} />
      )}
    >
      {children}
    </Anchor>
  );
}

/** A card by its own URL, whatever its status. */
export function CardLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Anchor
      inherit
      underline="always"
      renderRoot={(props) => (
        <Link to="/inbox/$approvalId" params={{ approvalId: id }} {...props} />
      )}
    >
      {children}
    </Anchor>
  );
}
