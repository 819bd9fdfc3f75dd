import type { BodyOf } from "../_domain/contract.ts";
import type { account } from "../_domain/identity/account-contract.ts";
import type { Json } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";

export function changeAccount(db: Db, body: BodyOf<typeof account.post>): Promise<Json> {
  switch (body.action) {
    case "rename":
      return callFunction(db, "rename_self", { version: body.version, name: body.name });
    case "set_picture":
      // The generated type lacks null, which removes the picture.
      return callFunction(db, "set_picture", { content: body.content as string });
    case "delegate":
      return callFunction(db, "delegate_approvals", {
        delegate_id: body.delegate_id,
        first_on: body.first_on,
        last_on: body.last_on,
      });
    case "end_delegation":
      return callFunction(db, "delegate_approvals", {});
    case "read_notices":
      return callFunction(db, "read_account_notices", { until: body.until });
  }
}
