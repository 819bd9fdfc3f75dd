import { Button, type ButtonProps } from "@mantine/core";
import { BookmarkIcon } from "lucide-react";
import type { ComponentPropsWithRef } from "react";

export function ViewsButton(props: ButtonProps & ComponentPropsWithRef<"button">) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<BookmarkIcon size={14} aria-hidden />}
      {...props}
    >
      Views
    </Button>
  );
}
