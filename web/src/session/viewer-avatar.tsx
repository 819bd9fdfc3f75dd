import { Avatar } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { initialsOf } from "../format/names.ts";
import { personProfile, pictureSource } from "./picture.ts";
import { useViewer } from "./viewer.ts";

/** The viewer's picture, or their initials. */
export function ViewerAvatar({ size = "sm" }: { size?: "sm" | number }) {
  const { id, name, picture_hash } = useViewer();
  const profile = useQuery({
    ...personProfile(id, picture_hash ?? ""),
    enabled: picture_hash !== null,
  }).data;
  return (
    <Avatar
      size={size}
      radius="xl"
      color="accent"
      variant="light"
      aria-hidden
      src={profile && pictureSource(profile)}
      alt=""
    >
      {initialsOf(name)}
    </Avatar>
  );
}
