import { ActionIcon, Button, Group, Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import {
  BookUserIcon,
  BuildingIcon,
  ChartLineIcon,
  EllipsisIcon,
  PencilIcon,
  SlidersHorizontalIcon,
} from "lucide-react";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { openAction } from "./open-action.ts";

const icon = { size: 16, strokeWidth: 1.6, "aria-hidden": true };

/** The actions in the title line of a project: buttons for the main ones, and a menu with the others. */
export function ProjectActions({
  project,
}: {
  project: Pick<ProjectSummary, "id" | "name" | "account_id" | "account_name">;
}) {
  const viewer = useViewer();
  const { id: projectId, account_id: accountId } = project;
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        onClick={() => openAction({ kind: "post-status", projectId, about: project.name })}
      >
        Post status
      </Button>
      <Button
        size="xs"
        variant="default"
        onClick={() => openAction({ kind: "propose", projectId, about: project.name })}
      >
        Propose a card
      </Button>
      <Menu position="bottom-end" width={220} transitionProps={{ duration: 120 }}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="More actions">
            <EllipsisIcon size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {leads(viewer) && (
            <>
              <Menu.Item
                leftSection={<PencilIcon {...icon} />}
                onClick={() => openAction({ kind: "edit-project", projectId, about: project.name })}
              >
                Edit project
              </Menu.Item>
              <Menu.Item
                leftSection={<SlidersHorizontalIcon {...icon} />}
                onClick={() => openAction({ kind: "classify", projectId, about: project.name })}
              >
                Classify project
              </Menu.Item>
              <Menu.Item
                leftSection={<BookUserIcon {...icon} />}
                onClick={() =>
                  openAction({ kind: "operating-profile", accountId, about: project.account_name })
                }
              >
                Edit operating profile
              </Menu.Item>
            </>
          )}
          <Menu.Item
            leftSection={<ChartLineIcon {...icon} />}
            renderRoot={(props) => (
              <Link to="/estimates" search={{ project: projectId }} {...props} />
            )}
          >
            Estimate work
          </Menu.Item>
          <Menu.Item
            leftSection={<BuildingIcon {...icon} />}
            renderRoot={(props) => (
              <Link to="/accounts/$accountId" params={{ accountId }} {...props} />
            )}
          >
            Open {project.account_name}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
