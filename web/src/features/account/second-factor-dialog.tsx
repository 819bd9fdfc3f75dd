import { Modal, Text } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { CodeForm } from "../../session/code-form.tsx";
import { EnrolFactor } from "./enrol-factor.tsx";

interface Props {
  question: { hasFactor: boolean } | null;
  onClose: (isEntered: boolean) => void;
}

export default function SecondFactorDialog({ question, onClose }: Props) {
  // A dialog returns the focus only if it was closed when first rendered.
  const isMounted = useMounted();
  return (
    <Modal
      opened={isMounted && question !== null}
      onClose={() => onClose(false)}
      title={question?.hasFactor ? "Enter your code" : "Set up a second factor"}
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 120 }}
    >
      <Text mb="md">
        This needs a second factor. Your action continues as soon as you have entered a code.
      </Text>
      {question?.hasFactor ? (
        <CodeForm submitLabel="Continue" onVerified={() => onClose(true)} />
      ) : (
        question && <EnrolFactor onDone={() => onClose(true)} onCancel={() => onClose(false)} />
      )}
    </Modal>
  );
}
