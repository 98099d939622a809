/** The calls of stock documents: their lists by declaration, their drafts written out. */
import {
  stockCounts,
  stockDocuments,
  stockReceipts,
  stockTransfers,
  stockWriteOffs,
  supplierReturns,
} from "../../../contract/stock/stock-documents";
import type { Ctx } from "../../http/context";
import { inVenue } from "../../http/serve";
import { refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { goods, isReceiptRow, lockDocument, read, save, suppliers } from "./documents";
import { postDocument, voidDocument } from "./post-document";

interface Row {
  readonly id: string;
  readonly no: string;
  readonly state: string;
}
const publishStockChange = (ctx: Ctx): void => ctx.emit({ type: "changed", data: { resource: "products" } });

const shared = {
  table: "stock_document" as const,
  deleting: async (ctx: Ctx, { no, state }: Row): Promise<void> => {
    if (state !== "draft")
      throw refuse(
        ctx,
        { zh: "{no} 已过账，不能删除；要更正请作废", en: "{no} was posted and is not deleted; void it to correct it" },
        { no },
      );
  },
  actions: {
    post: async (ctx: Ctx, row: Row) => {
      const done = await postDocument(ctx, await lockDocument(ctx, row.id));
      publishStockChange(ctx);
      return { ...done, postedAt: ctx.now, postedBy: ctx.person.name };
    },
    void: async (ctx: Ctx, row: Row, { reason }: { readonly reason: string }) => {
      await voidDocument(ctx, await lockDocument(ctx, row.id), reason);
      publishStockChange(ctx);
      return { voidedAt: ctx.now, voidedBy: ctx.person.name, voidReason: reason };
    },
  },
};

export const documentRoutes = [
  ...inVenue(stockDocuments, { read, goods, suppliers, save }),
  ...serveResource(stockReceipts, { ...shared, where: isReceiptRow }),
  ...serveResource(stockTransfers, { ...shared, constants: { kind: "transfer" } }),
  ...serveResource(stockCounts, { ...shared, constants: { kind: "count" } }),
  ...serveResource(stockWriteOffs, { ...shared, constants: { kind: "writeOff" } }),
  ...serveResource(supplierReturns, { ...shared, constants: { kind: "supplierReturn" } }),
];
