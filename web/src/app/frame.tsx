import { ActionIcon, Burger, Button, Kbd } from "@mantine/core";
import { useDisclosure, useHotkeys, useWindowEvent } from "@mantine/hooks";
import { Outlet, useNavigate } from "@tanstack/react-router";
import { SearchIcon } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { AccountNotice } from "../features/account/account-notice.tsx";
import { SecondFactorPrompt } from "../features/account/second-factor-prompt.tsx";
import { ActionHost } from "../features/portfolio-actions/action-host.tsx";
import { TaskHost } from "../features/tasks/task-host.tsx";
import { TimerButton } from "../features/time/timer-button.tsx";
import { PersonMenu } from "../session/person-menu.tsx";
import { FailedNotice, type FailedPart, lazyPart } from "../ui/lazy-part.tsx";
import { Mark } from "../ui/mark.tsx";
import classes from "./frame.module.css";
import type { OverlaysProps } from "./overlays.tsx";
import { Rail } from "./rail.tsx";
import { useKeys } from "./shortcuts.tsx";

// Loaded after the first page, because nothing opens over a page before the reader acts.
const Overlays = lazyPart(() => import("./overlays.tsx"), { failed: MissingOverlays });

/** A failure to load the overlays matters only once the reader opens one. */
function MissingOverlays({
  retry,
  isPaletteWanted,
  isRailOpen,
  isHelpOpen,
}: FailedPart & OverlaysProps) {
  return isPaletteWanted || isRailOpen || isHelpOpen ? <FailedNotice retry={retry} /> : null;
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Whether the reader has used the mouse, the keyboard or a finger yet. */
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

/** A dialog or popover that the reader works in. The palette would open another one over it and lead away from it. */
const FOCUSED_DIALOG = '[role="dialog"]:is([aria-modal="true"], [data-position]) :focus';

/** Ctrl/Cmd-K and the search buttons request the palette, which opens once its code has loaded. */
function usePaletteRequest() {
  const [isWanted, setWanted] = useState(false);
  const open = useCallback(() => setWanted(true), []);
  const forget = useCallback(() => setWanted(false), []);
  const openUnlessInDialog = () => {
    if (!document.querySelector(FOCUSED_DIALOG)) open();
  };
  useHotkeys([["mod+K", openUnlessInDialog]], []);
  const onKey = (event: KeyboardEvent) => {
    if (!isWanted) return;
    if (event.key === "Escape") forget();
    // Letters typed for the palette must not act on the page.
    if (/^\S$/u.test(event.key)) event.preventDefault();
  };
  useWindowEvent("keydown", onKey, { capture: true });
  return { isWanted, open, forget };
}

/** The rail and the top bar around the page; both stay while pages change. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  const [isRailOpen, rail] = useDisclosure(false);
  const [isHelpOpen, help] = useDisclosure(false);
  const wasTouched = useWasTouched();
  const palette = usePaletteRequest();
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
          leftSection={<SearchIcon size={14} aria-hidden />}
          rightSection={<Kbd size="xs">{isApple ? "⌘ K" : "Ctrl K"}</Kbd>}
          onClick={palette.open}
        >
          Search or jump to…
        </Button>
        <ActionIcon
          className={classes.searchIcon}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Search or jump to"
          onClick={palette.open}
        >
          <SearchIcon size={18} />
        </ActionIcon>
        <TimerButton />
        <PersonMenu
          onShowAccount={() => void navigate({ to: "/account" })}
          onShowKeys={help.open}
        />
      </header>

      <div className={classes.rail}>
        <Rail />
      </div>

      <main ref={main} tabIndex={-1} className={classes.main}>
        <AccountNotice onShow={() => void navigate({ to: "/account" })} />
        <Outlet />
      </main>

      <ActionHost />
      <TaskHost />
      <SecondFactorPrompt />
      {wasTouched && (
        <Overlays
          isPaletteWanted={palette.isWanted}
          onPaletteOpen={palette.forget}
          isRailOpen={isRailOpen}
          onRailClose={rail.close}
          isHelpOpen={isHelpOpen}
          onHelp={(isOpen) => (isOpen ? help.open() : help.close())}
        />
      )}
    </div>
  );
}
