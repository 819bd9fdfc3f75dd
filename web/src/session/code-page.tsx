import { Anchor, Text } from "@mantine/core";
import { CodeForm } from "./code-form.tsx";
import { FullPage } from "./full-page.tsx";
import { signOut } from "./session.ts";

/** The second step of signing in. */
export default function CodePage() {
  return (
    <FullPage title="Enter your code">
      <CodeForm submitLabel="Finish signing in">
        <Text size="sm" c="dimmed">
          Lost the device with your app? An admin of your organization can remove the second factor.
        </Text>
        <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
          Use another account
        </Anchor>
      </CodeForm>
    </FullPage>
  );
}
