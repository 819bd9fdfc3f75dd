import { useMediaQuery } from "@mantine/hooks";

/** Whether the window has room for a panel beside the list. */
export function useRoomBeside(): boolean {
  return useMediaQuery("(min-width: 1100px)", true, { getInitialValueInEffect: false }) ?? true;
}
