import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useRef, useState } from "react";
import { lazyPart } from "../ui/lazy-part.tsx";
import classes from "./person-menu.module.css";
import { useViewer } from "./viewer.ts";
import { ViewerAvatar } from "./viewer-avatar.tsx";

// Loaded when a person is about to open it.
const OpenedPersonMenu = lazyPart(() => import("./opened-person-menu.tsx"));

export interface Choices {
  onShowAccount: () => void;
  onShowKeys?: () => void;
}

/** The menu of the signed-in person: account, theme and sign-out. */
export function PersonMenu(choices: Choices) {
  const viewer = useViewer();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  return (
    <span className={classes.wrapper}>
      <UnstyledButton
        ref={button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => void OpenedPersonMenu.preload()}
        onFocus={() => void OpenedPersonMenu.preload()}
        onClick={() => setOpen(true)}
      >
        <VisuallyHidden>Your account, {viewer.name}</VisuallyHidden>
        <ViewerAvatar />
      </UnstyledButton>
      {isOpen && <OpenedPersonMenu {...choices} onClose={close} />}
    </span>
  );
}
