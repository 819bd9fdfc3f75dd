import "@mantine/spotlight/styles.css";
import { ActionIcon, Burger, Button, Drawer, Kbd } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { Outlet, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { AccountNotice } from "../features/account/account-notice.tsx";
import { SecondFactorPrompt } from "../features/account/second-factor-prompt.tsx";
import { ActionHost } from "../features/portfolio-actions/action-host.tsx";
import { PersonMenu } from "../session/person-menu.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { Mark } from "../ui/mark.tsx";
import { CommandPalette } from "./command-palette.tsx";
import classes from "./frame.module.css";
import { Rail } from "./rail.tsx";
import { KeyHelp, useKeys } from "./shortcuts.tsx";

const Notices = lazyPart(() => import("./notices.tsx"));

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Whether the reader has done anything yet: before that there is nothing to give notice of. */
function useWasTouched(): boolean {
  const [wasTouched, setWasTouched] = useState(false);
  useEffect(() => {
    const once = new AbortController();
    const touch = () => {
      once.abort();
      setWasTouched(true);
    };
    for (const event of ["pointerdown", "keydown", "click"] as const) {
      window.addEventListener(event, touch, { capture: true, signal: once.signal });
    }
    return () => once.abort();
  }, []);
  return wasTouched;
}

/** Rail, top bar and the page: what stays while pages change. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  const [isRailOpen, rail] = useDisclosure(false);
  const [isHelpOpen, help] = useDisclosure(false);
  const hasNotices = useWasTouched();
  const navigate = useNavigate();
  useKeys(help.open);

  return (
    <div className={classes.shell}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        Skip to content
      </button>

      <header className={classes.topbar}>
        <Burger
          className={classes.burger}
          size="sm"
          opened={isRailOpen}
          onClick={rail.open}
          aria-label="Open navigation"
        />
        <div className={classes.brand}>
          <Mark />
          Countersign
        </div>
        <Button
          className={classes.search}
          variant="default"
          size="xs"
          justify="flex-start"
          leftSection={<IconSearch size={14} aria-hidden />}
          rightSection={<Kbd size="xs">{isApple ? "⌘ K" : "Ctrl K"}</Kbd>}
          onClick={spotlight.open}
        >
          Search or jump to…
        </Button>
        <ActionIcon
          className={classes.searchIcon}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Search or jump to"
          onClick={spotlight.open}
        >
          <IconSearch size={18} />
        </ActionIcon>
        <PersonMenu
          onShowAccount={() => void navigate({ to: "/account" })}
          onShowKeys={help.open}
        />
      </header>

      <div className={classes.rail}>
        <Rail />
      </div>
      <Drawer
        opened={isRailOpen}
        onClose={rail.close}
        size="260px"
        title="Countersign"
        closeButtonProps={{ "aria-label": "Close navigation" }}
        transitionProps={{ duration: 150 }}
      >
        <Rail onNavigate={rail.close} />
      </Drawer>

      <main ref={main} tabIndex={-1} className={classes.main}>
        <AccountNotice onShow={() => void navigate({ to: "/account" })} />
        <Outlet />
      </main>

      <CommandPalette onShowKeys={help.open} />
      <ActionHost />
      <SecondFactorPrompt />
      {hasNotices && <Notices />}
      <KeyHelp opened={isHelpOpen} onClose={help.close} />
    </div>
  );
}
