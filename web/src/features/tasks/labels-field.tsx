import { TagsInput, type TagsInputProps } from "@mantine/core";
import { useState } from "react";

interface Props extends TagsInputProps {
  data: string[];
  value: string[];
}

/** Labels with suggestions. A list without options counts as closed, so that Escape reaches the panel around it. */
export function LabelsField({ data, value, onBlur, ...props }: Props) {
  const [search, setSearch] = useState("");
  const [isWanted, setIsWanted] = useState(false);
  const text = search.trim().toLowerCase();
  const suggestions = data.filter(
    (label) => !value.includes(label) && label.toLowerCase().includes(text),
  );
  return (
    <TagsInput
      {...props}
      data={suggestions}
      value={value}
      searchValue={search}
      onSearchChange={setSearch}
      dropdownOpened={isWanted && suggestions.length > 0}
      onDropdownOpen={() => setIsWanted(true)}
      onDropdownClose={() => setIsWanted(false)}
      onBlur={(event) => {
        setIsWanted(false);
        onBlur?.(event);
      }}
    />
  );
}
