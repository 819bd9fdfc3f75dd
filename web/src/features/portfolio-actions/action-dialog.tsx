import { Button, Group, Modal, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useBlocker } from "@tanstack/react-router";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from "react";
import classes from "./action-dialog.module.css";
import { closeAction } from "./open-action.ts";

interface Dialog {
  /** Registers the function that reports unsaved input. It is called before the dialog closes. */
  guard: (isDirty: () => boolean) => void;
  /** Closes, unless something was typed that would be lost. */
  close: () => void;
  /** Closes after the work is done. */
  finish: () => void;
}

const DialogContext = createContext<Dialog | null>(null);

export function useDialog(): Dialog {
  const dialog = useContext(DialogContext);
  if (!dialog) throw new Error("useDialog must be called inside an ActionDialog");
  return dialog;
}

interface Props {
  title: string;
  about?: string | undefined;
  returnFocus: () => void;
  children: ReactNode;
}

/** A form over the page; on a phone it replaces the page. It asks before it closes with unsaved text. */
export function ActionDialog({ title, about, returnFocus, children }: Props) {
  const isNarrow = useMediaQuery("(max-width: 600px)", false, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(true);
  const isDirty = useRef<() => boolean>(() => false);
  const isDone = useRef(false);
  const isUnsaved = useCallback(() => !isDone.current && isDirty.current(), []);
  const [isAsking, setAsking] = useState(false);
  const blocker = useBlocker({
    shouldBlockFn: isUnsaved,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  const dialog = useMemo(
    () => ({
      guard: (next: () => boolean) => {
        isDirty.current = next;
      },
      // Opens the question after this event, because it would handle the same Escape.
      close: () => void (isUnsaved() ? setTimeout(setAsking, 0, true) : setOpen(false)),
      finish: () => {
        isDone.current = true;
        setOpen(false);
      },
    }),
    [isUnsaved],
  );
  const stay = () => {
    setAsking(false);
    blocker.reset?.();
  };

  return (
    <>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title={
          <>
            {title}
            {about && <span className={classes.about}>{about}</span>}
          </>
        }
        size={720}
        fullScreen={isNarrow}
        closeOnClickOutside={false}
        returnFocus={false}
        transitionProps={{ duration: 120 }}
        closeButtonProps={{ "aria-label": "Close" }}
        onExitTransitionEnd={() => {
          closeAction();
          returnFocus();
        }}
        classNames={{ content: classes.content, body: classes.body }}
      >
        <DialogContext value={dialog}>{children}</DialogContext>
      </Modal>
      <Modal
        opened={isAsking || blocker.status === "blocked"}
        onClose={stay}
        title="Discard your changes?"
        size="sm"
        centered
        withCloseButton={false}
        transitionProps={{ duration: 120 }}
      >
        <Text>They have not been saved.</Text>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" data-autofocus onClick={stay}>
            Keep editing
          </Button>
          <Button
            color="red"
            onClick={() => {
              setAsking(false);
              dialog.finish();
              blocker.proceed?.();
            }}
          >
            Discard changes
          </Button>
        </Group>
      </Modal>
    </>
  );
}
