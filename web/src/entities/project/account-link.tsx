import { useNavigate } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

interface Props {
  accountId: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A cheap link for every row of a long table: it neither preloads its page nor tracks the current URL. */
export function AccountLink({ accountId, className, children }: Props) {
  const navigate = useNavigate();
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    void navigate({ to: "/accounts/$accountId", params: { accountId } });
  };
  return (
    <a href={`/accounts/${accountId}`} className={className} onClick={open}>
      {children}
    </a>
  );
}
