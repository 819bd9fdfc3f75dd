import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import {
  evidenceGroupLabels,
  profileKindLabels,
  sourceKindLabels,
} from "../../../../supabase/functions/_domain/words/drafts.ts";
import {
  type AuthoringProfile,
  deleteProfile,
  type EvidenceItem,
  type ProfileChanges,
  saveProfile,
} from "../../api/draft-routes.ts";
import { Problem } from "../../ui/problem.tsx";
import { notifyUndoable } from "../../ui/saved-notice.tsx";

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

interface Section {
  heading: string;
  guidance: string;
  collects: string[];
}
interface Values {
  key: string;
  kind: string;
  name: string;
  sections: Section[];
  source_kinds: string[];
  max_source_age_days: number | string;
  max_passages: number | string;
  includes_restricted: boolean;
  standing_facts: string;
  rubric: string;
  export_format: string;
  export_name: string;
  includes_revision_history: boolean;
}

export const emptyProfile: Values = {
  key: "",
  kind: "client_readout",
  name: "",
  sections: [{ heading: "", guidance: "", collects: [] }],
  source_kinds: Object.keys(sourceKindLabels),
  max_source_age_days: "",
  max_passages: 20,
  includes_restricted: false,
  standing_facts: "",
  rubric: "",
  export_format: "docx",
  export_name: "{title}",
  includes_revision_history: false,
};

const valuesOf = (profile: AuthoringProfile): Values => ({
  key: profile.key,
  kind: profile.kind,
  name: profile.name,
  sections: profile.sections.map(({ heading, guidance = "", collects }) => ({
    heading,
    guidance,
    collects,
  })),
  source_kinds: profile.source_kinds,
  max_source_age_days: profile.max_source_age_days ?? "",
  max_passages: profile.max_passages,
  includes_restricted: profile.includes_restricted,
  standing_facts: profile.standing_facts.join("\n"),
  rubric: profile.rubric ?? "",
  export_format: profile.export_format,
  export_name: profile.export_name,
  includes_revision_history: profile.includes_revision_history,
});

const changesOf = (values: Values): ProfileChanges => ({
  name: values.name,
  sections: values.sections.map(({ heading, guidance, collects }) => ({
    heading,
    ...(guidance.trim() && { guidance }),
    collects: collects as EvidenceItem["group"][],
  })),
  source_kinds: values.source_kinds as AuthoringProfile["source_kinds"],
  max_source_age_days:
    values.max_source_age_days === "" ? null : Number(values.max_source_age_days),
  max_passages: Number(values.max_passages),
  includes_restricted: values.includes_restricted,
  standing_facts: values.standing_facts.split("\n").filter((fact) => fact.trim()),
  rubric: values.rubric.trim() || null,
  export_format: values.export_format as AuthoringProfile["export_format"],
  export_name: values.export_name,
  includes_revision_history: values.includes_revision_history,
});

/** All fields of a new profile: those of a form, or of a profile that was deleted. */
export const newProfileOf = (values: Values): ProfileChanges => ({
  key: values.key,
  kind: values.kind as AuthoringProfile["kind"],
  ...changesOf(values),
});

export const restoreProfile = (profile: AuthoringProfile) =>
  saveProfile({ changes: newProfileOf(valuesOf(profile)) });

interface Props {
  /** Absent: a new profile. */
  profile?: AuthoringProfile;
  onClosed: () => void;
}

