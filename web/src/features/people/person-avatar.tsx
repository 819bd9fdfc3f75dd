import { Avatar } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { initialsOf } from "../../format/names.ts";
import { personProfile, pictureSource } from "../../session/picture.ts";
import type { ListedPerson } from "./people-view.ts";

/** The picture that a person chose, or their initials. */
export function PersonAvatar({ person }: { person: ListedPerson }) {
  const profile = useQuery(personProfile(person.id)).data;
  return (
    <Avatar
      size={56}
      radius="xl"
      mb="sm"
      color="accent"
      variant="light"
      aria-hidden
      src={profile && pictureSource(profile)}
      alt=""
    >
      {initialsOf(person.name)}
    </Avatar>
  );
}
