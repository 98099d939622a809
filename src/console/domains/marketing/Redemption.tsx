/** Redemption: one big box for the code, the voucher with why it can't be used, its times, a slip, and today's redemptions with their undo. */
import "./marketing.css";
import "./redemption.css";
import { useEffect, useRef, useState } from "react";
import { redemption, type VoucherLook, type VoucherUse } from "../../../contract/marketing/groupon";
import { invoke } from "../../api/invoke";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { useLive } from "../../live/use-live";
import { useScan } from "../../desk/use-scan";
import { useCan } from "../../providers/access-control";
import { CommandButton } from "../../ui/CommandButton";
import { Failure } from "../../ui/Failure";
import { Icon } from "../../ui/Icon";
import { Kbd } from "../../ui/Kbd";
import { lazyPart } from "../../ui/lazy-part";
import { notify } from "../../ui/notices";
import type { SlotDraft } from "./SlotPicker";
import { TodayUses } from "./TodayUses";
import { VoucherCard } from "./VoucherCard";
import { isOfInputMethod } from "../../keys/ime";

const VoucherSlip = lazyPart(async () => (await import("./VoucherSlip")).VoucherSlip);

export function Redemption() {
  const t = useT();
  const box = useRef<HTMLInputElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const mayRedeem = useCan("voucher_redeem");
  const today = useRead(redemption.today, {});
  const [code, setCode] = useState("");
  const [looking, setLooking] = useState(false);
  const [failure, setFailure] = useState("");
  const [voucher, setVoucher] = useState<VoucherLook>();
  const [times, setTimes] = useState(1);
  const [slot, setSlot] = useState<SlotDraft>();
  const [done, setDone] = useState<VoucherUse>();
  const [printing, setPrinting] = useState<VoucherUse>();
  const redeem = useCall(redemption.redeem);
  useLive(["changed"], (event) => event.data?.["resource"] === "vouchers" && void today.refetch());

  const show = (found: VoucherLook | undefined): void => {
    setVoucher(found);
    setTimes(1);
    setSlot(undefined);
    setDone(undefined);
    redeem.reset();
  };
  const find = async (text: string): Promise<void> => {
    const voucherCode = text.replace(/[\s-]/g, "");
    if (voucherCode === "" || looking) return;
    setLooking(true);
    setFailure("");
    try {
      show(await invoke(redemption.find, { voucherCode }));
    } catch (error) {
      show(undefined);
      setFailure(error instanceof Error ? error.message : String(error));
    }
    setLooking(false);
    box.current?.select();
  };
  const open = mayRedeem && voucher !== undefined && voucher.problem === "" && done === undefined;
  const act = async (): Promise<void> => {
    if (!open || redeem.pending) return;
    try {
      const { use, voucher: after } = await redeem.run({ id: voucher.id, times, ...(slot ? { slot } : {}) });
      show(after);
      setDone(use);
      setCode("");
      notify.success(t("marketing.redemption.redeemedLeft", { times: use.times, holder: use.holder, left: use.left }));
      box.current?.focus();
    } catch {
      // Shown on the card; what is true now is read again.
      await invoke(redemption.find, { voucherCode: voucher.voucherCode }).then(setVoucher, () => undefined);
    }
    void today.refetch();
  };
  const clear = (): void => {
    show(undefined);
    setCode("");
    setFailure("");
    box.current?.focus();
  };
  useScan(["voucher"], ({ text }) => {
    setCode(text);
    void find(text);
    return true;
  });
  const keys = useRef({ act, clear });
  useEffect(() => {
    keys.current = { act, clear };
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (page.current === null || page.current.closest("[hidden], [inert]") || document.querySelector("dialog[open]")) return;
      if (event.ctrlKey || event.metaKey || event.altKey || isOfInputMethod(event)) return;
      const typing = event.target instanceof HTMLElement && event.target.closest("input, textarea, select") !== null;
      if (event.key === "F9") void keys.current.act();
      else if (event.key === "Escape" && document.activeElement === box.current) keys.current.clear();
      else if (event.key === "/" && !typing) box.current?.focus();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  useEffect(() => box.current?.focus(), []);
  return (
    <div className="pad redemption" ref={page}>
      <h1 className="sr">{t("marketing.redemption.redemption")}</h1>
      <form
        className="code-form"
        onSubmit={(event) => {
          event.preventDefault();
          void find(code);
        }}
      >
        <label className="code-box">
          <Icon name="scan" />
          <span className="sr">{t("marketing.redemption.voucherCode")}</span>
          <input
            ref={box}
            className="mono"
            value={code}
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            placeholder={t("marketing.redemption.scanTypeCode")}
            onChange={(event) => setCode(event.target.value)}
          />
          <Kbd>/</Kbd>
        </label>
        <CommandButton type="submit" kind={open ? "plain" : "primary"} size="xl" busy={looking}>
          {t("marketing.redemption.lookUp")} <Kbd>Enter</Kbd>
        </CommandButton>
      </form>
      {failure !== "" && <Failure>{failure}</Failure>}
      {voucher && (
        <VoucherCard
          voucher={voucher}
          times={times}
          onTimes={setTimes}
          slot={slot}
          onSlot={setSlot}
          may={mayRedeem}
          done={done}
          pending={redeem.pending}
          error={redeem.error}
          onRedeem={() => void act()}
          onPrint={() => setPrinting(done)}
          onClear={clear}
        />
      )}
      <TodayUses
        read={today}
        onPrint={setPrinting}
        onUndone={(after) => {
          if (voucher?.id === after.id) show(after);
          void today.refetch();
        }}
      />
      {printing && <VoucherSlip use={printing} onClose={() => setPrinting(undefined)} />}
    </div>
  );
}