/** The fields of a profile; saving adds it or creates its next version. */
export function ProfileForm({ profile, onClosed }: Props) {
  const form = useForm<Values>({
    initialValues: profile ? valuesOf(profile) : emptyProfile,
    validate: {
      key: (key) =>
        /^[a-z0-9]+(-[a-z0-9]+)*$/.test(key)
          ? null
          : "Use lowercase letters, digits and single hyphens",
      name: (name) => (name.trim() ? null : "Enter a name"),
      sections: {
        heading: (heading) => (heading.trim() ? null : "Enter a heading"),
      },
      source_kinds: (kinds) => (kinds.length > 0 ? null : "Choose at least one kind"),
      export_name: (name) => (name.trim() ? null : "Enter a file name"),
    },
  });
  const save = useMutation({
    mutationFn: (values: Values) =>
      saveProfile(
        profile
          ? { id: profile.id, version: profile.version, changes: changesOf(values) }
          : { changes: newProfileOf(values) },
      ),
    onSuccess: (saved) => {
      onClosed();
      if (!profile) {
        notifyUndoable(`${saved.profile.name} added.`, () => deleteProfile(saved.profile));
        return;
      }
      notifyUndoable(`${saved.profile.name} saved.`, () =>
        saveProfile({
          id: profile.id,
          version: saved.profile.version,
          changes: changesOf(valuesOf(profile)),
        }),
      );
    },
  });
  const { sections } = form.values;
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="sm" mt="sm">
        <TextInput label="Name" withAsterisk data-autofocus {...form.getInputProps("name")} />
        {!profile && (
          <Group grow align="flex-start">
            <Select
              label="Kind"
              description="It can't be changed later."
              allowDeselect={false}
              data={optionsOf(profileKindLabels)}
              {...form.getInputProps("kind")}
            />
            <TextInput
              label="Key in the API"
              description="It can't be changed later."
              withAsterisk
              maxLength={60}
              {...form.getInputProps("key")}
            />
          </Group>
        )}
        {sections.map((section, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a section is identified by its position
          <Fieldset key={index} legend={`Section ${index + 1}`}>
            <TextInput
              label="Heading"
              withAsterisk
              {...form.getInputProps(`sections.${index}.heading`)}
            />
            <Textarea
              label="Guidance"
              autosize
              minRows={1}
              {...form.getInputProps(`sections.${index}.guidance`)}
            />
            <MultiSelect
              label="Evidence"
              data={optionsOf(evidenceGroupLabels)}
              {...form.getInputProps(`sections.${index}.collects`)}
            />
            <Button
              mt="xs"
              size="compact-sm"
              variant="default"
              disabled={sections.length === 1}
              aria-label={`Remove section ${section.heading || index + 1}`}
              onClick={() => form.removeListItem("sections", index)}
            >
              Remove section
            </Button>
          </Fieldset>
        ))}
        <Group>
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              form.insertListItem("sections", { heading: "", guidance: "", collects: [] })
            }
          >
            Add section
          </Button>
        </Group>
        <MultiSelect
          label="Sources"
          data={optionsOf(sourceKindLabels)}
          {...form.getInputProps("source_kinds")}
        />
        <Group grow align="flex-start">
          <NumberInput
            label="Maximum age of a source in days"
            description="Leave empty for any age."
            min={1}
            max={3650}
            allowDecimal={false}
            {...form.getInputProps("max_source_age_days")}
          />
          <NumberInput
            label="Maximum number of passages"
            description="From 0 to 40."
            min={0}
            max={40}
            allowDecimal={false}
            {...form.getInputProps("max_passages")}
          />
        </Group>
        <Checkbox
          label="Use restricted sources"
          description="Only admins and leads see a draft that uses a restricted source."
          {...form.getInputProps("includes_restricted", { type: "checkbox" })}
        />
        <Textarea
          label="Key facts"
          description="Facts that every draft uses, one sentence per line."
          autosize
          minRows={2}
          {...form.getInputProps("standing_facts")}
        />
        <Textarea
          label="Writing style for clients"
          autosize
          minRows={2}
          {...form.getInputProps("rubric")}
        />
        <Group grow align="flex-start">
          <Select
            label="File format"
            allowDeselect={false}
            data={[
              { value: "docx", label: "Word (DOCX)" },
              { value: "pdf", label: "PDF" },
            ]}
            {...form.getInputProps("export_format")}
          />
          <TextInput
            label="File name"
            description="{title}, {project}, {client} and {date} are filled in."
            withAsterisk
            {...form.getInputProps("export_name")}
          />
        </Group>
        <Checkbox
          label="Add a revision history to the file"
          {...form.getInputProps("includes_revision_history", { type: "checkbox" })}
        />
        {save.error && <Problem error={save.error} />}
        <Group>
          <Button type="submit" size="xs" loading={save.isPending}>
            {profile ? "Save profile" : "Add profile"}
          </Button>
          <Button size="xs" variant="default" onClick={onClosed}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
