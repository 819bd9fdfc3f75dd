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
import { IconAlertTriangle, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
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
  chosen: ChosenFile[];
  onAdd: (files: File[]) => void;
  onChange: (chosen: ChosenFile[]) => void;
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

function UploadForm({ chosen, onAdd, onChange, projectId: initialProjectId, onStart }: Props) {
  const isLead = leads(useViewer());
  const dialog = useDialog();
  const list = useQuery(projectSummaries);
  const projects = list.data ?? [];
  const only = projects.length === 1 ? projects[0]?.id : undefined;
  const [projectId, setProjectId] = useState(initialProjectId || only || "");
  const [problem, setProblem] = useState<string | null>(null);
  const project = useRef<HTMLInputElement>(null);
  const documents = useQuery(documentsNamed(projectId, storedNames(chosen))).data ?? [];
  const accepted = chosen.filter(({ refusal }) => refusal === null);
  const refusals = chosen.filter(({ refusal }) => refusal !== null);
  const isChosen = useRef(false);
  isChosen.current = accepted.length > 0;
  useEffect(() => dialog.guard(() => isChosen.current), [dialog]);

  const change = (key: string, changes: Partial<ChosenFile>) =>
    onChange(chosen.map((each) => (each.key === key ? { ...each, ...changes } : each)));
  const remove = (key: string) => onChange(chosen.filter((each) => each.key !== key));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!projectId) {
      setProblem("Choose the project that the files belong to");
      return project.current?.focus();
    }
    if (accepted.length === 0) return;
    dialog.finish();
    onStart(filesToUpload(accepted, projectId, documents));
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
      {chosen.length === 0 && (
        <Text c="dimmed">
          PDF, Word, PowerPoint, Excel, CSV, Markdown, HTML, text, email, calendars and transcripts,
          at most 25 MiB each. You can drop them anywhere on the page.
        </Text>
      )}
      {refusals.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          role="status"
          icon={<IconAlertTriangle />}
          title={`${countOf(refusals.length, "file")} cannot be uploaded`}
        >
          <ul className={classes.refused}>
            {refusals.map(({ key, file, refusal }) => (
              <li key={key}>
                <b>{file.name}</b>: {refusal}.
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {accepted.length > 0 && (
        <ul className={classes.files} aria-label="Files to upload">
          {accepted.map((each) => (
            <FileFields
              key={each.key}
              chosen={each}
              replaced={replacedBy(each, documents)}
              candidates={documents.filter(({ file_name }) => file_name === each.file.name)}
              kinds={kindsFor(isLead)}
              onChange={(changes) => change(each.key, changes)}
              onRemove={() => remove(each.key)}
            />
          ))}
        </ul>
      )}
      {accepted.some((each) => restricts(each.kind) && !replacedBy(each, documents)) && (
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
              data-autofocus={(projectId && chosen.length === 0) || undefined}
            >
              {chosen.length === 0 ? "Choose files" : "Add files"}
            </Button>
          )}
        </FileButton>
        <Button variant="default" onClick={dialog.close}>
          Cancel
        </Button>
        <Button type="submit" disabled={accepted.length === 0}>
          {accepted.length === 0 ? "Upload files" : `Upload ${countOf(accepted.length, "file")}`}
        </Button>
      </div>
    </form>
  );
}

type Candidate = Parameters<typeof replacedBy>[1][number];

interface FieldsProps {
  chosen: ChosenFile;
  replaced: Candidate | undefined;
  candidates: Candidate[];
  kinds: DocumentKind[];
  onChange: (changes: Partial<ChosenFile>) => void;
  onRemove: () => void;
}

function FileFields({ chosen, replaced, candidates, kinds, onChange, onRemove }: FieldsProps) {
  const { name, size } = chosen.file;
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
          <IconX size={16} aria-hidden />
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
            value={chosen.title}
            onChange={(event) => onChange({ title: event.currentTarget.value })}
          />
          <NativeSelect
            label="Kind"
            value={chosen.kind}
            onChange={(event) => onChange({ kind: event.currentTarget.value as DocumentKind })}
            data={kinds.map((value) => ({ value, label: kindInWords(value) }))}
          />
        </div>
      )}
    </li>
  );
}
