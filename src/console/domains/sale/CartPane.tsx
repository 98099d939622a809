import { type RefObject } from "react";
import { members } from "../../../contract/members/members";
import type { Allowance } from "../../../contract/sale/allowances";
import { fen, showFen } from "../../../contract/core/money";
import type { Cart, SaleQuote } from "../../../contract/sale/sale";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { CardOffers } from "../../desk/CardOffers";
import { VenueCoupon } from "../../desk/VenueCoupon";
import { Button } from "../../ui/Button";
import { CommandButton } from "../../ui/CommandButton";
import { CardTypeTag } from "../../ui/CardTypeTag";
import { Failure } from "../../ui/Failure";
import { Icon } from "../../ui/Icon";
import { Kbd } from "../../ui/Kbd";
import { Stepper } from "../../ui/Stepper";
import { When } from "../../ui/When";
import { MemberSearch } from "../../desk/Booker";
import { KeptMembers } from "./offline/KeptMembers";
import { isEmpty, piecesOf, type Till, type TillItem, type TillLine, withItem, withPieces } from "./till";

const MOST = 999;
const MOST_PLACES = 50;

/** Waiting carts, as tabs next to the current one. */
export function CartTabs({
  carts,
  fresh,
  onRecall,
  onNew,
}: {
  carts: readonly Cart[];
  fresh: boolean;
  onRecall: (cart: Cart) => void;
  onNew: () => void;
}) {
  const t = useT();
  return (
    <div className="till-carts" role="group" aria-label={t({ zh: "单子", en: "Carts" })}>
      <button type="button" aria-pressed>
        {t({ zh: "当前单", en: "This cart" })}
      </button>
      {carts.map((cart) => (
        <button key={cart.id} type="button" onClick={() => onRecall(cart)} title={cart.goods}>
          {cart.state === "open" ? t({ zh: "处理中", en: "Open" }) : t({ zh: "挂单", en: "Hung" })} <When at={cart.at} />{" "}
          {cart.remark || cart.memberName || showFen(fen(cart.total))}
        </button>
      ))}
      <Button
        kind="quiet"
        icon="plus"
        aria-label={t({ zh: "挂起当前单，另开一单", en: "Hang this cart, begin another" })}
        why={fresh ? t({ zh: "当前单是空的，直接用它", en: "This cart is empty: use it" }) : undefined}
        whyInTooltip
        onClick={onNew}
      />
    </div>
  );
}

/** Shows the buyer: found by F2; balances, cards, and the discount of the level. */
export function Buyer({
  memberId,
  choosing,
  input,
  allowances,
  onMember,
  onChoose,
}: {
  memberId: string | null;
  /** Without the server: of whom this till may take what. */
  allowances: readonly Allowance[] | undefined;
  choosing: boolean;
  input: RefObject<HTMLInputElement | null>;
  onMember: (id: string | null) => void;
  onChoose: () => void;
}) {
  const t = useT();
  const member = useRead(members.view, { id: memberId ?? "" }, { enabled: memberId !== null && allowances === undefined });
  const allowance = allowances?.find((one) => one.memberId === memberId);
  if (choosing)
    return (
      <div className="till-buyer till-finding">
        {allowances ? (
          <KeptMembers input={input} of={allowances} onPick={onMember} />
        ) : (
          <MemberSearch input={input} onPick={(picked) => onMember(picked.id)} />
        )}
      </div>
    );
  if (memberId === null)
    return (
      <button type="button" className="till-buyer till-walk-in" aria-keyshortcuts="F2" onClick={onChoose}>
        <Icon name="person" />
        <span className="grow">{t({ zh: "散客", en: "Walk-in" })}</span>
        <span className="link">
          {t({ zh: "选会员", en: "Choose a member" })} <Kbd>F2</Kbd>
        </span>
      </button>
    );
  const { data } = member;
  return (
    <div className="till-buyer">
      {allowances ? (
        <span className="grow">
          <b>{allowance?.memberName ?? data?.name ?? t({ zh: "会员", en: "Member" })}</b>
          <small>
            {t(
              { zh: "断网：按原价，最多可扣余额 {left}", en: "No network: list prices, up to {left} of the balance" },
              { left: showFen(fen(allowance?.left ?? "0.00")) },
            )}
          </small>
        </span>
      ) : data ? (
        <>
          <span className="till-face" aria-hidden>
            {data.name.slice(0, 1)}
          </span>
          <span className="grow">
            <b className="row">
              {data.name} <CardTypeTag style={data.cardTypeColour}>{data.cardTypeName}</CardTypeTag>
            </b>
            <small>
              {t(
                { zh: "本金 {principal} · 赠送 {gift} · 次卡 {cards} 张", en: "Principal {principal} · gift {gift} · {cards} cards" },
                { principal: showFen(fen(data.principal)), gift: showFen(fen(data.gift)), cards: data.packageCards },
              )}
            </small>
          </span>
        </>
      ) : (
        <span className="grow">{member.error ? member.error.message : t("ui.loading")}</span>
      )}
      <button type="button" className="link" aria-keyshortcuts="F2" onClick={onChoose}>
        {t({ zh: "更换", en: "Change" })}
      </button>
      <Button kind="quiet" icon="close" aria-label={t({ zh: "改为散客", en: "Make it a walk-in" })} onClick={() => onMember(null)} />
    </div>
  );
}

