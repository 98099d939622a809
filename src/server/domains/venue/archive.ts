/** The whole venue as a file, for whoever may export it. */
import type { Output } from "../../../contract/core/call";
import { ARCHIVE, type venue } from "../../../contract/venue/venue";
import { archiveSize as sizeOf, exportVenue } from "../../archive/export";
import type { FileStore } from "../../files/store";
import { type Ctx, today } from "../../http/context";
import type { FileAnswer } from "../../http/serve";
import { auditLine } from "../../kernel/audit-line";

export const archiveSize = (ctx: Ctx): Promise<Output<typeof venue.archiveSize>> => sizeOf(ctx.db, ctx.venue.id);

export const archive =
  (store: FileStore) =>
  async (ctx: Ctx): Promise<FileAnswer> => {
    // Before the file, which so has the line too.
    await auditLine(ctx, { object: "venue", id: ctx.venue.id });
    const { body } = await exportVenue(ctx.db, ctx.venue.id, { store, now: ctx.now });
    return { fileName: `${ctx.venue.name}-${today(ctx)}.tar.gz`, type: ARCHIVE, body };
  };
