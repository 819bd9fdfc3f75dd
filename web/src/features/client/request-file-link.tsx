import { Anchor } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { actInPortal } from "../../api/client-portal-routes.ts";
import { Problem } from "../../ui/problem.tsx";

interface Props {
  id: string;
  name: string;
}

/** Downloads a file of a client's request, through a URL that is valid for a minute. */
export function RequestFileLink({ id, name }: Props) {
  const open = useMutation({
    mutationFn: async () => {
      const { url } = await actInPortal({ action: "open_request_file", file_id: id });
      const link = document.createElement("a");
      link.href = url;
      link.rel = "noreferrer";
      link.download = "";
      link.click();
    },
  });
  return (
    <>
      <Anchor
        component="button"
        type="button"
        inherit
        underline="always"
        ta="start"
        aria-label={`Download ${name}`}
        aria-busy={open.isPending}
        onClick={() => !open.isPending && open.mutate()}
      >
        {name}
      </Anchor>
      {open.isError && <Problem error={open.error} />}
    </>
  );
}
