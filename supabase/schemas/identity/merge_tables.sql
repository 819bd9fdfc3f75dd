-- The rows needed to undo a merge of two people, and the former names that imports may still use.

create table private.person_merges (
  person_id uuid primary key,
  organization_id uuid not null,
  survivor_id uuid not null,
  has_moved_email boolean not null,
  previously_archived_at timestamptz,
  merged_at timestamptz not null default now(),
  constraint person_merges_organization_id_person_id_key unique (organization_id, person_id),
  constraint person_merges_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete restrict,
  constraint person_merges_survivor_fkey foreign key (organization_id, survivor_id)
    references public.people (organization_id, id) on delete restrict
);
comment on table private.person_merges is 'One row per merged person, until the merge is undone.';
comment on column private.person_merges.survivor_id is
  'The survivor at the time of the merge; people.merged_into_id follows when that person is merged in turn.';
comment on column private.person_merges.has_moved_email is 'Whether this person''s email moved to the survivor, who had none.';
comment on column private.person_merges.previously_archived_at is 'Set when the person had left before the merge.';

create index person_merges_organization_id_survivor_id_idx
  on private.person_merges (organization_id, survivor_id);

create table private.person_merge_moves (
  organization_id uuid not null,
  person_id uuid not null,
  reference text not null,
  row_id uuid not null,
  constraint person_merge_moves_pkey primary key (person_id, reference, row_id),
  constraint person_merge_moves_merge_fkey foreign key (organization_id, person_id)
    references private.person_merges (organization_id, person_id) on delete cascade,
  constraint reference_is_present check (btrim(reference) <> '')
);
comment on table private.person_merge_moves is 'The rows that a merge moved to the survivor. An undo of the merge moves only these back.';
comment on column private.person_merge_moves.reference is
  'The column that moved, such as tasks.assignee_id. shared_memberships: projects of which both were members.';
comment on column private.person_merge_moves.row_id is 'Id of the row; for a membership, the id of the project.';

create index person_merge_moves_organization_id_person_id_idx
  on private.person_merge_moves (organization_id, person_id);
create index person_merge_moves_reference_row_id_idx on private.person_merge_moves (reference, row_id);

create table private.person_former_names (
  person_id uuid not null,
  organization_id uuid not null,
  name text not null,
  constraint person_former_names_pkey primary key (person_id, name),
  constraint person_former_names_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete cascade
);
comment on table private.person_former_names is
  'Former names of a person. Import files still use them, so imports match them too.';

create index person_former_names_organization_id_person_id_idx
  on private.person_former_names (organization_id, person_id);
create index person_former_names_organization_id_name_idx
  on private.person_former_names (organization_id, lower(name));
