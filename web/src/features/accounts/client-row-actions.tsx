import { ActionIcon, Menu } from "@mantine/core";
import { BriefcaseIcon, EllipsisIcon, PencilIcon, PlusIcon } from "lucide-react";
import { openAction } from "../portfolio-actions/open-action.ts";
import type { ListedClient } from "./clients-view.ts";

const icon = { size: 16, strokeWidth: 1.6, "aria-hidden": true };

/** The changes that admins and leads make to a client or an account in the list. */
export function ClientRowActions({ row }: { row: ListedClient }) {
  const { id, name } = row;
  return (
    <Menu position="bottom-end" width={200} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Actions for ${name}`}
          style={{ position: "relative", zIndex: 1 }}
        >
          <EllipsisIcon size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {row.client ? (
          <>
            <Menu.Item
              leftSection={<PencilIcon {...icon} />}
              onClick={() => openAction({ kind: "rename-account", accountId: id, about: name })}
            >
              Rename account
            </Menu.Item>
            <Menu.Item
              leftSection={<PlusIcon {...icon} />}
              onClick={() => openAction({ kind: "new-project", accountId: id, about: name })}
            >
              New project
            </Menu.Item>
          </>
        ) : (
          <>
            <Menu.Item
              leftSection={<PencilIcon {...icon} />}
              onClick={() => openAction({ kind: "edit-client", clientId: id, about: name })}
            >
              Edit client
            </Menu.Item>
            {!row.archivedAt && (
              <Menu.Item
                leftSection={<BriefcaseIcon {...icon} />}
                onClick={() => openAction({ kind: "new-account", clientId: id, about: name })}
              >
                New account
              </Menu.Item>
            )}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
