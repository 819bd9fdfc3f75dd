import { Modal, type ModalProps } from "@mantine/core";
import { useFocusReturn } from "./opener.ts";

/** A dialog that is mounted open. Mantine returns the focus only from one that was mounted closed. */
export function Dialog(props: Omit<ModalProps, "opened">) {
  useFocusReturn();
  return (
    <Modal
      opened
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ "aria-label": "Close" }}
      {...props}
    />
  );
}
