import { CloseButton, Drawer, Text } from "@mantine/core";
import { useEffect } from "react";
import type { InboundEmail } from "../../api/email-routes.ts";
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
  const content = id !== "" && <EmailDetail key={id} id={id} email={email} onDone={onDone} />;
  if (isBeside) {
    return (
      <aside aria-label="Email" className={classes.beside}>
        {content ? (
          <>
            <CloseButton className={classes.close} aria-label="Close the email" onClick={onClose} />
            {content}
          </>
        ) : (
          <Text c="dimmed" pb="md">
            Choose an email to read it and to assign it to a project.
          </Text>
        )}
      </aside>
    );
  }
  return (
    <Drawer
      opened={id !== ""}
      onClose={onClose}
      position="right"
      size="min(100%, 640px)"
      title="Email"
      closeButtonProps={{ "aria-label": "Close the email" }}
      transitionProps={{ duration: 150, exitDuration: 0 }}
      returnFocus={false}
    >
      <div data-page-keys>{content}</div>
    </Drawer>
  );
}
