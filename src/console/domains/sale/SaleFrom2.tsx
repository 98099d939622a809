import "../../desk/desk.css";
import "./till.css";
import { useCallback, useEffect, useRef, useState } from "react";
import { fen, showFen } from "../../../contract/core/money";
import { sale, type SaleDetail } from "../../../contract/sale/sale";
import { ApiError } from "../../api/error";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { useScan } from "../../desk/use-scan";
import { can } from "../../providers/access-control";
import { useMobile } from "../../shell/use-mobile";
import { Button } from "../../ui/Button";
import { CommandButton } from "../../ui/CommandButton";
import { notify } from "../../ui/notices";
import { Buyer } from "./Buyer";
import { CartPane } from "./CartPane";
import { CartTabs } from "./CartTabs";
import { useCustomerDisplay } from "./customer-display/use-customer-display";
import { DiscountDialog } from "./DiscountDialog";
import { Done, TillLegend } from "./Done";
import { noteFailure, useOffline } from "../../api/connection";
import { fetchAllowance, useAllowances } from "./offline/allowances";
import { localQuote } from "./offline/local";
import { notifyStoredSales } from "./offline/outbox";
import { findStoredSale } from "./offline/store";
import { Unsent } from "./offline/Unsent";
import { useKeptGoods } from "./offline/use-goods";
import { cacheCheckout } from "./offline/worker";
import { type PayHandle, PayPane } from "./PayPane";
import { PriceDialog } from "./PriceDialog";
import { ProductGrid } from "./ProductGrid";
import { Receipt } from "./Receipt";
import { quoteInput, EMPTY, isEmpty, lineOf, nextRounding, piecesOf, type TillItem, useTill, withItem, withPieces } from "./till";
import { useCarts } from "./use-carts";
import { useFind } from "./use-find";
import { useTillKeys } from "./use-till-keys";

/** Time after the first render or a sale until the files it needed are loaded. */
const SETTLED_MS = 2_000;
const SCANS = ["barcode", "member", "voucher", "pay", "other"] as const;

