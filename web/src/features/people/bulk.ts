import type { ListedPerson } from "./people-view.ts";

/** The maximum number of people in one change. */
export const MOST = 100;

/** Whether changes were sent: until then the dialog closes without a trace. */
export type BulkState = "editing" | "sending" | "sent";

export interface BulkProps {
  people: ListedPerson[];
  onState: (state: BulkState) => void;
  onClose: () => void;
  onDone: () => void;
}
