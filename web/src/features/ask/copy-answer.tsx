import { Button, CopyButton, VisuallyHidden } from "@mantine/core";
import { CheckIcon, CopyIcon } from "lucide-react";
import { copiedAnswer } from "./copied.ts";
import type { Turn } from "./turn.ts";

export function CopyAnswer({ turn }: { turn: Turn }) {
  return (
    <CopyButton value={copiedAnswer(turn)} timeout={2000}>
      {({ copied, copy }) => (
        <>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={
              copied ? <CheckIcon size={14} aria-hidden /> : <CopyIcon size={14} aria-hidden />
            }
            onClick={copy}
          >
            {copied ? "Copied" : "Copy"}
          </Button>
          <VisuallyHidden role="status">{copied && "Answer copied"}</VisuallyHidden>
        </>
      )}
    </CopyButton>
  );
}
