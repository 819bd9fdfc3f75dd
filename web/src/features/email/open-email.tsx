import { CloseButton, Drawer, Text } from "@mantine/core";
import { useEffect } from "react";
import type { InboundEmail } from "../../api/email-routes.ts";
import { BELOW_DIALOGS, useMovable } from "../../ui/movable.tsx";
import { EmailDetail } from "./email-detail.tsx";
import classes from "./email-page.module.css";

interface Props {
  id: string;
  email: InboundEmail | undefined;
  isBeside: boolean;
  onClose: () => void;
  onDone: (email: InboundEmail) => void;
}

/** The open email: beside the list if there is room, otherwise over it. */
export function OpenEmail({ id, email, isBeside, onClose, onDone }: Props) {
  // The next email takes the focus when it replaces the previous one.
  useEffect(() => {
    if (!isBeside && id !== "") document.getElementById("email-title")?.focus();
  }, [id, isBeside]);
  const { content, outlet } = useMovable(
    id && <EmailDetail key={id} id={id} email={email} onDone={onDone} />,
  );
  return (
    <>
      {content}
      {isBeside ? (
        <aside aria-label="Email" className={classes.beside}>
          {id ? (
            <>
              <CloseButton
                className={classes.close}
                aria-label="Close the email"
                onClick={onClose}
              />
              {outlet}
            </>
          ) : (
            <Text c="dimmed" pb="md">
              Choose an email to read it and to assign it to a project.
            </Text>
          )}
        </aside>
      ) : (
        <Drawer
          opened={id !== ""}
          onClose={onClose}
          position="right"
          size="min(100%, 640px)"
          title="Email"
          zIndex={BELOW_DIALOGS}
          closeButtonProps={{ "aria-label": "Close the email" }}
          transitionProps={{ duration: 150, exitDuration: 0 }}
          returnFocus={false}
        >
          <div data-page-keys>{outlet}</div>
        </Drawer>
      )}
    </>
  );
}
