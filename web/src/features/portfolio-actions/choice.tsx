import { Select, type SelectProps } from "@mantine/core";

interface Props extends Omit<SelectProps, "onChange" | "value"> {
  value?: string;
  onChange?: (value: string) => void;
  /** The label for no choice. */
  none: string;
}

/** One of a few options or none, which the form stores as empty text. */
export function Choice({ value, onChange, none, ...props }: Props) {
  return (
    <Select
      {...props}
      clearable
      clearButtonProps={{ "aria-label": "Clear" }}
      placeholder={none}
      value={value || null}
      onChange={(next) => onChange?.(next ?? "")}
    />
  );
}
