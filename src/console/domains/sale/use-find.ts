import { barcodeKey, isWeighed, WEIGHED } from "../../../contract/core/typed/code";
import { members } from "../../../contract/members/members";
import type { Product } from "../../../contract/stock/stock";
import { invoke } from "../../api/invoke";
import { beep } from "../../desk/beep";
import { useT } from "../../i18n/use-t";
import { goodsByCode } from "./offline/use-goods";

/** Finds the goods of a barcode, else the member of a card; a code of neither beeps, and the message says so. */
export function useFind({
  waitForCharge,
  onProduct,
  onMember,
  onMessage,
}: {
  waitForCharge: () => boolean;
  onProduct: (product: Product) => void;
  onMember: (id: string) => void;
  onMessage: (text: string) => void;
}): (text: string) => Promise<void> {
  const t = useT();
  return async (text: string): Promise<void> => {
    try {
      const content = await goodsByCode(text);
      const product = content.find((one) => barcodeKey(one.barcode) === barcodeKey(text));
      if (product?.stocked && product.onHand <= 0) onMessage(t("sale.useFind.soldOut", { name: product.name }));
      else if (waitForCharge()) return;
      else if (product) {
        onProduct(product);
      } else {
        const found = await invoke(members.list, { q: text, page: 0, size: 2 });
        const member = found.content.find((one) => one.cardNo.toLowerCase() === text.toLowerCase());
        if (member) onMember(member.id);
        else beep();
        onMessage(member ? "" : isWeighed(text) ? t(WEIGHED) : t("sale.useFind.noProductMemberCode", { text }));
      }
    } catch (error) {
      onMessage(error instanceof Error ? error.message : String(error));
    }
  };
}
