import { Alert, Button, MultiSelect, Radio, Stack, Text, TextInput } from "@mantine/core";
import { hasLength, matches, useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { actOnPeople } from "../../api/routes.ts";
import { projectListState } from "../../entities/project/project-list-state.ts";
import { projectSummaries } from "../../entities/project/queries.ts";
import { Instant } from "../../format/instant.tsx";
import { countOf } from "../../format/numbers.ts";
import { useViewer } from "../../session/viewer.ts";
import { Problem } from "../../ui/problem.tsx";
import { ClientField } from "./client-field.tsx";
import type { NewInvitation } from "./invitation-link.tsx";
import type { ListedPerson } from "./people-view.ts";
import type { PersonRole } from "./queries.ts";
import { RoleField } from "./role-field.tsx";
import { similarPeople } from "./similar-people.ts";

interface Values {
  name: string;
  email: string;
  role: PersonRole;
  clientId: string | null;
  /** Id of a known person, SOMEBODY_NEW, or empty before the choice. */
  existingId: string;
  projectIds: string[];
}

const SOMEBODY_NEW = "new";

interface Props {
  people: ListedPerson[];
  /** The known people, without a new person. */
  person?: ListedPerson;
  onInvited: (invitation: NewInvitation) => void;
}

export function InviteForm({ people, person, onInvited }: Props) {
  const viewer = useViewer();
  const queryClient = useQueryClient();
  const form = useForm<Values>({
    initialValues: {
      name: person?.name ?? "",
      email: person?.email ?? "",
      role: person?.role ?? "member",
      clientId: person?.client_id ?? null,
      existingId: person && !person.archived_at ? person.id : "",
      projectIds: person?.invitation?.project_ids ?? [],
    },
    validate: {
      name: hasLength({ min: 1, max: 200 }, "Enter a name"),
      email: matches(/^\s*[^@\s]+@[^@\s]+\.[^@\s]+\s*$/, "Enter an email address"),
      clientId: (value, { role }) => (role === "client" && !value ? "Choose the client" : null),
      existingId: (value, values) =>
        !value && !knownBy(people, values.email) && similarPeople(people, values.name).length > 0
          ? "Choose whether this person is already in your organization"
          : null,
    },
  });
  const namesOf = (projectIds: string[]) =>
    (queryClient.getQueryData(projectSummaries.queryKey) ?? [])
      .filter(({ id }) => projectIds.includes(id))
      .map(({ name }) => name);
  const invite = useMutation({
    // The token is in the answer, and must not be stored.
    gcTime: 0,
    mutationFn: async ({ name, email, role, clientId, existingId, projectIds }: Values) => {
      const { invitation } = await actOnPeople({
        action: "invite",
        name,
        email,
        role,
        client_id: role === "client" ? clientId : null,
        person_id: existingId && existingId !== SOMEBODY_NEW ? existingId : null,
        project_ids: role === "client" ? [] : projectIds,
      });
      onInvited({
        ...invitation,
        name: name.trim(),
        email: email.trim(),
        organization: viewer.organization.name,
        inviter: viewer.name,
        role,
        projects: role === "client" ? [] : namesOf(projectIds),
      });
    },
    onSettled: () => void queryClient.invalidateQueries(),
  });

  const knownPerson = knownBy(people, form.values.email);
  const similar = person || knownPerson ? [] : similarPeople(people, form.values.name);
  return (
    <form noValidate onSubmit={form.onSubmit((values) => invite.mutate(values))}>
      <Stack gap="md">
        <TextInput
          label="Name"
          data-autofocus
          {...form.getInputProps("name")}
          onChange={(event) => {
            form.setFieldValue("name", event.currentTarget.value);
            // The choices have changed, so the answer is cleared.
            if (!person) form.setFieldValue("existingId", "");
          }}
        />
        {similar.length > 0 && (
          <Similar
            people={similar}
            value={form.values.existingId}
            onChange={(existingId) => form.setFieldValue("existingId", existingId)}
            error={form.errors["existingId"] as string | undefined}
          />
        )}
        <TextInput
          label="Email"
          type="email"
          readOnly={Boolean(person?.email)}
          {...form.getInputProps("email")}
        />
        {knownPerson && <ExistingPerson person={knownPerson} />}
        <RoleField value={form.values.role} onChange={(role) => form.setFieldValue("role", role)} />
        {form.values.role === "client" && (
          <ClientField
            value={form.values.clientId}
            onChange={(clientId) => form.setFieldValue("clientId", clientId)}
            error={form.errors["clientId"] as string | undefined}
          />
        )}
        {form.values.role !== "client" && (
          <Projects
            value={form.values.projectIds}
            onChange={(projectIds) => form.setFieldValue("projectIds", projectIds)}
          />
        )}
        {invite.error && <Problem error={invite.error} />}
        <Button type="submit" loading={invite.isPending} disabled={knownPerson?.state === "joined"}>
          {knownPerson?.invitation ? "Create a new link" : "Create an invitation link"}
        </Button>
        <Text size="sm" c="dimmed">
          No email is sent: give the link to the person yourself. It works for this address only.
        </Text>
      </Stack>
    </form>
  );
}

/** The person who already has an address; offboarded people do not count. */
function knownBy(people: ListedPerson[], email: string): ListedPerson | undefined {
  const address = email.trim().toLowerCase();
  return people.find((person) => person.email === address && !person.archived_at);
}

interface SimilarProps {
  people: ListedPerson[];
  value: string;
  onChange: (existingId: string) => void;
  error: string | undefined;
}

/**
 * An invitation to an imported person belongs to their entry: with a second entry, they would see none of their
 * work.
 */
function Similar({ people, value, onChange, error }: SimilarProps) {
  return (
    <Radio.Group
      label="Is this person already in your organization?"
      description="If so, they get their tasks, hours and memberships when they join."
      value={value}
      onChange={onChange}
      error={error}
      errorProps={{ mt: "xs" }}
    >
      <Stack gap="xs" mt="xs">
        {people.map(({ id, name, email, project_count }) => (
          <Radio
            key={id}
            value={id}
            label={`Yes: ${name}`}
            description={[email ?? "No email", countOf(project_count, "membership")].join(" · ")}
          />
        ))}
        <Radio value={SOMEBODY_NEW} label="No, a new person" />
      </Stack>
    </Radio.Group>
  );
}

function Projects(props: { value: string[]; onChange: (projectIds: string[]) => void }) {
  const projects = useQuery(projectSummaries);
  return (
    <MultiSelect
      label="Projects"
      description="They become a member of these projects when they accept."
      placeholder={props.value.length === 0 ? "Search projects" : undefined}
      searchable
      limit={50}
      maxValues={100}
      {...projectListState(projects)}
      data={(projects.data ?? []).map(({ id, name, code }) => ({
        value: id,
        label: [name, code].filter(Boolean).join(" · "),
      }))}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      {...props}
    />
  );
}

/** The consequence of inviting an address again. */
function ExistingPerson({ person }: { person: ListedPerson }) {
  if (person.state === "joined") {
    return (
      <Alert
        color="yellow"
        variant="light"
        role="status"
        title={`${person.name} has already joined`}
      >
        A second invitation is not needed. Change their role in the list instead.
      </Alert>
    );
  }
  if (!person.invitation) return null;
  return (
    <Alert color="yellow" variant="light" role="status" title="The old link will stop working">
      {person.name} was invited <Instant at={person.invitation.created_at} />
      {person.state === "expired" && ", and that link has expired"}. Only the newest link works.
    </Alert>
  );
}
