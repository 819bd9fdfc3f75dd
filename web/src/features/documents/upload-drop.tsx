import "@mantine/dropzone/styles.css";
import { Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconFileUpload } from "@tabler/icons-react";
import classes from "./upload-drop.module.css";

interface Props {
  /** The result of a drop, as a sentence. */
  label: string;
  isActive: boolean;
  onFiles: (files: File[]) => void;
}

/** Accepts files dropped anywhere on the page. Files of other types are listed afterwards. */
export function UploadDrop({ label, isActive, onFiles }: Props) {
  return (
    <Dropzone.FullScreen
      active={isActive}
      onDrop={onFiles}
      inputProps={{ "aria-label": label, tabIndex: -1 }}
      classNames={{ inner: classes.inner ?? "" }}
    >
      <IconFileUpload size={48} stroke={1.2} aria-hidden />
      <Text size="xl" fw={600}>
        {label}
      </Text>
    </Dropzone.FullScreen>
  );
}
