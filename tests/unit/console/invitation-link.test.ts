import { describe, expect, it } from "vitest";
import { invitationHash, readInvitationHash } from "../../../web/src/features/invitation/hash.ts";

const invitation = {
  token: "0".repeat(64),
  organization: "Müller & Sons = 50%",
  inviter: "Ada #1",
  email: "a+b@demo.test",
  role: "member",
  projects: ["Quay & co", "Winter = 50%"],
};

describe("the link of an invitation", () => {
  it("passes its details to the page unchanged", () => {
    expect(readInvitationHash(invitationHash(invitation))).toEqual(invitation);
  });

  it("may contain only the token, like older links", () => {
    expect(readInvitationHash(invitation.token)).toEqual({ token: invitation.token });
    expect(readInvitationHash(invitationHash({ token: invitation.token }))).toMatchObject({
      token: invitation.token,
      organization: undefined,
    });
  });

  it.each(["", "organization=Northlight", "token="])(
    "is incomplete without a token: %j",
    (hash) => {
      expect(readInvitationHash(hash)).toBeNull();
    },
  );

  it("shows only what fits on one line", () => {
    const long = invitationHash({ ...invitation, organization: "x".repeat(5000) });
    expect(readInvitationHash(long)?.organization).toHaveLength(320);
    const projects = Array.from({ length: 100 }, (_, index) => `Project ${index}`);
    const many = readInvitationHash(invitationHash({ ...invitation, projects }));
    expect(many?.projects).toHaveLength(10);
  });
});
