import "@mantine/dropzone/styles.css";
import { Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { FileUpIcon } from "lucide-react";
import classes from "./upload-drop.module.css";

interface Props {
  /** The effect of a drop, after “Drop to”. */
  effect: string;
  isActive: boolean;
  onFiles: (files: File[]) => void;
}

/** Accepts files dropped anywhere on the page. Files of other types are listed afterwards. */
export function UploadDrop({ effect, isActive, onFiles }: Props) {
  return (
    <Dropzone.FullScreen
      active={isActive}
      onDrop={onFiles}
      inputProps={{ "aria-label": `Choose files to ${effect}`, tabIndex: -1 }}
      classNames={{ inner: classes.inner ?? "" }}
    >
      <FileUpIcon size={48} strokeWidth={1.2} aria-hidden />
      <Text size="xl" fw={600}>
        Drop to {effect}
      </Text>
    </Dropzone.FullScreen>
  );
}
