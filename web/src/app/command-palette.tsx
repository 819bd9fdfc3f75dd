import "@mantine/spotlight/styles.css";
import { useMantineColorScheme } from "@mantine/core";
import { useTimeout } from "@mantine/hooks";
import {
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
  type SpotlightFilterFunction,
} from "@mantine/spotlight";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  BriefcaseIcon,
  BuildingIcon,
  CalendarPlusIcon,
  FolderIcon,
  HistoryIcon,
  InboxIcon,
  KeyboardIcon,
  ListChecksIcon,
  LogOutIcon,
  MessageCircleQuestionMarkIcon,
  MessageSquarePlusIcon,
  MoonIcon,
  PlusIcon,
  SearchIcon,
  SettingsIcon,
  SunIcon,
  UploadIcon,
  UserIcon,
  UserPlusIcon,
} from "lucide-react";
import { useState } from "react";
import { projectSummaries } from "../entities/project/queries.ts";
import { accountNames } from "../features/accounts/queries.ts";
import { clientAndAccount } from "../features/portfolio/portfolio-view.ts";
import { openAction } from "../features/portfolio-actions/open-action.ts";
import { settingsSections } from "../features/settings/sections.ts";
import { openTaskDialog } from "../features/tasks/task-requests.ts";
import { signOut } from "../session/session.ts";
import { administers, leads, useViewer } from "../session/viewer.ts";
import classes from "./command-palette.module.css";
import { SEARCH_FOR, useFoundActions } from "./found-actions.tsx";
import { pagesFor } from "./pages.ts";

/** The number of rows shown per group; a few more letters find the others. Every matching page and action is shown. */
const SHOWN_ROWS = 8;
const COMPLETE_GROUPS = ["Pages", "Actions"];