/** The cart: pieces, prices of this buyer, discounts by hand, the total. */
export function CartPane({
  till,
  quote,
  waits,
  error,
  couponError,
  onTill,
  onDiscount,
  onHang,
  onPay,
}: {
  till: Till;
  quote: SaleQuote | undefined;
  waits: boolean;
  error: string | undefined;
  /** Why the coupon can't be used. */
  couponError: string | undefined;
  onTill: (change: (before: Till) => Till) => void;
  onDiscount: (productId?: string) => void;
  onHang: () => void;
  onPay: () => void;
}) {
  const t = useT();
  const mayDiscount = useCan("sale_discount");
  const pieces = piecesOf(till);
  const empty = isEmpty(till);
  const whyEmpty = empty ? t({ zh: "扫商品条码，或点左边的商品开始", en: "Scan a product, or tap one" }) : undefined;
  const deposits = quote?.items.filter(({ kind }) => kind === "deposit") ?? [];
  const off = quote ? fen(quote.discount) : 0;
  const due = quote ? fen(quote.due) : 0;
  return (
    <div className="panel-form">
      <div className="bd">
        {empty ? (
          <p className="till-empty">{whyEmpty}</p>
        ) : (
          <ul className="till-lines" aria-label={t({ zh: "购物车", en: "Cart" })}>
            {till.lines.map((line) => (
              <Line
                key={line.productId}
                line={line}
                quote={quote}
                onQuantity={(quantity) => onTill((before) => withPieces(before, line, () => quantity))}
                onDiscount={mayDiscount ? () => onDiscount(line.productId) : undefined}
              />
            ))}
            {till.items.map((item) => (
              <Item
                key={`${item.kind} ${item.of ?? ""}`}
                item={item}
                priced={quote?.items.find(({ kind, of }) => kind === item.kind && of === item.of)}
                onQuantity={(quantity) => onTill((before) => withItem(before, item, quantity))}
              />
            ))}
            {deposits.map(({ of, name, quantity, total }) => (
              <li key={`deposit ${of ?? ""}`}>
                <span className="till-what">
                  <b>{name}</b>
                  <small>{t({ zh: "归还时退", en: "given back on return" })}</small>
                </span>
                <span>× {quantity}</span>
                <span className="till-am">{showFen(fen(total))}</span>
              </li>
            ))}
          </ul>
        )}
        <CardOffers
          offers={quote?.cards ?? []}
          without={till.withoutCards}
          onWithout={(withoutCards) => onTill((before) => ({ ...before, withoutCards }))}
        />
        {till.lines.length > 0 && (
          <VenueCoupon
            memberId={till.memberId ?? undefined}
            goodFor="product"
            code={till.couponCode}
            error={couponError}
            onCode={(couponCode) => onTill((before) => ({ ...before, couponCode }))}
          />
        )}
        {error !== undefined && couponError === undefined && <Failure>{error}</Failure>}
      </div>
      <footer className="ft">
        <dl className="till-sums">
          <div>
            <dt>{t({ zh: "{count} 件，小计", en: "{count} pieces, subtotal" }, { count: pieces })}</dt>
            <dd>{showFen(due + off)}</dd>
          </div>
          {off > 0 && (
            <div className="till-off">
              <dt>
                {t({ zh: "优惠", en: "Discounts" })}
                {till.discount.reason !== "" && ` · ${till.discount.reason}`}
              </dt>
              <dd>{showFen(-off)}</dd>
            </div>
          )}
        </dl>
        <div className={waits ? "till-due stale" : "till-due"} aria-live="polite">
          <span>{t({ zh: "应收", en: "To pay" })}</span>
          <b>
            <small>¥</small>
            {showFen(due)}
          </b>
        </div>
        <div className="till-acts">
          <CommandButton size="lg" onClick={onHang} why={whyEmpty} whyInTooltip aria-keyshortcuts="F4">
            {t({ zh: "挂单", en: "Hang" })}
          </CommandButton>
          {mayDiscount && (
            <CommandButton
              size="lg"
              onClick={() => onDiscount()}
              why={
                whyEmpty ??
                (till.lines.length === 0 ? t({ zh: "这单没有可优惠的商品", en: "This cart has no goods to discount" }) : undefined)
              }
              whyInTooltip
              aria-keyshortcuts="F8"
            >
              {t({ zh: "优惠", en: "Discount" })}
            </CommandButton>
          )}
          <CommandButton kind="primary" size="lg" onClick={onPay} why={whyEmpty} whyInTooltip aria-keyshortcuts="F9">
            {t({ zh: "收款 ¥{amount}", en: "Pay ¥{amount}" }, { amount: showFen(due) })} <Kbd>F9</Kbd>
          </CommandButton>
        </div>
      </footer>
    </div>
  );
}