/** The till: goods by scan, search or tap; the cart with its buyer and total; holding and recalling carts; payment by any methods. */
export function SaleFrom2() {
  const t = useT();
  const mobile = useMobile();
  const [till, change] = useTill();
  const [paying, setPaying] = useState(false);
  const [code, setCode] = useState<string>();
  const [choosing, setChoosing] = useState(false);
  const [discounting, setDiscounting] = useState<{ of: string | undefined }>();
  const [pricing, setPricing] = useState(false);
  const [done, setDone] = useState<SaleDetail>();
  const [printing, setPrinting] = useState(false);
  const [message, setMessage] = useState("");
  const [visiblePane, setPane] = useState<"goods" | "cart">("goods");
  const root = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const quickKeys = useRef<() => void>(null);
  const finder = useRef<HTMLInputElement>(null);
  const pane = useRef<PayHandle>(null);
  const full = !isEmpty(till);
  const isOffline = useOffline();
  useKeptGoods();
  const allowances = useAllowances();
  const allowance = isOffline ? allowances.find(({ memberId }) => memberId === till.memberId) : undefined;
  // Prefetches the member's offline allowance, in case the connection is lost.
  useEffect(() => {
    if (till.memberId !== null && !isOffline) void fetchAllowance(till.memberId).then(notifyStoredSales, () => undefined);
  }, [till.memberId, isOffline]);
  const priced = useRead(sale.quote, quoteInput(till), { enabled: full && !isOffline, keepPrevious: true, staleTime: 0 });
  const quote = !full ? undefined : isOffline ? localQuote(till) : priced.data;
  const waits = full && !isOffline && (priced.isFetching || priced.isPlaceholderData || quote === undefined);
  const due = fen(quote?.due ?? "0.00");
  useEffect(() => {
    if (priced.error?.cause !== undefined) noteFailure(priced.error.cause);
  }, [priced.error]);
  // Cache the files that are loaded by now, because the next load needs them.
  useEffect(() => {
    const timer = setTimeout(() => void cacheCheckout().catch(() => undefined), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [done]);
  // The till was closed while it sold: a sale in the outbox counts as sold.
  useEffect(() => {
    const { sending } = till;
    if (sending === null || paying) return;
    void findStoredSale(sending).then((sold) =>
      change((now) => (now.sending !== sending ? now : sold ? EMPTY : { ...now, sending: null })),
    );
  }, [till, paying, change]);

  /**
   * Blocks changes to the cart while a payment code is being charged, so that the amount stays that of the cart.
   * @returns true if blocked
   */
  const waitForCharge = (): boolean => {
    if (!(pane.current?.isCharging ?? false)) return false;
    setMessage(t("sale.saleFrom2.codeBeingChargedWait"));
    return true;
  };
  const toSearch = useCallback(() => setTimeout(() => search.current?.focus(), 0), []);
  const put = (product: Parameters<typeof lineOf>[0]): void => {
    if (waitForCharge()) return;
    setDone(undefined);
    setMessage("");
    change((before) => withPieces(before, lineOf(product), (now) => now + 1));
  };
  const putItem = (item: Omit<TillItem, "quantity">): void => {
    if (waitForCharge()) return;
    setDone(undefined);
    setMessage("");
    change((before) => withItem(before, item));
    // A card and a recharge are a member's.
    if ((item.kind === "card" || item.kind === "recharge") && till.memberId === null) choose();
  };
  const pay = (): void => {
    if (!full) return;
    setChoosing(false);
    if (paying) pane.current?.submit();
    else {
      setPaying(true);
      setPane("cart");
    }
  };
  const {
    waiting,
    mayWait,
    refetch: refetchCarts,
    hold: holdCart,
    recall,
    clear,
  } = useCarts({
    till,
    change,
    waitForCharge,
    onEnd: () => {
      setPaying(false);
      setCode(undefined);
      toSearch();
    },
    onRecalled: () => setDone(undefined),
  });
  const showSale = (detail: SaleDetail): void => {
    change(() => EMPTY);
    setPaying(false);
    setCode(undefined);
    setDone(detail);
    refetchCarts();
    toSearch();
  };
  const choose = (): void => {
    if (waitForCharge()) return;
    setPaying(false);
    setChoosing(true);
    setPane("cart");
    setTimeout(() => finder.current?.focus(), 0);
  };

  const find = useFind({
    waitForCharge,
    onProduct: (product) => {
      setPaying(false);
      put(product);
    },
    onMember: (memberId) => change((before) => ({ ...before, memberId })),
    onMessage: setMessage,
  });
  useScan(SCANS, (scan) => {
    if (waitForCharge()) return true;
    if (scan.kinds.includes("pay")) {
      if (!can("scan_to_pay")) notify.error(t("pay.noCode"));
      else if (!full || due === 0) setMessage(t("sale.saleFrom2.putGoodsBeforePayment"));
      else if (till.scanned === null) {
        setPaying(true);
        setPane("cart");
        setCode(scan.text);
      }
      return true;
    }
    // A coupon's field takes codes while the money is taken.
    if (paying && !scan.kinds.includes("barcode")) return false;
    void find(scan.text);
    return true;
  });
  useTillKeys(root, {
    member: choose,
    quick: () => quickKeys.current?.(),
    hold: () => void (full ? holdCart() : waiting[0] && recall(waiting[0].id)),
    discount: () => till.lines.length > 0 && can("sale_discount") && setDiscounting({ of: undefined }),
    price: () => till.lines.length > 0 && !paying && setPricing(true),
    round: () => {
      if (quote && till.scanned === null && !waitForCharge()) change((before) => ({ ...before, rounding: nextRounding(before, quote) }));
    },
    pay,
    search: () => search.current?.focus(),
    split: () => paying && pane.current?.split(),
    way: (place) => paying && pane.current?.way(place),
    back: () => {
      if (waitForCharge()) return true;
      if (choosing) setChoosing(false);
      else if (code !== undefined) setCode(undefined);
      else if (paying) setPaying(false);
      else return false;
      toSearch();
      return true;
    },
  });
  // A cart that was emptied has nothing to pay, and no code pays the next one.
  useEffect(() => {
    if (full) return;
    setPaying(false);
    setCode(undefined);
  }, [full]);

  const openDisplay = useCustomerDisplay({ till, quote, isWaiting: waits, isOffline, done });
  const countByProduct = new Map(till.lines.map(({ productId, quantity }) => [productId, quantity]));
  return (
    <div ref={root} className="till" data-shown={visiblePane}>
      {(!mobile || visiblePane === "goods") && (
        <div className="till-left">
          <Unsent />
          <ProductGrid
            input={search}
            quickKeys={quickKeys}
            taken={countByProduct}
            items={till.items}
            memberId={till.memberId}
            said={message}
            onSaid={setMessage}
            onPick={put}
            onItem={putItem}
          />
          <footer className="till-foot">
            <TillLegend />
            {!mobile && (
              <CommandButton kind="quiet" icon="screen" onClick={openDisplay}>
                {t("sale.saleFrom2.customerDisplay")}
              </CommandButton>
            )}
          </footer>
        </div>
      )}
      <aside className="panel till-right" aria-label={t("sale.cart")}>
        {mobile && (
          <Button
            block
            size="lg"
            kind={visiblePane === "goods" ? "primary" : "plain"}
            onClick={() => setPane(visiblePane === "goods" ? "cart" : "goods")}
          >
            {visiblePane === "goods"
              ? t("sale.saleFrom2.cartPieces", { count: piecesOf(till), amount: showFen(due) })
              : t("sale.saleFrom2.moreGoods")}
          </Button>
        )}
        {(!mobile || visiblePane === "cart") && (
          <>
            {mayWait && <CartTabs carts={waiting} fresh={!full} onRecall={({ id }) => void recall(id)} onNew={() => void holdCart()} />}
            <Buyer
              memberId={till.memberId}
              choosing={choosing}
              input={finder}
              allowances={isOffline ? allowances : undefined}
              onChoose={choose}
              onMember={(memberId) => {
                if (waitForCharge()) return;
                change((before) => ({ ...before, memberId }));
                setChoosing(false);
                toSearch();
              }}
            />
            {done && !full ? (
              <Done of={done} onPrint={() => setPrinting(true)} onNext={() => setDone(undefined)} />
            ) : paying && full ? (
              <PayPane
                ref={pane}
                till={till}
                due={due}
                quote={quote}
                allowance={allowance}
                waits={waits}
                onRefused={() => void priced.refetch()}
                code={code}
                onCode={setCode}
                onTill={change}
                onDone={showSale}
                onBack={() => {
                  setCode(undefined);
                  setPaying(false);
                  toSearch();
                }}
              />
            ) : (
              <CartPane
                till={till}
                quote={quote}
                waits={waits}
                error={full && !isOffline ? priced.error?.message : undefined}
                couponError={priced.error instanceof ApiError ? priced.error.errors["couponCode"] : undefined}
                onTill={change}
                onDiscount={(of) => setDiscounting({ of })}
                onPrice={() => setPricing(true)}
                onHold={() => void holdCart()}
                onPay={pay}
              />
            )}
            {full && !paying && till.scanned === null && (
              <button type="button" className="link till-clear" onClick={clear}>
                {t("sale.saleFrom2.emptyCart")}
              </button>
            )}
          </>
        )}
      </aside>
      {discounting && (
        <DiscountDialog
          till={till}
          most={quote?.mostDiscount}
          of={discounting.of}
          onTill={change}
          onClose={() => setDiscounting(undefined)}
        />
      )}
      {pricing && <PriceDialog till={till} most={quote?.mostDiscount} onTill={change} onClose={() => setPricing(false)} />}
      {printing && done && (
        <Receipt
          of={done}
          onClose={() => {
            setPrinting(false);
            toSearch();
          }}
        />
      )}
    </div>
  );
}
