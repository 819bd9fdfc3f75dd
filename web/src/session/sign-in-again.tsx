import { Modal } from "@mantine/core";
import { queryClient } from "../query-client.ts";
import { CodeForm } from "./code-form.tsx";
import { signIn } from "./credentials.ts";
import { CredentialsForm } from "./credentials-form.tsx";
import classes from "./full-page.module.css";

/** Above every other overlay. */
const ON_TOP = 1000;

/** Covers the open page when the session ends. The page stays mounted, so a form loses no typed text. */
export default function SignInAgain({ needsCode }: { needsCode: boolean }) {
  return (
    <Modal
      opened
      fullScreen
      onClose={() => undefined}
      closeOnEscape={false}
      withCloseButton={false}
      title={needsCode ? "Enter your code" : "Sign in"}
      zIndex={ON_TOP}
      transitionProps={{ duration: 0 }}
      classNames={{ header: classes.again, body: classes.again }}
    >
      {needsCode ? (
        <CodeForm submitLabel="Finish signing in" onVerified={readAgain} />
      ) : (
        <CredentialsForm
          submitLabel="Sign in"
          notice="Your session ended. Sign in again; you will be back where you were."
          submit={async (credentials) => {
            const failure = await signIn(credentials);
            if (!failure) readAgain();
            return failure;
          }}
        >
          {null}
        </CredentialsForm>
      )}
    </Modal>
  );
}

/** Repeats the requests that were refused in the meantime, except those for the initial values of a form. */
function readAgain(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => !["config", "form"].includes(String(queryKey[0])),
  });
}
