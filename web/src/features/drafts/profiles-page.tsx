import { Badge, Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { profileKindLabels } from "../../../../supabase/functions/_domain/words/drafts.ts";
import { type AuthoringProfile, deleteProfile, saveProfile } from "../../api/draft-routes.ts";
import { administers, leads, useViewer } from "../../session/viewer.ts";
import { LeadsOnlyPage } from "../../ui/dead-end-pages.tsx";
import { Problem } from "../../ui/problem.tsx";
import { notifyFailed, notifyUndoable } from "../../ui/saved-notice.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { ProfileForm, restoreProfile } from "./profile-form.tsx";
import { profilesQuery } from "./queries.ts";

export default function ProfilesPage() {
  if (!leads(useViewer())) return <LeadsOnlyPage />;
  return (
    <SettingsPage name="Authoring profiles">
      <Profiles />
    </SettingsPage>
  );
}

const NEW = "new";

function Profiles() {
  const { data: profiles, error, refetch } = useQuery(profilesQuery);
  const isAdmin = administers(useViewer());
  const [open, setOpen] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement | null>(null);
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!profiles) return <Skeleton height={200} />;
  const close = () => {
    flushSync(() => setOpen(null));
    opener.current?.focus();
  };
  return (
    <Stack gap="lg" maw={720}>
      <Text size="sm">
        A profile sets how a document is drafted: its sections, the sources it uses, facts that are
        always true, the writing style for clients and the exported file.
      </Text>
      {isAdmin && (
        <section aria-label="New profile">
          <Button
            size="xs"
            aria-expanded={open === NEW}
            onClick={(event) => {
              opener.current = event.currentTarget;
              setOpen(open === NEW ? null : NEW);
            }}
          >
            Add a profile
          </Button>
          {open === NEW && <ProfileForm onClosed={close} />}
        </section>
      )}
      {profiles.map((profile) => (
        <section key={profile.id} aria-label={profile.name}>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <Title order={2} size="h3">
                {profile.name}{" "}
                {profile.archived_at && (
                  <Badge color="gray" variant="light">
                    Archived
                  </Badge>
                )}
              </Title>
              <Text size="sm" c="dimmed">
                {profileKindLabels[profile.kind]}. Sections:{" "}
                {profile.sections.map(({ heading }) => heading).join(", ")}
              </Text>
            </div>
            <Group gap="xs" wrap="nowrap">
              <Button
                size="xs"
                variant="default"
                aria-expanded={open === profile.id}
                aria-label={`Edit ${profile.name}`}
                onClick={(event) => {
                  opener.current = event.currentTarget;
                  setOpen(open === profile.id ? null : profile.id);
                }}
              >
                Edit
              </Button>
              <ArchiveButton profile={profile} />
              {isAdmin && <DeleteButton profile={profile} />}
            </Group>
          </Group>
          {open === profile.id && <ProfileForm profile={profile} onClosed={close} />}
        </section>
      ))}
    </Stack>
  );
}

function DeleteButton({ profile }: { profile: AuthoringProfile }) {
  const remove = async () => {
    try {
      await deleteProfile(profile);
      notifyUndoable(`${profile.name} deleted.`, () => restoreProfile(profile));
    } catch (error) {
      notifyFailed(`${profile.name} not deleted`, error);
    }
  };
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`Delete ${profile.name}`}
      onClick={() => void remove()}
    >
      Delete
    </Button>
  );
}

function ArchiveButton({ profile }: { profile: AuthoringProfile }) {
  const willArchive = profile.archived_at === null;
  const label = willArchive ? "Archive" : "Restore";
  const change = async () => {
    try {
      const answer = await saveProfile({
        id: profile.id,
        version: profile.version,
        changes: { archived: willArchive },
      });
      notifyUndoable(`${profile.name} ${willArchive ? "archived" : "restored"}.`, () =>
        saveProfile({
          id: profile.id,
          version: answer.profile.version,
          changes: { archived: !willArchive },
        }),
      );
    } catch (error) {
      notifyFailed(`${profile.name} not ${willArchive ? "archived" : "restored"}`, error);
    }
  };
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`${label} ${profile.name}`}
      onClick={() => void change()}
    >
      {label}
    </Button>
  );
}