function Line({
  line,
  quote,
  onQuantity,
  onDiscount,
}: {
  line: TillLine;
  quote: SaleQuote | undefined;
  onQuantity: (quantity: number) => void;
  onDiscount: (() => void) | undefined;
}) {
  const t = useT();
  const priced = quote?.lines.find(({ productId }) => productId === line.productId);
  const off = priced ? fen(priced.discount) : 0;
  const text = (
    <small>
      {showFen(fen(line.price))}
      {off > 0 && <em> {t({ zh: "优惠 {amount}", en: "off {amount}" }, { amount: showFen(-off) })}</em>}
    </small>
  );
  return (
    <li>
      <span className="till-what">
        <b>{line.name}</b>
        {onDiscount ? (
          <button type="button" className="till-line-off" title={t({ zh: "单品优惠", en: "Discount of this line" })} onClick={onDiscount}>
            {text}
          </button>
        ) : (
          text
        )}
      </span>
      <Stepper value={line.quantity} min={0} max={Math.min(MOST, line.left ?? MOST)} label={line.name} onValue={onQuantity} />
      <span className="till-am">{priced ? showFen(fen(priced.total)) : "…"}</span>
    </li>
  );
}

function Item({
  item,
  priced,
  onQuantity,
}: {
  item: TillItem;
  priced: SaleQuote["items"][number] | undefined;
  onQuantity: (quantity: number) => void;
}) {
  const t = useT();
  const several = item.kind === "session" ? MOST_PLACES : 1;
  return (
    <li>
      <span className="till-what">
        <b>{item.name}</b>
        <small>
          {showFen(fen(item.price))}
          {priced?.cards.map(({ holdingId, name, uses }) => (
            <em key={holdingId}> {t({ zh: "{name} 用 {uses} 次", en: "{name}, uses {uses}" }, { name, uses })}</em>
          ))}
        </small>
      </span>
      <Stepper value={item.quantity} min={0} max={several} label={item.name} onValue={onQuantity} />
      <span className="till-am">{priced === undefined ? "…" : showFen(fen(priced.total))}</span>
    </li>
  );
}
