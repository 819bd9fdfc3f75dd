import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { settings as contract } from "../../../../supabase/functions/_domain/identity/settings-contract.ts";
import { changeSettings, type Settings, type VersionConflict } from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { whoamiQuery } from "../../session/whoami.ts";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
import { changedFields, disagreements } from "../portfolio-actions/changes.ts";
import { errorsIn, errorsOf } from "../portfolio-actions/field-errors.ts";
import { focusFirst } from "../portfolio-actions/use-action-form.ts";
import type { Conflict } from "../portfolio-actions/use-update-form.ts";
import {
  changesOf,
  fields,
  hourErrors,
  type OrganizationField,
  type OrganizationValues,
  valuesOf,
} from "./organization-values.ts";
import { settingsQuery } from "./queries.ts";

/** The organization's form: it shows another admin's change before it overwrites it. */
export function useOrganizationForm(settings: Settings) {
  const queryClient = useQueryClient();
  const base = useRef(settings);
  const [refusal, setRefusal] = useState<VersionConflict | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [isCurrencyInUse, setCurrencyInUse] = useState(false);
  const change: typeof changeSettings = async (body) => {
    const answer = await changeSettings(body);
    // Every page knows the name and the currency from the viewer.
    void queryClient.invalidateQueries({ queryKey: whoamiQuery.queryKey });
    return answer;
  };
  const save = useMutation({ mutationFn: change });

  const changedIn = (values: OrganizationValues) =>
    changedFields<OrganizationField>(fields, { ...valuesOf(base.current) }, { ...values });
  const fieldsToSave = (values: OrganizationValues): OrganizationField[] => {
    const fields = changedIn(values);
    return fields.length > 0 ? fields : ["time_zone"];
  };
  const bodyFor = (values: OrganizationValues) => ({
    ...changesOf(values, fieldsToSave(values), base.current.working_hours),
    version: base.current.version,
  });
  const form = useForm<OrganizationValues>({
    initialValues: valuesOf(settings),
    validate: (values) =>
      changedIn(values).length === 0
        ? {}
        : { ...errorsIn(contract.post.body, bodyFor(values), values), ...hourErrors(values) },
  });
  const { setValues } = form;
  const hasChanges = changedIn(form.values).length > 0;
  /** Saving unchanged defaults confirms them. */
  const canSave = hasChanges || base.current.version === 0;

  // Reloaded settings fill the form, unless the person is typing: then saving settles the difference.
  useEffect(() => {
    if (settings.version === base.current.version || hasChanges) return;
    base.current = settings;
    setValues(valuesOf(settings));
  }, [settings, hasChanges, setValues]);

  async function submit(values: OrganizationValues, confirmsCurrency = false) {
    setProblem(null);
    setCurrencyInUse(false);
    const fields = changedIn(values);
    if (!canSave) return;
    const previous = base.current;
    try {
      const { settings: saved } = await save.mutateAsync({
        ...bodyFor(values),
        ...(confirmsCurrency && { confirms_currency: true }),
      });
      base.current = saved;
      form.setValues(valuesOf(saved));
      queryClient.setQueryData(settingsQuery.queryKey, saved);
      notifyUndoable("Organization saved.", () =>
        change({
          ...changesOf(valuesOf(previous), fields, previous.working_hours),
          ...(fields.includes("currency") && { confirms_currency: true }),
          version: saved.version,
        }),
      );
    } catch (error) {
      refuse(error, values);
    }
  }

  function refuse(error: unknown, values: OrganizationValues) {
    const code = error instanceof ServiceError ? error.code : "";
    const errors =
      code === "unknown_time_zone"
        ? { time_zone: "Choose a time zone from the list" }
        : errorsOf(error, values);
    if (code === "version_conflict") {
      setRefusal((error as ServiceError).details as VersionConflict);
    } else if (code === "currency_in_use") setCurrencyInUse(true);
    else if (errors) {
      form.setErrors(errors);
      focusFirst(form, errors);
    } else setProblem(error);
  }

  return {
    form,
    submit,
    hasChanges,
    canSave,
    isBusy: save.isPending,
    problem,
    reset: () => form.setValues(valuesOf(base.current)),
    currencyQuestion: {
      isOpen: isCurrencyInUse,
      confirm: () => void submit(form.getValues(), true),
      cancel: () => setCurrencyInUse(false),
    },
    conflict: refusal && conflictOf(refusal),
  };

  function conflictOf({ version, current, changes }: VersionConflict) {
    const currentSettings = { ...(current as unknown as Settings), version };
    const accept = (selection: Partial<OrganizationValues>) => {
      const values = { ...form.getValues(), ...selection };
      base.current = currentSettings;
      form.setValues(values);
      setRefusal(null);
      return values;
    };
    return {
      fields: disagreements<OrganizationField>({
        fields,
        base: { ...valuesOf(base.current) },
        input: { ...form.getValues() },
        current: { ...valuesOf(currentSettings) },
        changes,
      }),
      save: (selection) => submit(accept(selection)),
      edit: (selection) => void accept(selection),
    } satisfies Conflict<OrganizationValues, OrganizationField>;
  }
}
