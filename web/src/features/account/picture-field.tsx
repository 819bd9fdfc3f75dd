import { Button, FileButton, Group, Text } from "@mantine/core";
import { useState } from "react";
import type { Account } from "../../api/routes.ts";
import { ViewerAvatar } from "../../session/viewer-avatar.tsx";
import { Problem } from "../../ui/problem.tsx";
import { notifySaved } from "../../ui/saved-notice.tsx";
import { squarePicture } from "./square-picture.ts";
import { useAccountChange } from "./use-account-change.ts";

const TYPES = "image/png,image/jpeg,image/webp";

/** The picture beside the person's name, or their initials if there is none. */
export function PictureField({ account }: { account: Account }) {
  const change = useAccountChange();
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);

  async function choose(file: File | null) {
    if (!file) return;
    setProblem(null);
    setIsReading(true);
    const content = await squarePicture(file).catch(() => null);
    setIsReading(false);
    if (content === null) {
      setProblem("This file can't be shown as a picture. Choose a PNG, JPEG or WebP file.");
      return;
    }
    change.mutate(
      { action: "set_picture", content },
      { onSuccess: () => notifySaved("Your picture has been saved.") },
    );
  }

  return (
    <>
      <Group gap="md">
        <ViewerAvatar size={64} />
        <FileButton accept={TYPES} onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={isReading || change.isPending}>
              {account.picture_hash ? "Replace picture" : "Choose picture"}
            </Button>
          )}
        </FileButton>
        {account.picture_hash && (
          <Button
            variant="default"
            onClick={() =>
              change.mutate(
                { action: "set_picture", content: null },
                { onSuccess: () => notifySaved("Your picture has been removed.") },
              )
            }
          >
            Remove picture
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        PNG, JPEG or WebP, cropped to a square.
      </Text>
      {problem && (
        <Text size="sm" c="var(--cs-bad)" role="alert">
          {problem}
        </Text>
      )}
      {change.error && <Problem error={change.error} />}
    </>
  );
}
