/** Arguments of the page's functions. This file imports nothing, so that the types of a test do not include the console's. */

export interface Mounting {
  address: string;
  /** Content of the local storage; if absent, the storage stays unchanged. */
  storage?: Record<string, string>;
  /** Whether timers of one to two seconds run 20 times as fast; if absent, this stays as it was. */
  isHurried?: boolean;
}

/** A row of the table under test. */
export interface Item {
  id: string;
  name: string;
  note: string;
  team: string;
  hours: number | null;
}

export interface TableMounting {
  items: Item[];
  isGrouped?: boolean;
}
