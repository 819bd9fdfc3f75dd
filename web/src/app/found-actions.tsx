import { useDebouncedValue } from "@mantine/hooks";
import type { SpotlightActionData, SpotlightActionGroupData } from "@mantine/spotlight";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import {
  BriefcaseIcon,
  BuildingIcon,
  FileIcon,
  FolderIcon,
  ListChecksIcon,
  ListTodoIcon,
  UserIcon,
} from "lucide-react";
import { useEffect } from "react";
import type { FoundKind } from "../api/knowledge-routes.ts";
import { foundAddress, foundFacts, foundKindLabels } from "../features/knowledge/found-words.ts";
import { foundRows } from "../features/knowledge/search-queries.ts";
import { useOpenTask } from "../features/tasks/task-link.tsx";
import { useViewer } from "../session/viewer.ts";

/** The value of the action that is selected if nothing else matches. */
export const SEARCH_FOR = "search-for";
/** The number of rows per kind. */
const ROWS = 5;
/** The pause after which a word counts as complete. */
const PAUSE_MS = 150;

const icon = { size: 18, strokeWidth: 1.6 };
const icons: Record<FoundKind, typeof FolderIcon> = {
  project: FolderIcon,
  client: BriefcaseIcon,
  account: BuildingIcon,
  person: UserIcon,
  task: ListChecksIcon,
  card: ListTodoIcon,
  document: FileIcon,
};

/** The rows that the service finds by name for the query of the palette, a group per kind. */
export function useFoundActions(query: string): SpotlightActionGroupData[] {
  const viewer = useViewer();
  const router = useRouter();
  const openTask = useOpenTask();
  const [settled] = useDebouncedValue(query.trim(), PAUSE_MS);
  // A single letter matches too many rows to help.
  const { data } = useQuery(foundRows(settled.length > 1 ? settled : "", ROWS));
  const groups = query.trim().length > 1 ? data?.groups : undefined;
  useEffect(() => {
    if (groups) selectFirstRow();
  }, [groups]);

  return (groups ?? []).map(({ kind, is_similar, rows }) => {
    const Icon = icons[kind];
    return {
      group: `${foundKindLabels[kind]}${is_similar ? " with similar names" : ""}`,
      actions: rows.map((row): SpotlightActionData => {
        const address = foundAddress(kind, row.id, viewer);
        return {
          id: row.id,
          label: row.title,
          description: foundFacts(kind, row),
          leftSection: <Icon {...icon} />,
          onClick: () =>
            address === null ? openTask(row.id) : void router.navigate({ href: address }),
        };
      }),
    };
  });
}

/** Spotlight selects the first action when a letter is typed. Rows that arrive later come before the search action. */
function selectFirstRow(): void {
  const selected = document.querySelector(`[data-action][value='${SEARCH_FOR}'][data-selected]`);
  const first = document.querySelector("[data-action]");
  if (!selected || !first || first === selected) return;
  selected.removeAttribute("data-selected");
  first.setAttribute("data-selected", "true");
}
