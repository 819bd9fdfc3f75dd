import "@mantine/dropzone/styles.css";
import { Button, Group, Text } from "@mantine/core";
import { Dropzone, type FileRejection } from "@mantine/dropzone";
import { FileSpreadsheetIcon } from "lucide-react";
import { useRef, useState } from "react";
import { MAX_FILE_BYTES } from "./file.ts";
import classes from "./import-page.module.css";

// Media types that browsers report for these files. The service decides by their contents.
const acceptedTypes = {
  "text/csv": [".csv"],
  "text/plain": [".csv"],
  "application/vnd.ms-excel": [".csv"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": [".xlsx"],
  "application/json": [".json"],
};

interface Props {
  isBusy: boolean;
  onFile: (file: File) => void;
}

export function FileDrop({ isBusy, onFile }: Props) {
  const open = useRef<() => void>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  return (
    <>
      <Dropzone
        openRef={open}
        accept={acceptedTypes}
        multiple={false}
        maxSize={MAX_FILE_BYTES}
        loading={isBusy}
        activateOnClick={false}
        enablePointerEvents
        inputProps={{ "aria-label": "CSV, Excel or JSON file" }}
        onDrop={([file]) => {
          setRefusal(null);
          if (file) onFile(file);
        }}
        onReject={(rejected) => setRefusal(refusalOf(rejected))}
        p="xl"
      >
        <Group gap="lg" wrap="nowrap">
          <FileSpreadsheetIcon size={40} strokeWidth={1.2} className={classes.icon} aria-hidden />
          <div>
            <Text size="lg" fw={500}>
              Drop a CSV, Excel or JSON file here
            </Text>
            <Text c="dimmed" mb="sm">
              Import projects, tasks and hours from the tool you use today, or import rates. You see
              every change before it is made.
            </Text>
            <Button size="sm" disabled={isBusy} onClick={() => open.current?.()}>
              Choose a file
            </Button>
          </div>
        </Group>
      </Dropzone>
      <Text role="status" size="sm" mt="xs" c={refusal ? "var(--cs-bad)" : "dimmed"}>
        {isBusy ? "Reading the file and comparing it with the portfolio…" : refusal}
      </Text>
    </>
  );
}

function refusalOf([rejected]: FileRejection[]): string {
  const code = rejected?.errors[0]?.code;
  if (code === "file-too-large") return "This file is larger than 10 MB. Split it, then try again.";
  if (code === "too-many-files") return "Choose one file at a time.";
  return "Only CSV, Excel (.xlsx) and JSON files can be read. Export your data as one of these, then try again.";
}
