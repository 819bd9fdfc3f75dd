import { AppError } from "../_domain/app-error.ts";
import type { BodyOf, QueryOf } from "../_domain/contract.ts";
import type { clientPortal } from "../_domain/portal/contract.ts";
import type { Json } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";
import { asUnsupported, signUpload } from "./documents.ts";
import { publicAddress } from "./public-address.ts";

type JsonObject = { [key: string]: Json };

const MAX_PORTAL_VIEWS = 5;

/**
 * Records the view first, because the portal is read in a transaction that cannot write. A card that is published between
 * both calls isn't in the recorded view, so the database refuses the reading and the view is recorded again.
 */
export async function readPortal(db: Db, query: QueryOf<typeof clientPortal.get>): Promise<Json> {
  for (let view = 1; ; view += 1) {
    await callFunction(db, "begin_portal_view", query);
    try {
      return await callFunction(db, "get_client_portal", query);
    } catch (error) {
      const isRecorded = !(error instanceof AppError && error.code === "view_not_recorded");
      if (isRecorded || view === MAX_PORTAL_VIEWS) throw error;
    }
  }
}

/** Performs one action as the caller. Throws the error of its SQL function. */
export async function actInPortal(
  db: Db,
  body: BodyOf<typeof clientPortal.post>,
  origin: string,
): Promise<JsonObject> {
  switch (body.action) {
    case "request": {
      const { action, text, ...request } = body;
      return {
        action,
        request: await callFunction(db, "create_client_request", { ...request, content: text }),
      };
    }
    case "begin_upload": {
      const { action, ...file } = body;
      const upload = (await callFunction(db, "create_request_upload", file).catch(
        asUnsupported,
      )) as {
        file_id: string;
        bucket: string;
        path: string;
      };
      return { action, ...upload, ...(await signUpload(db, upload)) };
    }
    case "open_request_file": {
      const { action, file_id } = body;
      return {
        action,
        ...addressOf(await callFunction(db, "open_request_file", { file_id }), origin),
      };
    }
    case "decide_deliverable": {
      const { action, ...decision } = body;
      return { action, record: await callFunction(db, "decide_deliverable", decision) };
    }
    case "open_file": {
      const { action, deliverable_id } = body;
      return {
        action,
        ...addressOf(await callFunction(db, "open_client_file", { deliverable_id }), origin),
      };
    }
    case "prepare_access": {
      const { action, client_id } = body;
      const access = await callFunction(db, "prepare_client_access", { client_id });
      return { action, ...(access as JsonObject) };
    }
    case "release_dates": {
      const { action, project_id, starts_on, due_on } = body;
      const dates = await callFunction(db, "release_project_dates", {
        project_id,
        ...(starts_on && { starts_on }),
        ...(due_on && { due_on }),
      });
      return { action, ...(dates as JsonObject) };
    }
  }
}

/** The address that serves the file of a ticket. */
function addressOf(download: Json, origin: string): { url: string; expires_at: string } {
  const { ticket, expires_at } = download as { ticket: string; expires_at: string };
  return { url: publicAddress(`${origin}/functions/v1/doc-file?ticket=${ticket}`), expires_at };
}
