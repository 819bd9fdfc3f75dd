import { ActionIcon, Button, Fieldset, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { PlusIcon, Trash2Icon } from "lucide-react";
import { useRef } from "react";
import { flushSync } from "react-dom";
import type { Contact } from "../accounts/profile.ts";
import classes from "./contacts-editor.module.css";

const emptyContact: Contact = { name: "", role: "", email: "", phone: "" };

/** People on the client's side, a block each. */
export function ContactsEditor<Values extends { contacts: Contact[] }>({
  form,
}: {
  form: UseFormReturnType<Values>;
}) {
  const add = useRef<HTMLButtonElement>(null);
  const path = (index: number, field: keyof Contact) => `contacts.${index}.${field}` as never;
  const indexes = form.getValues().contacts.map((_, index) => index);
  return (
    <Fieldset
      legend="Contacts"
      variant="unstyled"
      className={classes.contacts}
      classNames={{ legend: classes.legend }}
    >
      {indexes.map((index) => (
        <fieldset key={index} aria-label={`Contact ${index + 1}`} className={classes.contact}>
          <TextInput label="Name" required {...form.getInputProps(path(index, "name"))} />
          <TextInput label="Role" {...form.getInputProps(path(index, "role"))} />
          <TextInput label="Email" type="email" {...form.getInputProps(path(index, "email"))} />
          <TextInput label="Phone" type="tel" {...form.getInputProps(path(index, "phone"))} />
          <ActionIcon
            className={classes.remove}
            variant="default"
            size={36}
            aria-label={`Remove contact ${index + 1}`}
            onClick={() => {
              form.removeListItem("contacts" as never, index);
              add.current?.focus();
            }}
          >
            <Trash2Icon size={16} aria-hidden />
          </ActionIcon>
        </fieldset>
      ))}
      <Button
        ref={add}
        size="xs"
        variant="default"
        className={classes.add}
        leftSection={<PlusIcon size={14} aria-hidden />}
        onClick={() => {
          // At once, because a later focus would take the first letters typed elsewhere.
          flushSync(() => form.insertListItem("contacts" as never, emptyContact as never));
          form.getInputNode(path(indexes.length, "name"))?.focus();
        }}
      >
        Add a contact
      </Button>
    </Fieldset>
  );
}
