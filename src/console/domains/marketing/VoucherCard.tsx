import { Link } from "react-router";
import type { VoucherLook, VoucherUse } from "../../../contract/marketing/groupon";
import { voucher as machine } from "../../../contract/core/states";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { Icon } from "../../ui/Icon";
import { Kbd } from "../../ui/Kbd";
import { Phone } from "../../ui/Phone";
import { StatusTag } from "../../ui/StatusTag";
import { Stepper } from "../../ui/Stepper";
import { type SlotDraft, SlotPicker } from "./SlotPicker";
import { inFours } from "./words";

interface Props {
  readonly voucher: VoucherLook;
  readonly times: number;
  readonly onTimes: (times: number) => void;
  readonly slot: SlotDraft | undefined;
  readonly onSlot: (slot: SlotDraft | undefined) => void;
  readonly may: boolean;
  /** The redemption that was just made. */
  readonly done: VoucherUse | undefined;
  readonly pending: boolean;
  readonly error: Error | undefined;
  readonly onRedeem: () => void;
  readonly onPrint: () => void;
  readonly onClear: () => void;
}

/** A voucher: whether it can be used and if not, why; who holds it, what is left, and using it. */
export function VoucherCard(props: Props) {
  const t = useT();
  const { voucher, times, onTimes, slot, onSlot, may, done, pending, error, onRedeem, onPrint, onClear } = props;
  const { left, problem } = voucher;
  const good = done !== undefined || problem === "";
  const head = done
    ? t("marketing.voucherCard.redeemed", { times: done.times })
    : good
      ? t("marketing.voucherCard.canRedeemed")
      : t("marketing.voucherCard.cantRedeemed");
  return (
    <section className={`voucher ${good ? "good" : "refused"}`} role={good ? "status" : "alert"} aria-label={voucher.goods}>
      <header>
        <Icon name={good ? "check-circle" : "error"} />
        <b>{head}</b>
        <span className="grow" />
        <span className="mono">{inFours(voucher.voucherCode)}</span>
      </header>
      <div className="voucher-body">
        <h2>
          {voucher.goods} <StatusTag tone={machine.labels[voucher.state].tone}>{t(machine.labels[voucher.state])}</StatusTag>
        </h2>
        {!done && problem !== "" && <p className="voucher-why">{problem}</p>}
        <dl>
          <Fact label={t("marketing.holder")}>
            {voucher.holder} {voucher.phone !== "" && <Phone value={voucher.phone} />}
          </Fact>
          <Fact label={t("marketing.voucherCard.good")}>
            {voucher.validFrom} – {voucher.validTo}
          </Fact>
          <Fact label={t("marketing.voucherCard.good2")}>{voucher.days}</Fact>
          <Fact label={t("marketing.voucherCard.redeems")}>{done?.slot || voucher.what}</Fact>
          <Fact label={t("marketing.left")} large>
            {left} <small>/ {voucher.times}</small>
          </Fact>
          <Fact label={done ? t("marketing.voucherCard.earnedYuan") : t("marketing.voucherCard.eachEarnsYuan")} large>
            {done?.value ?? voucher.each}
          </Fact>
        </dl>
        {!done && good && may && voucher.redeems === "slot" && <SlotPicker voucher={voucher} slot={slot} onSlot={onSlot} />}
        {error && <Failure>{error.message}</Failure>}
      </div>
      <footer>
        {!done && good && may && (
          <>
            <Stepper value={times} min={1} max={left} label={t("marketing.voucherCard.timesRedeem")} onValue={onTimes} />
            <Button kind="primary" size="lg" busy={pending} aria-keyshortcuts="F9" onClick={onRedeem}>
              {t("marketing.voucherCard.redeem", { times })} <Kbd>F9</Kbd>
            </Button>
          </>
        )}
        {done && (
          <Button size="lg" icon="print" onClick={onPrint}>
            {t("marketing.voucherCard.printSlip")}
          </Button>
        )}
        {voucher.redeems === "slot" && good && (
          <Link className="btn btn-lg" to="/book/venue-booking">
            {t("marketing.voucherCard.courts")}
          </Link>
        )}
        <span className="grow" />
        <Button kind="quiet" size="lg" onClick={onClear}>
          {t("marketing.voucherCard.anotherOne")}
        </Button>
      </footer>
    </section>
  );
}

function Fact({ label, large = false, children }: { label: string; large?: boolean; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={large ? "large" : undefined}>{children}</dd>
    </div>
  );
}
