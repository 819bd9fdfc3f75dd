import { Button, CopyButton, Group, TextInput, VisuallyHidden } from "@mantine/core";
import { CheckIcon, CopyIcon } from "lucide-react";

/** A value that is shown once, with a button that copies it. */
export function CopyField({ label, value }: { label: string; value: string }) {
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        flex={1}
        label={label}
        readOnly
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={value} timeout={4000}>
        {({ copied, copy }) => (
          <>
            <Button
              onClick={copy}
              leftSection={
                copied ? <CheckIcon size={16} aria-hidden /> : <CopyIcon size={16} aria-hidden />
              }
            >
              {copied ? "Copied" : "Copy"}
            </Button>
            <VisuallyHidden role="status">{copied && "The link is copied"}</VisuallyHidden>
          </>
        )}
      </CopyButton>
    </Group>
  );
}