/** Whether the label or the description contains every word of the query. */
const filterGroups: SpotlightFilterFunction = (query, groups) => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return (groups as SpotlightActionGroupData[]).flatMap((group) => {
    const actions = group.actions.filter(({ label, description }) => {
      const text = `${label} ${description ?? ""}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const limit = COMPLETE_GROUPS.includes(group.group) ? actions.length : SHOWN_ROWS;
    return actions.length > 0 ? [{ ...group, actions: actions.slice(0, limit) }] : [];
  });
};

/** The rows that the service found come after the immediate matches, without rows that are already listed. */
function withFound(matches: SpotlightActionGroupData[], groups: SpotlightActionGroupData[]) {
  const ids = new Set(matches.flatMap(({ actions }) => actions.map(({ id }) => id)));
  const additions = groups.map(({ group, actions }) => ({
    group,
    actions: actions.filter(({ id }) => !ids.has(id)),
  }));
  const extended = matches.map((group) => ({
    ...group,
    actions: [
      ...group.actions,
      ...additions.filter((more) => more.group === group.group).flatMap(({ actions }) => actions),
    ],
  }));
  const isNew = ({ group, actions }: SpotlightActionGroupData) =>
    actions.length > 0 && !matches.some((match) => match.group === group);
  return [...extended, ...additions.filter(isNew)];
}

const icon = { size: 18, strokeWidth: 1.6 };

const leadActions: SpotlightActionData[] = [
  {
    id: "new-project",
    label: "New project…",
    leftSection: <PlusIcon {...icon} />,
    onClick: () => openAction({ kind: "new-project" }),
  },
  {
    id: "new-client",
    label: "New client…",
    leftSection: <PlusIcon {...icon} />,
    onClick: () => openAction({ kind: "new-client" }),
  },
  {
    id: "new-account",
    label: "New account…",
    leftSection: <PlusIcon {...icon} />,
    onClick: () => openAction({ kind: "new-account" }),
  },
];

/** Finds every page, project and action by a few letters. The frame opens the palette on Ctrl/Cmd-K. */
export function CommandPalette({ onShowKeys }: { onShowKeys: () => void }) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const [isNeeded, setNeeded] = useState(false);
  const [query, setQuery] = useState("");
  const results = useFoundActions(query);
  // Loaded with the page, because people type faster than the palette could load it.
  useTimeout(() => setNeeded(true), 1500, { autoInvoke: true });
  const projects = useQuery(projectSummaries);
  const names = useQuery({ ...accountNames, enabled: isNeeded });

  const sections: SpotlightActionData[] = settingsSections.map(({ to, label }) => ({
    // The page "Settings" may have the same address as its first section.
    id: `section ${to}`,
    label,
    description: "Settings",
    leftSection: <SettingsIcon {...icon} />,
    onClick: () => void navigate({ to }),
  }));
  const account: SpotlightActionData = {
    id: "account",
    label: "Your account",
    description: "Name, picture, password and sessions",
    leftSection: <UserIcon {...icon} />,
    onClick: () => void navigate({ to: "/account" }),
  };
  const inventory: SpotlightActionData = {
    id: "inventory",
    label: "Document inventory",
    description: "Documents that drafts can cite, and files that couldn't be read",
    leftSection: <ListChecksIcon {...icon} />,
    onClick: () => void navigate({ to: "/documents/inventory" }),
  };
  const approvals: SpotlightActionData = {
    id: "approvals",
    label: "All approvals",
    description: "Every card, past and present",
    leftSection: <HistoryIcon {...icon} />,
    onClick: () => void navigate({ to: "/approvals" }),
  };
  const invite: SpotlightActionData = {
    id: "invite",
    label: "Invite a person…",
    leftSection: <UserPlusIcon {...icon} />,
    onClick: () => void navigate({ to: "/settings/people/invite" }),
  };
  const actions: SpotlightActionGroupData[] = [
    {
      group: "Pages",
      actions: [
        ...pagesFor(viewer).map(({ to, label, icon: Icon }) => ({
          id: to,
          label,
          leftSection: <Icon {...icon} />,
          onClick: () => void navigate({ to }),
        })),
        approvals,
        ...(leads(viewer) ? [inventory, ...sections] : []),
        account,
      ],
    },
    {
      group: "Projects",
      actions: (projects.data ?? []).map((project) => ({
        id: project.id,
        label: project.name,
        description: [project.code, project.account_name].filter(Boolean).join(" · "),
        leftSection: <FolderIcon {...icon} />,
        onClick: () =>
          void navigate({ to: "/projects/$projectId", params: { projectId: project.id } }),
      })),
    },
    {
      group: "Accounts",
      actions: (names.data?.accounts ?? []).map((account) => ({
        id: account.id,
        label: account.account_name,
        description: clientAndAccount(account),
        leftSection: <BuildingIcon {...icon} />,
        onClick: () =>
          void navigate({ to: "/accounts/$accountId", params: { accountId: account.id } }),
      })),
    },
    {
      group: "Clients",
      actions: (names.data?.clients ?? []).map(({ id, name }) => ({
        id,
        label: name,
        leftSection: <BriefcaseIcon {...icon} />,
        onClick: () => void navigate({ to: "/clients/$clientId", params: { clientId: id } }),
      })),
    },
    {
      group: "Actions",
      actions: [
        ...(administers(viewer) ? [invite] : []),
        {
          id: "new-task",
          label: "New task…",
          leftSection: <PlusIcon {...icon} />,
          onClick: () => openTaskDialog({ kind: "create" }),
        },
        {
          id: "post-status",
          label: "Post status…",
          leftSection: <MessageSquarePlusIcon {...icon} />,
          onClick: () => openAction({ kind: "post-status" }),
        },
        {
          id: "propose-event",
          label: "Propose an event…",
          leftSection: <CalendarPlusIcon {...icon} />,
          onClick: () => openAction({ kind: "propose-event" }),
        },
        {
          id: "propose",
          label: "Propose a card…",
          description: "A task, an event, a client update or a draft for a lead to decide",
          leftSection: <InboxIcon {...icon} />,
          onClick: () => openAction({ kind: "propose" }),
        },
        {
          id: "upload",
          label: "Upload documents…",
          leftSection: <UploadIcon {...icon} />,
          onClick: () => void navigate({ to: "/documents", search: { upload: "1" } }),
        },
        ...(leads(viewer) ? leadActions : []),
        {
          id: "light",
          label: "Use the light theme",
          leftSection: <SunIcon {...icon} />,
          onClick: () => setColorScheme("light"),
        },
        {
          id: "dark",
          label: "Use the dark theme",
          leftSection: <MoonIcon {...icon} />,
          onClick: () => setColorScheme("dark"),
        },
        {
          id: "keys",
          label: "Show keyboard shortcuts",
          leftSection: <KeyboardIcon {...icon} />,
          onClick: onShowKeys,
        },
        {
          id: "sign-out",
          label: "Sign out",
          leftSection: <LogOutIcon {...icon} />,
          onClick: () => void signOut(),
        },
      ],
    },
  ];

  /** Adds the search actions last, so that Enter opens a row with this name first. */
  const withSearch: SpotlightFilterFunction = (query, groups) => {
    const matches = filterGroups(query, groups);
    const q = query.trim();
    if (q === "") return matches;
    const searchFor: SpotlightActionData = {
      id: SEARCH_FOR,
      value: SEARCH_FOR,
      label: `Search for “${q}”`,
      description: "Names, and passages of documents, meetings, emails and notes",
      leftSection: <SearchIcon {...icon} />,
      onClick: () => void navigate({ to: "/search", search: { q } }),
    };
    const askFor: SpotlightActionData = {
      id: "ask-for",
      label: `Ask: ${q}`,
      description: "Answers from what you can see, with sources",
      leftSection: <MessageCircleQuestionMarkIcon {...icon} />,
      onClick: () => void navigate({ to: "/ask", search: { q } }),
    };
    return [
      ...withFound(matches as SpotlightActionGroupData[], results),
      { group: "Search and ask", actions: [searchFor, askFor] },
    ];
  };

  return (
    <Spotlight
      actions={actions}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      filter={withSearch}
      attributes={{ content: { "aria-label": "Search or jump to" } }}
      overlayProps={{ blur: 0 }}
      classNames={{ action: classes.action }}
      onSpotlightOpen={() => setNeeded(true)}
      scrollable
      maxHeight="60dvh"
      transitionProps={{ duration: 120 }}
      searchProps={{
        leftSection: <SearchIcon {...icon} />,
        placeholder: "Search or jump to…",
        "aria-label": "Search or jump to",
      }}
    />
  );
}
