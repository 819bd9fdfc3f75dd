import { Menu, Text, useMantineColorScheme } from "@mantine/core";
import { CircleUserIcon, KeyboardIcon, LogOutIcon } from "lucide-react";
import { useState } from "react";
import classes from "./person-menu.module.css";
import type { Choices } from "./person-menu.tsx";
import { signOut } from "./session.ts";
import { useViewer } from "./viewer.ts";

/** The menu of the person, over the button that opened it. */
export default function OpenedPersonMenu(props: Choices & { onClose: () => void }) {
  const { onShowAccount, onShowKeys, onClose } = props;
  const viewer = useViewer();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <Menu
      opened
      onClose={onClose}
      returnFocus={false}
      position="bottom-end"
      width={260}
      transitionProps={{ duration: 0 }}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <span className={classes.anchor} aria-hidden>
          Your account, {viewer.name}
        </span>
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
          <Menu.RadioItem value="auto">Same as system</Menu.RadioItem>
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<CircleUserIcon size={16} />} onClick={onShowAccount}>
          Your account
        </Menu.Item>
        {onShowKeys && (
          <Menu.Item leftSection={<KeyboardIcon size={16} />} onClick={onShowKeys}>
            Keyboard shortcuts
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<LogOutIcon size={16} />}
          closeMenuOnClick={false}
          onClick={async () => setHasFailed(!(await signOut()))}
        >
          Sign out
        </Menu.Item>
        {hasFailed && (
          <Menu.Label c="var(--cs-bad)" role="alert">
            Not signed out: the service cannot be reached. Try again.
          </Menu.Label>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
