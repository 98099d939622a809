/** Additions to the derived records of products and suppliers: member prices, and links to the rows behind the figures. */
import { Link } from "react-router";
import { cardTypes, goodsPercent } from "../../../contract/members/card-types";
import { fen, percentOf, showFen } from "../../../contract/core/money";
import { callsOf } from "../../../contract/core/resource/calls";
import { stock } from "../../../contract/stock/stock";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import type { AnyRow, Parts } from "../../resource/parts";
import { useCan } from "../../providers/access-control";

/** Shows the product's price for the members of each card, as the checkout computes it. */
function LevelPrices({ price, classId }: { price: string; classId: string }) {
  const t = useT();
  const { data } = useRead(callsOf(cardTypes).list, {});
  const { data: classes } = useRead(stock.classes, {});
  const levels = data?.content ?? [];
  if (levels.length === 0 || !classes) return null;
  const parentId = classes.content.find(({ id }) => id === classId)?.parentId ?? null;
  const priced = levels.map((level) => ({ ...level, percent: goodsPercent(level, { classId, parentId }) }));
  return (
    <section>
      <h3 className="record-group">{t("stock.product.pricesMembers")}</h3>
      <dl className="record-fields">
        {priced.map(({ id, name, percent }) => (
          <div key={id}>
            <dt>
              {name} · {percent} %
            </dt>
            <dd>{showFen(percentOf(fen(price), percent))}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function ProductRecord({ row }: { readonly row: AnyRow }) {
  const t = useT();
  const levels = useCan("vip_discount_set_list");
  const moves = useCan("stock_report");
  const canSeeSales = useCan("sale_list_detail");
  return (
    <>
      {levels && <LevelPrices price={String(row["price"])} classId={String(row["class"])} />}
      <p className="record-acts">
        {moves && <Link to={`/finance/stock-movement-list?product=${row.id}`}>{t("stock.product.stockMovements")}</Link>}
        {canSeeSales && <Link to={`/sale/sale-list-detail?product=${row.id}`}>{t("stock.product.saleDetails")}</Link>}
      </p>
    </>
  );
}

function SupplierRecord({ row }: { readonly row: AnyRow }) {
  const t = useT();
  return (
    <p className="record-acts">
      <Link to={`/product/enter-stock-list?supplier=${row.id}`}>{t("stock.product.receipts")}</Link>
    </p>
  );
}

export const productParts: Parts = { record: ProductRecord };
export const supplierParts: Parts = { record: SupplierRecord };
