/**
 * The receipt of a sale on 58 or 80 mm or A4 paper; every print after the first is marked as a copy. The gift receipt has no prices and is no
 * proof of payment, so its prints are not counted.
 */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { sale, type SaleDetail } from "../../../contract/sale/sale";
import { act } from "../../api/act";
import { useT } from "../../i18n/use-t";
import { Modal } from "../../desk/Modal";
import { usePreference } from "../../session/preferences";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { isUnsent } from "./offline/local";
import { GiftPaper, type Paper, PAPERS, ReceiptPaper } from "./ReceiptPaper";
import "../../desk/receipt.css";

const MM: Readonly<Record<Paper, number>> = { "58": 58, "80": 80, A4: 210 };

const MM_PER_INCH = 25.4;
const PIXELS_PER_INCH = 96;
/** Left blank below, for the cutter. */
const END_MM = 4;

/** The person's paper: a preference. */
function usePaper(): readonly [Paper, (paper: Paper) => void] {
  const [storedPaper, storePaper] = usePreference("receipt.paper");
  return [PAPERS.find((one) => one === storedPaper) ?? "80", (paper) => storePaper(paper)];
}

/** Shows the receipt, and prints it: first as the original, then as numbered copies. */
export function Receipt({ of, onClose }: { of: SaleDetail; onClose: () => void }) {
  const t = useT();
  const [paper, setPaper] = usePaper();
  const [isGift, setGift] = useState(false);
  const [prints, setPrints] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  // A roll is cut where the receipt ends: no page size says so, so it is measured.
  const view = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(200);
  const measure = (): void => {
    const drawn = view.current?.firstElementChild;
    // While it is printed, this view is out of sight and has no height.
    if (drawn instanceof HTMLElement && drawn.offsetHeight > 0)
      setHeight(Math.ceil((drawn.offsetHeight * MM_PER_INCH) / PIXELS_PER_INCH) + END_MM);
  };
  // After every render and before the next task: a copy that is printed at once has the height of its mark.
  useLayoutEffect(measure);
  useEffect(() => {
    const drawn = view.current?.firstElementChild;
    if (!drawn) return undefined;
    // Fonts and zoom change the height without a render.
    const watch = new ResizeObserver(measure);
    watch.observe(drawn);
    return () => watch.disconnect();
  }, [isGift]);
  const print = (): void => {
    setBusy(true);
    setFailure(undefined);
    // One that the server does not have yet is counted here.
    (isGift || isUnsent(of) ? Promise.resolve({ prints: isGift ? prints : (prints ?? 0) + 1 }) : act(sale.printed, { id: of.id }))
      .then(({ prints: count }) => {
        setPrints(count);
        // The mark of a copy is drawn before the printer looks.
        setTimeout(() => window.print(), 50);
      })
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)))
      .finally(() => setBusy(false));
  };
  const content = isGift ? <GiftPaper of={of} paper={paper} /> : <ReceiptPaper of={of} paper={paper} copy={prints} />;
  return (
    <Modal title={t("sale.printReceipt")} width={440} onClose={onClose}>
      <div className="receipt-bar">
        <div className="seg" role="group" aria-label={t("sale.receipt.paper")}>
          {PAPERS.map((one) => (
            <button key={one} type="button" aria-pressed={paper === one} onClick={() => setPaper(one)}>
              {one === "A4" ? "A4" : `${one} mm`}
            </button>
          ))}
        </div>
        {of.lines.length > 0 && (
          <div className="seg" role="group" aria-label={t("sale.receipt.kind")}>
            <button type="button" aria-pressed={!isGift} onClick={() => setGift(false)}>
              {t("sale.receipt.receipt")}
            </button>
            <button type="button" aria-pressed={isGift} onClick={() => setGift(true)}>
              {t("sale.receipt.gift")}
            </button>
          </div>
        )}
        <span className="grow" />
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to print */}
        <Button kind="primary" icon="print" autoFocus busy={busy} onClick={print}>
          {t("list.print")}
        </Button>
      </div>
      {failure !== undefined && <Failure>{failure}</Failure>}
      <div ref={view} className="receipt-view">
        {content}
      </div>
      {createPortal(
        <div className="receipt-print">
          <style>{`@page { size: ${paper === "A4" ? "A4" : `${MM[paper]}mm ${height}mm`}; margin: ${paper === "A4" ? "16mm" : "0 3mm"}; }`}</style>
          {content}
        </div>,
        document.body,
      )}
    </Modal>
  );
}
