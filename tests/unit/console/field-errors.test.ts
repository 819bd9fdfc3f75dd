import { describe, expect, it } from "vitest";
import {
  OperatingProfileUpdateAction,
  StatusUpdateAction,
} from "../../../supabase/functions/_domain/portfolio/action-contract.ts";
import { ServiceError } from "../../../web/src/api/service-error.ts";
import { errorsIn, errorsOf } from "../../../web/src/features/portfolio-actions/field-errors.ts";

const profile = {
  contacts: [{ name: "Ada", email: "nowhere" }],
  standing_facts: `One\n${"x".repeat(501)}`,
};

describe("a contract's refusal", () => {
  it("appears at its field, in words for the person who fills it in", () => {
    const values = { project_id: "", health: "", summary: "" };
    expect(errorsIn(StatusUpdateAction, { type: "status_update", ...values }, values)).toEqual({
      project_id: "Choose a project",
      health: "Choose On track, At risk or Off track",
      summary: "Enter a summary",
    });
  });

  it("reaches into lists, and counts the lines of a text", () => {
    const action = {
      type: "operating_profile_update",
      account_id: "11111111-1111-4111-8111-111111111111",
      version: 0,
      changes: { ...profile, standing_facts: profile.standing_facts.split("\n") },
    };
    expect(errorsIn(OperatingProfileUpdateAction, action, profile)).toEqual({
      "contacts.0.email": "Enter an email address",
      standing_facts: "Line 2: At most 500 characters",
    });
  });
});

describe("the service's refusal", () => {
  const fieldErrorsOf = (details: unknown) =>
    errorsOf(new ServiceError(400, "malformed_request", "", details), profile);

  it("appears at the fields it names", () => {
    expect(
      fieldErrorsOf([{ field: "changes.contacts.0.name", in: "body", message: "No" }]),
    ).toEqual({
      "contacts.0.name": "No",
    });
  });

  it("belongs to the form if it names none of its fields", () => {
    expect(fieldErrorsOf([{ field: null, in: "body", message: "No" }])).toBeNull();
    expect(fieldErrorsOf([{ field: "changes", in: "body", message: "No" }])).toBeNull();
    expect(fieldErrorsOf({ version: 2 })).toBeNull();
    expect(errorsOf(new Error("offline"), profile)).toBeNull();
  });
});
