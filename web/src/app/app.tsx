import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode, useRef } from "react";
import { configQuery } from "../api/config.ts";
import { getConfig } from "../api/routes.ts";
import { hasStatus } from "../api/service-error.ts";
import { projectSummaries } from "../entities/project/queries.ts";
import { isInvitationPage } from "../features/invitation/link.ts";
import { isPasswordPage } from "../features/password-link/link.ts";
import { queryClient } from "../query-client.ts";
import { CannotStartPage, MissingConsolePage, NoMembershipPage } from "../session/dead-ends.tsx";
import { useSession } from "../session/session.ts";
import { ViewerContext } from "../session/viewer.ts";
import { whoamiQuery } from "../session/whoami.ts";
import { connectSupabase } from "../supabase/client.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

// Each has its own bundle: a client contact, or a person who is not signed in, never loads the internal console.
const wholePage = { failed: MissingConsolePage };
const SignInPage = lazyPart(() => import("../session/sign-in-page.tsx"), wholePage);
const CodePage = lazyPart(() => import("../session/code-page.tsx"), wholePage);
const SignInAgain = lazyPart(() => import("../session/sign-in-again.tsx"));
const InternalApp = lazyPart(() => {
  // Requests the data of the page while its code loads.
  if (window.location.pathname === "/portfolio") void queryClient.prefetchQuery(projectSummaries);
  return import("./internal-app.tsx");
}, wholePage);
const InvitationPage = lazyPart(
  () => import("../features/invitation/invitation-page.tsx"),
  wholePage,
);
const PasswordPage = lazyPart(
  () => import("../features/password-link/password-page.tsx"),
  wholePage,
);
const Notices = lazyPart(async () => ({ default: (await import("./notices.tsx")).Notices }));
const ClientApp = lazyPart(() => import("../features/client/client-app.tsx"), wholePage);

export function App() {
  const config = useQuery({
    ...configQuery,
    queryFn: async () => {
      const answer = await getConfig();
      connectSupabase(answer);
      return answer;
    },
  });
  if (config.isError) {
    return <CannotStartPage error={config.error} retry={() => void config.refetch()} />;
  }
  if (!config.isSuccess) return null;
  if (isInvitationPage()) return <InvitationPage />;
  if (isPasswordPage()) return <PasswordPage />;
  return (
    <SignedInOnly>
      <AppOfRole />
    </SignedInOnly>
  );
}

function forgetAnswers() {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "config" });
}

/** The sign-in page replaces the requested page, which opens after signing in. */
function SignedInOnly({ children }: { children: ReactNode }) {
  const { userId, needsCode, hasExpired } = useSession(forgetAnswers);
  const signedInUserId = useRef<string>(undefined);
  if (userId && !needsCode) signedInUserId.current = userId;
  if (userId === null && !hasExpired) signedInUserId.current = undefined;
  if (userId === undefined) return null;
  if (userId === null && !signedInUserId.current) return <SignInPage />;
  if (needsCode && signedInUserId.current !== userId) return <CodePage />;
  return (
    <>
      <Fragment key={signedInUserId.current}>{children}</Fragment>
      {(userId === null || needsCode) && <SignInAgain needsCode={needsCode} />}
    </>
  );
}

function AppOfRole() {
  const whoami = useQuery(whoamiQuery);
  if (hasStatus(whoami.error, 403)) return <NoMembershipPage />;
  // A check that fails later must not interrupt a person's work.
  if (!whoami.data) {
    if (!whoami.isError || hasStatus(whoami.error, 401)) return null;
    return <CannotStartPage error={whoami.error} retry={() => void whoami.refetch()} />;
  }
  const { viewer } = whoami.data;
  return (
    <ViewerContext value={viewer}>
      {viewer.role === "client" ? (
        <>
          <ClientApp />
          <Notices />
        </>
      ) : (
        <InternalApp />
      )}
    </ViewerContext>
  );
}
