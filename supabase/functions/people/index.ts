import * as changes from "../_db/people.ts";
import { changeTeam, previewTeam } from "../_db/team.ts";
import { people } from "../_domain/identity/people-contract.ts";
import { serve } from "../_http/route.ts";

export default serve(people, {
  post: async ({ db, body }) => {
    switch (body.action) {
      case "invite":
        return { action: body.action, invitation: await changes.invite(db, body) };
      case "revoke_invitation":
        return { action: body.action, invitation: await changes.revokeInvitation(db, body) };
      case "preview":
        return { action: body.action, ...(await changes.preview(db, body)) };
      case "change":
        return { action: body.action, ...(await changes.change(db, body)) };
      case "accept_invitation":
        return { action: body.action, organization: await changes.acceptInvitation(db, body) };
      case "create_password_link":
        return { action: body.action, ...(await changes.createPasswordLink(db, body)) };
      case "remove_second_factor":
        return { action: body.action, ...(await changes.removeSecondFactor(db, body)) };
      case "preview_team":
        return { action: body.action, ...(await previewTeam(db, body)) };
      case "change_team":
        return { action: body.action, ...(await changeTeam(db, body)) };
    }
  },
});
