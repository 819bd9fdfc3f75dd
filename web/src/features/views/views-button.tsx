import { Button, type ButtonProps } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import type { ComponentPropsWithRef } from "react";

export function ViewsButton(props: ButtonProps & ComponentPropsWithRef<"button">) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconBookmark size={14} aria-hidden />}
      {...props}
    >
      Views
    </Button>
  );
}
