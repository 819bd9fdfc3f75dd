import { NativeSelect, Select } from "@mantine/core";
import { useProjectChoices } from "../../entities/project/use-project-choices.ts";
import classes from "../../ui/filters.module.css";
import { SearchField } from "../../ui/search-field.tsx";
import type { DocumentSort, DocumentState, DocumentsSearch } from "./search-params.ts";
import { type DocumentKind, kindLabel, kindsFor } from "./words.ts";

const stateLabels: Record<DocumentState, string> = {
  indexed: "Searchable",
  running: "Processing",
  failed: "Failed",
  awaiting_upload: "Not uploaded",
  archived: "Archived",
};

const sortLabels: Record<`${DocumentSort} ${"asc" | "desc"}`, string> = {
  "uploaded_at desc": "Newest first",
  "uploaded_at asc": "Oldest first",
  "title asc": "Title A to Z",
  "title desc": "Title Z to A",
  "size_bytes desc": "Largest first",
  "size_bytes asc": "Smallest first",
};

interface Props {
  search: DocumentsSearch;
  onChange: (next: Partial<DocumentsSearch>) => void;
  /** Whether the list is one project's: then there is no project filter, and the newest come first. */
  isOfProject: boolean;
  isLead: boolean;
}

export function DocumentFilters({ search, onChange, isOfProject, isLead }: Props) {
  return (
    <div className={classes.filters}>
      <SearchField
        className={classes.search}
        label="Search titles and file names"
        value={search.q}
        onChange={(q) => onChange({ q })}
      />
      {!isOfProject && (
        <ProjectFilter value={search.project} onChange={(project) => onChange({ project })} />
      )}
      <NativeSelect
        size="xs"
        aria-label="Kind"
        value={search.kind}
        onChange={(event) => onChange({ kind: event.currentTarget.value as DocumentKind })}
        data={[
          { value: "", label: "All kinds" },
          ...kindsFor(isLead).map((value) => ({ value, label: kindLabel(value) })),
        ]}
      />
      <NativeSelect
        size="xs"
        aria-label="Status"
        value={search.status}
        onChange={(event) => onChange({ status: event.currentTarget.value as DocumentState })}
        data={[
          { value: "", label: "All statuses" },
          ...Object.entries(stateLabels).map(([value, label]) => ({ value, label })),
        ]}
      />
      {!isOfProject && (
        <NativeSelect
          size="xs"
          aria-label="Sort"
          value={`${search.sort} ${search.dir}`}
          onChange={(event) => {
            const [sort, dir] = event.currentTarget.value.split(" ");
            onChange({ sort: sort as DocumentSort, dir: dir as DocumentsSearch["dir"] });
          }}
          data={Object.entries(sortLabels).map(([value, label]) => ({ value, label }))}
        />
      )}
    </div>
  );
}

interface ProjectProps {
  value: string;
  onChange: (projectId: string) => void;
}

/** Narrows a list to one project, found by a few letters of its name. */
export function ProjectFilter({ value, onChange }: ProjectProps) {
  const projects = useProjectChoices(value);
  return (
    <Select
      size="xs"
      aria-label="Project"
      placeholder="All projects"
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Show all projects" }}
      value={value || null}
      onChange={(next) => onChange(next ?? "")}
      {...projects}
      limit={50}
    />
  );
}
