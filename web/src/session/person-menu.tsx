import { Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from "@mantine/core";
import { IconKeyboard, IconLogout, IconUserCircle } from "@tabler/icons-react";
import { useState } from "react";
import { signOut } from "./session.ts";
import { useViewer } from "./viewer.ts";
import { ViewerAvatar } from "./viewer-avatar.tsx";

/** Who is signed in, the theme, and the way out. */
export function PersonMenu(props: { onShowAccount: () => void; onShowKeys?: () => void }) {
  const { onShowAccount, onShowKeys } = props;
  const viewer = useViewer();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <Menu
      position="bottom-end"
      width={260}
      transitionProps={{ duration: 120 }}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <UnstyledButton>
          <VisuallyHidden>Account of {viewer.name}</VisuallyHidden>
          <ViewerAvatar />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="md" fw={600} c="var(--mantine-color-text)">
            {viewer.name}
          </Text>
          {viewer.email}
          <br />
          {viewer.organization.name}, {viewer.role}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
        >
          <Menu.RadioItem value="light">Light</Menu.RadioItem>
          <Menu.RadioItem value="dark">Dark</Menu.RadioItem>
          <Menu.RadioItem value="auto">As the system</Menu.RadioItem>
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconUserCircle size={16} />} onClick={onShowAccount}>
          Your account
        </Menu.Item>
        {onShowKeys && (
          <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={onShowKeys}>
            Keyboard shortcuts
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          closeMenuOnClick={false}
          onClick={async () => setHasFailed(!(await signOut()))}
        >
          Sign out
        </Menu.Item>
        {hasFailed && (
          <Menu.Label c="var(--cs-bad)" role="alert">
            Not signed out: the service cannot be reached.
          </Menu.Label>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
