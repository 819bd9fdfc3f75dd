import { Alert, Button, Skeleton, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { InfoIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { getClientPortal } from "../../api/client-portal-routes.ts";
import { PersonMenu } from "../../session/person-menu.tsx";
import { useViewer } from "../../session/viewer.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Mark } from "../../ui/mark.tsx";
import { Problem } from "../../ui/problem.tsx";
import { AccountNotice } from "../account/account-notice.tsx";
import classes from "./client-app.module.css";
import { PortalView } from "./portal-view.tsx";

const AccountPage = lazyPart(() => import("../account/account-page.tsx"));

/** Everything that a client contact sees: their portal and their own account. */
export default function ClientApp() {
  const viewer = useViewer();
  const [path, open] = usePath();
  return (
    <>
      <header className={classes.topbar}>
        <Mark />
        <span className={classes.host}>{viewer.organization.name}</span>
        <PersonMenu onShowAccount={() => open("/account")} />
      </header>
      <main className={classes.main}>
        <AccountNotice onShow={() => open("/account")} />
        {!knownPaths.includes(path) && <WrongLinkNotice onClose={() => open("/portal")} />}
        {path === "/account" ? (
          <>
            <Button variant="subtle" size="compact-sm" mb="md" onClick={() => open("/portal")}>
              Back to your projects
            </Button>
            <AccountPage />
          </>
        ) : (
          <Portal />
        )}
      </main>
    </>
  );
}

/** The pages of a client; `/` is the portal. */
const knownPaths: readonly string[] = ["/", "/portal", "/account"];

/** The path of the URL as it was opened, read without a router, because there are only two pages. */
function usePath(): [string, (path: string) => void] {
  const [path, setPath] = useState(window.location.pathname);
  useEffect(() => {
    const follow = () => setPath(window.location.pathname);
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, []);
  useEffect(() => {
    // A client contact gets the portal at every URL.
    if (path !== "/account" && path !== "/portal") window.history.replaceState(null, "", "/portal");
  }, [path]);
  return [
    path,
    (next) => {
      window.history.pushState(null, "", next);
      setPath(next);
    },
  ];
}

/** A wrong or outdated link leads to the portal, and says so. */
function WrongLinkNotice({ onClose }: { onClose: () => void }) {
  const { organization } = useViewer();
  return (
    <Alert
      role="status"
      color="yellow"
      variant="light"
      icon={<InfoIcon />}
      title="This link does not work"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={onClose}
      mb="lg"
    >
      The link is wrong or no longer valid. Everything that you can see is on this page. If
      something is missing, ask your contact at {organization.name} for a new link.
    </Alert>
  );
}

function Portal() {
  const portal = useQuery({
    queryKey: ["client-portal"],
    queryFn: ({ signal }) => getClientPortal(undefined, signal),
  });
  return (
    <>
      <title>Your projects · Countersign</title>
      <Title order={1} mb="lg" tabIndex={-1}>
        Your projects
      </Title>
      {portal.isError && <Problem error={portal.error} retry={() => void portal.refetch()} />}
      {portal.isPending && <Skeleton height={160} />}
      {portal.data && <PortalView portal={portal.data} mayAct />}
    </>
  );
}
