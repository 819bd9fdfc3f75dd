import { Anchor, Button, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { actOnPeople } from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { signIn, signUpInvited } from "../../session/credentials.ts";
import { CredentialsForm } from "../../session/credentials-form.tsx";
import { FullPage } from "../../session/full-page.tsx";
import { signOut, useSession } from "../../session/session.ts";
import { Problem } from "../../ui/problem.tsx";
import type { OpenedInvitation } from "./hash.ts";
import { forgetToken, openedInvitation } from "./link.ts";

/** Accepts the invitation once the sign-in has succeeded; returns the error of the sign-in. */
type Enter = (attempt: Promise<string | null>) => Promise<string | null>;

/** The page behind an invitation link, for people with and without an account. */
export default function InvitationPage() {
  const { userId, email } = useSession(nothingToForget);
  const invitation = useOpenedInvitation();
  const accept = useMutation({
    mutationFn: () => actOnPeople({ action: "accept_invitation", token: invitation?.token ?? "" }),
    onSuccess: openPortfolio,
  });

  // The session exists a moment before the form knows it; until then the page does not ask to accept.
  const [isEntering, setIsEntering] = useState(false);
  async function enter(attempt: Promise<string | null>): Promise<string | null> {
    setIsEntering(true);
    const failure = await attempt;
    if (failure === null) accept.mutate();
    setIsEntering(false);
    return failure;
  }

  if (!invitation) return <IncompleteLink />;
  if (userId === undefined) return null;
  if (accept.isPending || accept.isSuccess) {
    return (
      <FullPage title="Joining…">
        <Text size="lg" role="status">
          One moment.
        </Text>
      </FullPage>
    );
  }
  if (userId === null || isEntering) return <SignedOut invitation={invitation} enter={enter} />;
  if (accept.error) {
    return (
      <NotAccepted error={accept.error} email={email} retry={accept.mutate} again={accept.reset} />
    );
  }
  return (
    <FullPage title="Accept the invitation">
      <Stack>
        <Inviter invitation={invitation} />
        <Text size="lg">
          You are signed in as <strong>{email}</strong>.
        </Text>
        <Button size="md" onClick={() => accept.mutate()}>
          Accept and join
        </Button>
        <AnotherAccount />
      </Stack>
    </FullPage>
  );
}

function SignedOut({ invitation, enter }: { invitation: OpenedInvitation; enter: Enter }) {
  const { token, email } = invitation;
  const [hasAccount, setHasAccount] = useState(false);
  return hasAccount ? (
    <FullPage title="Sign in to accept" key={`sign in ${email}`}>
      <Inviter invitation={invitation} />
      <CredentialsForm
        email={email}
        submitLabel="Sign in and join"
        submit={(credentials) => enter(signIn(credentials))}
      >
        <Anchor component="button" type="button" size="sm" onClick={() => setHasAccount(false)}>
          I have no account yet
        </Anchor>
      </CredentialsForm>
    </FullPage>
  ) : (
    <FullPage title="You are invited" key={`sign up ${email}`}>
      <Inviter invitation={invitation} />
      <Text mb="md">
        {email
          ? "Choose a password. You will sign in with it and your email address."
          : "Enter the address you were invited with and choose a password. You will sign in with both."}
      </Text>
      <CredentialsForm
        email={email}
        submitLabel="Set password and join"
        isNewPassword
        submit={(credentials) => enter(signUpInvited(credentials, token))}
      >
        <Anchor component="button" type="button" size="sm" onClick={() => setHasAccount(true)}>
          I have an account already
        </Anchor>
      </CredentialsForm>
    </FullPage>
  );
}

/** The inviter, the role and the projects, if the link names them. */
function Inviter({ invitation }: { invitation: OpenedInvitation }) {
  const { inviter, organization, role, projects = [] } = invitation;
  if (!organization) return null;
  const as = role && roles[role];
  return (
    <>
      <Text size="lg" mb="xs">
        {inviter ? (
          <>
            <strong>{inviter}</strong> invites you to join <strong>{organization}</strong>
          </>
        ) : (
          <>
            You are invited to join <strong>{organization}</strong>
          </>
        )}
        {as && ` as ${as}`}.
      </Text>
      {projects.length > 0 && <Text mb="xs">Your projects: {projects.join(", ")}.</Text>}
    </>
  );
}

const roles: Record<string, string> = {
  admin: "an admin",
  lead: "a lead",
  member: "a member",
  client: "a client contact",
};

/** Each refusal is final, and gives the next step. */
function NotAccepted(props: {
  error: Error;
  email: string | undefined;
  retry: () => void;
  again: () => void;
}) {
  const { error, email, retry, again } = props;
  const code = error instanceof ServiceError ? error.code : undefined;
  if (code === "already_member") {
    return (
      <FullPage title="You are already a member">
        <Stack>
          <Text size="lg">
            <strong>{email}</strong> belongs to an organization, so there is nothing to accept.
          </Text>
          <Button onClick={openPortfolio}>Open the portfolio</Button>
          <AnotherAccount then={again} />
        </Stack>
      </FullPage>
    );
  }
  if (code === "invitation_not_found") {
    return (
      <FullPage title="This invitation is not valid">
        <Stack>
          <Text size="lg" role="alert">
            It has been used or revoked, has expired, or is for an address other than{" "}
            <strong>{email}</strong>. Ask the admin who sent it for a new link.
          </Text>
          <AnotherAccount then={again} />
        </Stack>
      </FullPage>
    );
  }
  return (
    <FullPage title="The invitation is not accepted yet">
      <Problem error={error} retry={retry} />
    </FullPage>
  );
}

function IncompleteLink() {
  return (
    <FullPage title="This link is not complete">
      <Stack>
        <Text size="lg">
          Open the complete link, including everything after the “#”. If it does not work, ask the
          admin who sent it for a new one.
        </Text>
        <Button variant="default" onClick={openPortfolio}>
          Open the portfolio
        </Button>
      </Stack>
    </FullPage>
  );
}

function AnotherAccount({ then }: { then?: () => void }) {
  async function leave() {
    if (await signOut(window.location.pathname)) then?.();
  }
  return (
    <Button variant="default" onClick={() => void leave()}>
      Use another account
    </Button>
  );
}

/** Follows the URL: a second link opened in the same tab changes only the part behind the `#`. */
function useOpenedInvitation(): OpenedInvitation | null {
  const [invitation, setInvitation] = useState(openedInvitation);
  useEffect(() => {
    const follow = () => setInvitation(openedInvitation());
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  return invitation;
}

/** The console restarts as the person that this user has become. */
function openPortfolio(): void {
  forgetToken();
  window.location.replace("/");
}

function nothingToForget(): void {}
