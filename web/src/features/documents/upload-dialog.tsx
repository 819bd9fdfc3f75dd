import {
  ActionIcon,
  Alert,
  Button,
  FileButton,
  NativeSelect,
  Select,
  Text,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlertIcon, XIcon } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { projectListState } from "../../entities/project/project-list-state.ts";
import { projectSummaries } from "../../entities/project/queries.ts";
import { countOf, formatBytes } from "../../format/numbers.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import dialogClasses from "../portfolio-actions/action-dialog.module.css";
import { ActionDialog, useDialog } from "../portfolio-actions/action-dialog.tsx";
import { type ChosenFile, filesToUpload, replacedBy, storedNames } from "./chosen-files.ts";
import { acceptedEndings } from "./file-types.ts";
import { documentsNamed } from "./queries.ts";
import type { NewFile } from "./upload.ts";
import classes from "./upload-dialog.module.css";
import { type DocumentKind, kindInWords, kindsFor, restricts } from "./words.ts";

interface Props {
  files: ChosenFile[];
  onAdd: (files: File[]) => void;
  onChange: (files: ChosenFile[]) => void;
  /** The project of the files, if the page sets it. */
  projectId: string;
  onStart: (files: NewFile[]) => void;
  onClosed: () => void;
}

/** A person's choices before an upload: project, kind and title of each file. */
export default function UploadDialog(props: Props) {
  return (
    <ActionDialog title="Upload documents" returnFocus={props.onClosed}>
      <UploadForm {...props} />
    </ActionDialog>
  );
}

function UploadForm({ files, onAdd, onChange, projectId: initialProjectId, onStart }: Props) {
  const isLead = leads(useViewer());
  const dialog = useDialog();
  const list = useQuery(projectSummaries);
  const projects = list.data ?? [];
  const only = projects.length === 1 ? projects[0]?.id : undefined;
  const [projectId, setProjectId] = useState(initialProjectId || only || "");
  const [problem, setProblem] = useState<string | null>(null);
  const project = useRef<HTMLInputElement>(null);
  const documents = useQuery(documentsNamed(projectId, storedNames(files))).data ?? [];
  const acceptedFiles = files.filter(({ refusal }) => refusal === null);
  const refusedFiles = files.filter(({ refusal }) => refusal !== null);
  const isChosen = useRef(false);
  isChosen.current = acceptedFiles.length > 0;
  useEffect(() => dialog.guard(() => isChosen.current), [dialog]);

  const change = (key: string, changes: Partial<ChosenFile>) =>
    onChange(files.map((file) => (file.key === key ? { ...file, ...changes } : file)));
  const remove = (key: string) => onChange(files.filter((file) => file.key !== key));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!projectId) {
      setProblem("Choose the project that the files belong to");
      return project.current?.focus();
    }
    if (acceptedFiles.length === 0) return;
    dialog.finish();
    onStart(filesToUpload(acceptedFiles, projectId, documents));
  };

  return (
    <form noValidate className={dialogClasses.form} onSubmit={submit}>
      <Select
        ref={project}
        label="Project"
        placeholder="Type to find"
        searchable
        data-autofocus={!projectId || undefined}
        {...projectListState(list)}
        error={problem}
        value={projectId || null}
        onChange={(next) => {
          setProblem(null);
          setProjectId(next ?? "");
        }}
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        limit={50}
      />
      {files.length === 0 && (
        <Text c="dimmed">
          PDF, Word, PowerPoint, Excel, CSV, Markdown, HTML, text, email, calendars and transcripts,
          at most 25 MiB each. You can drop them anywhere on the page.
        </Text>
      )}
      {refusedFiles.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          role="status"
          icon={<TriangleAlertIcon />}
          title={`${countOf(refusedFiles.length, "file")} cannot be uploaded`}
        >
          <ul className={classes.refused}>
            {refusedFiles.map(({ key, file, refusal }) => (
              <li key={key}>
                <b>{file.name}</b>: {refusal}.
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {acceptedFiles.length > 0 && (
        <ul className={classes.files} aria-label="Files to upload">
          {acceptedFiles.map((file) => (
            <FileFields
              key={file.key}
              entry={file}
              replaced={replacedBy(file, documents)}
              candidates={documents.filter(({ file_name }) => file_name === file.file.name)}
              kinds={kindsFor(isLead)}
              onChange={(changes) => change(file.key, changes)}
              onRemove={() => remove(file.key)}
            />
          ))}
        </ul>
      )}
      {acceptedFiles.some((file) => restricts(file.kind) && !replacedBy(file, documents)) && (
        <Text size="sm" c="dimmed">
          Contracts and statements of work are restricted: only admins and leads see them.
        </Text>
      )}
      <div className={dialogClasses.footer}>
        <FileButton
          multiple
          accept={acceptedEndings}
          inputProps={{ "aria-label": "Files to upload" }}
          onChange={onAdd}
        >
          {(button) => (
            <Button
              {...button}
              variant="default"
              mr="auto"
              data-autofocus={(projectId && files.length === 0) || undefined}
            >
              {files.length === 0 ? "Choose files" : "Add files"}
            </Button>
          )}
        </FileButton>
        <Button variant="default" onClick={dialog.close}>
          Cancel
        </Button>
        <Button type="submit" disabled={acceptedFiles.length === 0}>
          {acceptedFiles.length === 0
            ? "Upload files"
            : `Upload ${countOf(acceptedFiles.length, "file")}`}
        </Button>
      </div>
    </form>
  );
}

type Candidate = Parameters<typeof replacedBy>[1][number];

interface FieldsProps {
  entry: ChosenFile;
  replaced: Candidate | undefined;
  candidates: Candidate[];
  kinds: DocumentKind[];
  onChange: (changes: Partial<ChosenFile>) => void;
  onRemove: () => void;
}

function FileFields({ entry, replaced, candidates, kinds, onChange, onRemove }: FieldsProps) {
  const { name, size } = entry.file;
  return (
    <li className={classes.file}>
      <div className={classes.name}>
        <span title={name}>{name}</span>
        <span className={classes.size}>{formatBytes(size)}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="md"
          aria-label={`Remove ${name}`}
          onClick={onRemove}
        >
          <XIcon size={16} aria-hidden />
        </ActionIcon>
      </div>
      {candidates.length > 0 && (
        <NativeSelect
          label="Save as"
          value={replaced?.id ?? "new"}
          onChange={(event) => onChange({ becomes: event.currentTarget.value })}
          data={[
            ...candidates.map(({ id, title, latest_version }) => ({
              value: id,
              label: `Version ${latest_version + 1} of “${title}”`,
            })),
            { value: "new", label: "A new document" },
          ]}
        />
      )}
      {!replaced && (
        <div className={classes.fields}>
          <TextInput
            label="Title"
            maxLength={500}
            value={entry.title}
            onChange={(event) => onChange({ title: event.currentTarget.value })}
          />
          <NativeSelect
            label="Kind"
            value={entry.kind}
            onChange={(event) => onChange({ kind: event.currentTarget.value as DocumentKind })}
            data={kinds.map((value) => ({ value, label: kindInWords(value) }))}
          />
        </div>
      )}
    </li>
  );
}
