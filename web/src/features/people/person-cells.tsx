import type { ReactNode } from "react";
import { Editable } from "../../ui/data-table/editable.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { RoleLabel } from "./badges.tsx";
import type { ListedPerson } from "./people-view.ts";

// The previews of changes: loaded when the first value is edited.
const PersonEditor = lazyPart(() => import("./person-editor.tsx"));

interface Props {
  person: ListedPerson;
  /** Only admins change people. */
  mayEdit: boolean;
}

const rowOf = ({ person, mayEdit }: Props) => ({
  of: person.name,
  isFixed: !mayEdit || person.archived_at !== null,
});

/** The name of a person: the link to their entry, and a field for another name. */
export function NameCell({ link, ...props }: Props & { link: ReactNode }) {
  return (
    <Editable
      {...rowOf(props)}
      name="Name"
      isLink
      value={link}
      editor={(close) => (
        <>
          {link}
          <PersonEditor person={props.person} field="name" close={close} />
        </>
      )}
    />
  );
}

export function RoleCell(props: Props) {
  const { person } = props;
  const role = <RoleLabel role={person.role} />;
  return (
    <Editable
      {...rowOf(props)}
      name="Role"
      value={role}
      editor={(close) => (
        <>
          {role}
          <PersonEditor person={person} field="role" close={close} />
        </>
      )}
    />
  );
}
