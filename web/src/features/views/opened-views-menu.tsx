import { Menu, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { BookmarkPlusIcon, SettingsIcon } from "lucide-react";
import { useState } from "react";
import type { SavedView, ViewPage } from "../../api/view-routes.ts";
import { useOpenedMenu } from "../../ui/opened-menu.ts";
import { Problem } from "../../ui/problem.tsx";
import { ManageViews } from "./manage-views.tsx";
import { viewsOf } from "./queries.ts";
import { SaveView } from "./save-view.tsx";
import { ViewsButton } from "./views-button.tsx";

const paths: Record<ViewPage, string> = {
  tasks: "/tasks",
  portfolio: "/portfolio",
  clients: "/clients",
  people: "/settings/people",
  documents: "/documents",
  inbox: "/inbox",
  health: "/health",
};

/** The menu of views, once it is opened. */
export default function OpenedViewsMenu({ page }: { page: ViewPage }) {
  const views = useQuery(viewsOf(page));
  const { target, menu } = useOpenedMenu(!views.isPending);
  const navigate = useNavigate();
  const query = useLocation({ select: ({ searchStr }) => queryOf(searchStr) });
  const [dialog, setDialog] = useState<"save" | "manage">();
  const close = () => setDialog(undefined);
  const all = views.data ?? [];
  const show = (id: string) => {
    const view = all.find((candidate) => candidate.id === id);
    if (view) void navigate({ href: `${paths[page]}?${view.query}` });
  };
  const item = ({ id, name, is_own, owner }: SavedView) => (
    <Menu.RadioItem
      key={id}
      value={id}
      closeMenuOnClick
      rightSection={
        !is_own && (
          <Text span size="xs" c="dimmed">
            {owner.name}
          </Text>
        )
      }
    >
      {name}
    </Menu.RadioItem>
  );
  const ownViews = all.filter(({ is_own }) => is_own);
  const sharedViews = all.filter(({ is_own }) => !is_own);
  return (
    <>
      <Menu position="bottom-end" width={260} withInitialFocusPlaceholder={false} {...menu}>
        <Menu.Target>
          <ViewsButton ref={target} loading={views.isPending} />
        </Menu.Target>
        <Menu.Dropdown>
          {views.data && all.length === 0 && (
            <Text size="sm" c="dimmed" px="sm" py={6}>
              A view saves the filters and the order of this list. Set them, then save your first
              view.
            </Text>
          )}
          <Menu.RadioGroup
            value={all.find((view) => view.query === query)?.id ?? null}
            onChange={show}
          >
            {ownViews.map(item)}
            {sharedViews.length > 0 && <Menu.Label>Shared by colleagues</Menu.Label>}
            {sharedViews.map(item)}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item
            leftSection={<BookmarkPlusIcon size={16} aria-hidden />}
            disabled={!views.data}
            onClick={() => setDialog("save")}
          >
            Save this view…
          </Menu.Item>
          {all.length > 0 && (
            <Menu.Item
              leftSection={<SettingsIcon size={16} aria-hidden />}
              onClick={() => setDialog("manage")}
            >
              Manage views…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {views.isError && !views.data && (
        <Problem error={views.error} retry={() => void views.refetch()} />
      )}
      {dialog === "save" && <SaveView page={page} query={query} own={ownViews} onClose={close} />}
      {dialog === "manage" && <ManageViews page={page} onClose={close} />}
    </>
  );
}

/** The filters that the URL contains. A panel that is open over the page is not part of a view. */
function queryOf(search: string): string {
  const params = new URLSearchParams(search);
  params.delete("task");
  params.delete("upload");
  // The finding beside the list.
  params.delete("open");
  return params.toString();
}
