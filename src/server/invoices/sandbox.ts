/** No invoice service: numbers are made up and say so. A buyer called “拒绝” is rejected, one called “无应答” gets no answer. */
import type { InvoiceAnswer, InvoiceOrder, InvoiceService } from "./service";

const answer = (prefix: string, { no, buyer }: InvoiceOrder): Promise<InvoiceAnswer> => {
  if (buyer === "拒绝") return Promise.resolve({ outcome: "rejected", problem: "抬头有误" });
  if (buyer === "无应答") return Promise.resolve({ outcome: "unreachable" });
  return Promise.resolve({ outcome: "done", number: `${prefix}-${no}` });
};

export const invoiceSandbox: InvoiceService = {
  issue: (order) => answer("SANDBOX", order),
  reverse: (order) => answer("SANDBOX-RED", order),
};
