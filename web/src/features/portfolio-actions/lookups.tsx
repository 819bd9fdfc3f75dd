import {
  Autocomplete,
  type AutocompleteProps,
  type ComboboxParsedItem,
  Select,
  type SelectProps,
} from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PortfolioOptions } from "../../api/routes.ts";
import { formatCount } from "../../format/numbers.ts";
import { listState } from "../../ui/list-state.ts";
import { clientAndAccount } from "../portfolio/portfolio-view.ts";
import { portfolioOptions } from "./queries.ts";

// Fields that choose among the organization's rows. The service searches, and returns a few at a time.

interface Choice {
  value: string;
  label: string;
}

type List = keyof PortfolioOptions["left_out"];

/** The last line of a shortened list; it cannot be chosen. */
const MORE = "more";

const choicesIn: Record<Exclude<List, "service_lines">, (options: PortfolioOptions) => Choice[]> = {
  clients: ({ clients }) => clients.map(({ id, name }) => ({ value: id, label: name })),
  accounts: ({ accounts }) =>
    accounts.map(({ id, name, client_name }) => ({
      value: id,
      label: clientAndAccount({ account_name: name, client_name }),
    })),
  people: ({ people }) =>
    people
      .filter(({ role }) => role !== "client")
      .map(({ id, name }) => ({ value: id, label: name })),
};

/** Whether an item contains every word. */
function matchesOf(words: string) {
  const searchText = words.toLowerCase().split(/\s+/).filter(Boolean);
  return (item: ComboboxParsedItem) =>
    "label" in item && searchText.every((word) => item.label.toLowerCase().includes(word));
}

interface LookupProps extends Omit<SelectProps, "data" | "value" | "onChange"> {
  list: Exclude<List, "service_lines">;
  value?: string;
  onChange?: (value: string, label?: string) => void;
  /** The choice when the form opens; the search may not find it among the first results. */
  initialChoice?: Choice | undefined;
}

/** Chooses a row by a few letters of its name. */
export function Lookup({ list, value, initialChoice, onChange, ...props }: LookupProps) {
  const [selection, setChoice] = useState(initialChoice);
  const [text, setText] = useState(initialChoice?.label ?? "");
  // A label in the field is a choice, not a search.
  const searchText = text === selection?.label ? "" : text;
  const [search] = useDebouncedValue(searchText, 200);
  const options = useQuery(portfolioOptions(search));
  const choices = options.data ? choicesIn[list](options.data) : [];
  const isSearching = search !== searchText || options.isPlaceholderData;
  const omittedCount = isSearching ? 0 : (options.data?.left_out[list] ?? 0);
  const all =
    selection && !choices.some((choice) => choice.value === selection.value)
      ? [selection, ...choices]
      : choices;
  return (
    <Select
      {...props}
      searchable
      value={value || null}
      onChange={(next, option) => {
        setChoice(option ? { value: option.value, label: option.label } : undefined);
        onChange?.(next ?? "", option?.label);
      }}
      searchValue={text}
      onSearchChange={setText}
      data={[
        ...all,
        ...(omittedCount > 0
          ? [
              {
                value: MORE,
                label: `${formatCount(omittedCount)} more, type to find`,
                disabled: true,
              },
            ]
          : []),
      ]}
      // Until the service has searched, the earlier results are narrowed: the list must not move under the pointer later.
      filter={({ options: items }) => (isSearching ? items.filter(matchesOf(searchText)) : items)}
      {...listState(options, isSearching ? "Searching…" : "No results")}
      placeholder="Type to find"
    />
  );
}

type ServiceLineProps = Omit<AutocompleteProps, "data">;

/** A service line: one in use, or a new one. */
export function ServiceLineField(props: ServiceLineProps) {
  const [search] = useDebouncedValue(props.value ?? "", 200);
  const options = useQuery(portfolioOptions(search));
  return <Autocomplete {...props} data={options.data?.service_lines ?? []} />;
}
