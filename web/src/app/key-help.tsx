import { Kbd, Modal, Table } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { useViewer } from "../session/viewer.ts";
import { ownKeys, pagesFor } from "./pages.ts";

export function KeyHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const viewer = useViewer();
  const pathname = useLocation({ select: (location) => location.pathname });
  const keys: [string[], string][] = [
    ...ownKeys(viewer, pathname),
    [["Ctrl", "K"], "Search and jump to pages, projects and actions"],
    ...pagesFor(viewer).map(({ key, label }): [string[], string] => [["g", key], `Go to ${label}`]),
    [["c"], "New task, unless the page uses c for something else"],
    [["/"], "Search the list on the page"],
    [["z"], "Undo the last save while its notice is shown"],
    [["?"], "Show keyboard shortcuts"],
    [["Esc"], "Close the open panel, dialog or menu"],
  ];
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keyboard shortcuts"
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 120 }}
    >
      <Table withRowBorders={false}>
        <Table.Tbody>
          {keys.map(([names, meaning]) => (
            <Table.Tr key={meaning}>
              <Table.Td w={96}>
                {names.map((name) => (
                  <Kbd key={name} mr={4}>
                    {name}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
