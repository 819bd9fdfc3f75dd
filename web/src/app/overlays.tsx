import { Drawer } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { spotlight } from "@mantine/spotlight";
import { useEffect } from "react";
import { CommandPalette } from "./command-palette.tsx";
import { KeyHelp } from "./key-help.tsx";
import { Notices } from "./notices.tsx";
import { Rail } from "./rail.tsx";

export interface OverlaysProps {
  isPaletteWanted: boolean;
  onPaletteOpen: () => void;
  isRailOpen: boolean;
  onRailClose: () => void;
  isHelpOpen: boolean;
  onHelp: (isOpen: boolean) => void;
}

/** The parts that open over a page. */
export default function Overlays(props: OverlaysProps) {
  const { isPaletteWanted, onPaletteOpen, isRailOpen, onRailClose, isHelpOpen, onHelp } = props;
  // A dialog returns the focus only if it was closed when first rendered.
  const isMounted = useMounted();
  useEffect(() => {
    if (!isPaletteWanted) return;
    spotlight.open();
    onPaletteOpen();
  }, [isPaletteWanted, onPaletteOpen]);
  return (
    <>
      <Drawer
        opened={isMounted && isRailOpen}
        onClose={onRailClose}
        size="260px"
        title="Countersign"
        closeButtonProps={{ "aria-label": "Close navigation" }}
        transitionProps={{ duration: 150 }}
      >
        <Rail onNavigate={onRailClose} />
      </Drawer>
      <CommandPalette onShowKeys={() => onHelp(true)} />
      <KeyHelp opened={isMounted && isHelpOpen} onClose={() => onHelp(false)} />
      <Notices />
    </>
  );
}
