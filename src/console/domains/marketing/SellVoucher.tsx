import { useState } from "react";
import { type grouponGoods, redemption, type VoucherLook } from "../../../contract/marketing/groupon";
import { fen, showFen } from "../../../contract/core/money";
import type { RowOf } from "../../../contract/core/resource/define";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { Ask } from "../../ui/Ask";
import { useUnsaved } from "../../ui/use-unsaved";
import { type BookerDraft, NO_BOOKER } from "../../desk/Booker";
import { announcePaid } from "../../desk/announce-paid";
import { type PaidBy, SellPanel } from "./SellPanel";
import { inFours } from "./words";

export type GoodsRow = RowOf<typeof grouponGoods>;

/** Sells one voucher to a member or a walk-in, and shows its code. */
export function SellVoucher({
  row,
  onClose,
  onDone,
}: {
  readonly row: GoodsRow;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const t = useT();
  const [booker, setBooker] = useState<BookerDraft>(NO_BOOKER);
  const [voucher, setVoucher] = useState<VoucherLook>();
  const { run, pending, error, reset } = useCall(redemption.sell);
  const member = booker.walkIn ? undefined : booker.member;
  useUnsaved(booker.member !== undefined || booker.name !== "");
  const act = async (payments: PaidBy): Promise<void> => {
    try {
      const who = member ? { memberId: member.id } : { name: booker.name.trim(), phone: booker.phone };
      setVoucher(await run({ goodsId: row.id, ...who, payments, expectedPrice: row.price }));
      if (payments.length > 0) announcePaid(t("common.received", { amount: showFen(fen(row.price)) }), payments);
    } catch {
      // Shown in the form; everything typed stays. What is true now decides.
    }
    onDone();
  };
  if (voucher)
    return (
      <Ask
        title={t("marketing.sellVoucher.sold", { goods: voucher.goods })}
        onClose={onClose}
        answers={[{ title: t("common.close"), act: onClose, kind: "primary" }]}
      >
        {t("marketing.code")} <b className="mono voucher-code">{inFours(voucher.voucherCode)}</b>
        <br />
        {voucher.holder} · {t("marketing.sellVoucher.timesGoodUntil", { times: voucher.times, day: voucher.validTo })}
      </Ask>
    );
  return (
    <SellPanel
      title={t("marketing.sellVoucher.sell", { title: row.title })}
      hint={t("marketing.sellVoucher.timesVoucherLeft", { times: row.times, left: row.left })}
      due={fen(row.price)}
      booker={booker}
      onBooker={(next) => {
        reset();
        setBooker(next);
      }}
      ready={member !== undefined || (booker.walkIn && booker.name.trim() !== "")}
      act={t("marketing.sellVoucher.sell2")}
      pending={pending}
      error={error}
      onAct={act}
      onClose={onClose}
    />
  );
}
