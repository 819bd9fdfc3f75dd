import { describe, expect, it } from "vitest";
import { invitationHash, readInvitationHash } from "../../../web/src/features/invitation/link.ts";

const said = {
  token: "0".repeat(64),
  organization: "Müller & Sons = 50%",
  inviter: "Ada #1",
  email: "a+b@demo.test",
};

describe("the link of an invitation", () => {
  it("brings what it says to the page unchanged", () => {
    expect(readInvitationHash(invitationHash(said))).toEqual(said);
  });

  it("may say nothing but the token, as older links do", () => {
    expect(readInvitationHash(said.token)).toEqual({ token: said.token });
    expect(readInvitationHash(invitationHash({ token: said.token }))).toMatchObject({
      token: said.token,
      organization: undefined,
    });
  });

  it.each(["", "organization=Northlight", "token="])(
    "is incomplete without a token: %j",
    (hash) => {
      expect(readInvitationHash(hash)).toBeNull();
    },
  );

  it("says no more than fits a line", () => {
    const long = invitationHash({ ...said, organization: "x".repeat(5000) });
    expect(readInvitationHash(long)?.organization).toHaveLength(320);
  });
});
