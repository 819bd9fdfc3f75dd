import { Link, useLocation } from "@tanstack/react-router";
import { UploadsBadge } from "../features/documents/uploads-badge.tsx";
import { InboxBadge } from "../features/inbox/inbox-badge.tsx";
import { useViewer } from "../session/viewer.ts";
import classes from "./frame.module.css";
import { pagesFor } from "./pages.ts";

export function Rail({ onNavigate }: { onNavigate?: () => void }) {
  const viewer = useViewer();
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <nav aria-label="Main">
      <ul className={classes.links}>
        {pagesFor(viewer).map(({ to, label, icon: Icon, covers }) => (
          <li key={to}>
            <Link
              to={to}
              className={classes.link}
              activeOptions={{ exact: true, includeSearch: false }}
              data-open={covers.test(pathname)}
              onClick={onNavigate}
            >
              <Icon size={18} strokeWidth={1.6} aria-hidden />
              {label}
              {to === "/inbox" && <InboxBadge />}
              {to === "/documents" && <UploadsBadge />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
