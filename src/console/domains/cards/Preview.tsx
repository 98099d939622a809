/** Preview of an action on a member's card, above its fields: uses before and after, money line by line. */
import { useEffect, useRef } from "react";
import { cards } from "../../../contract/cards/cards";
import { yuan } from "../../../contract/core/money";
import { useRead } from "../../api/use-read";
import { useSettled } from "../../api/use-settled";
import { readAmount } from "../../desk/payments";
import { useT } from "../../i18n/use-t";
import type { PreviewProps } from "../../resource/parts";
import { BeforeAfter } from "../../ui/BeforeAfter";
import { Failure } from "../../ui/Failure";
import { Money } from "../../ui/Money";
import { SkeletonText } from "../../ui/Skeleton";
import "./cards.css";

const count = (value: unknown): number => (typeof value === "number" ? value : 0);

function Uses({ row, by }: { row: PreviewProps["row"]; by: number }) {
  const t = useT();
  const left = row["left"];
  if (typeof left !== "number") return <p className="sec">{t("cards.preview.periodCardCountsNo")}</p>;
  return <BeforeAfter rows={[{ label: t("cards.preview.timesLeft"), before: left, after: left + by, short: left + by < 0 }]} />;
}
export const RedeemPreview = ({ row, values }: PreviewProps) => <Uses row={row} by={-count(values["uses"])} />;
export function AddPreview({ row, values }: PreviewProps) {
  const amount = readAmount(typeof values["amount"] === "string" ? values["amount"] : "");
  const [settled] = useSettled(amount === undefined ? undefined : yuan(amount));
  return (
    <>
      <Uses row={row} by={count(values["extra"])} />
      {settled !== undefined && settled !== "0.00" && <Lines row={row} action="addTimes" more={{ amount: settled }} />}
    </>
  );
}

function Lines({
  row,
  action,
  more,
  held,
  fills,
  onValue,
}: {
  row: PreviewProps["row"];
  action: "addTimes" | "transfer" | "exchange" | "refund";
  /** Further input that the figures depend on. */
  more?: { readonly into?: string; readonly to?: string; readonly amount?: string };
  /** The field that is filled with the figure of the same name, and what it holds now. */
  fills?: "due" | "back";
  held?: unknown;
  onValue?: PreviewProps["onValue"];
}) {
  const t = useT();
  const read = useRead(cards.preview, { holdingId: row.id, action, ...more }, { staleTime: 0 });
  const { data } = read;
  const figure = data && fills && data[fills];
  const filled = useRef<string>(undefined);
  useEffect(() => {
    // A value that a person typed over it is preserved, even if the figure changes meanwhile.
    if (figure === undefined || fills === undefined || (filled.current !== undefined && held !== filled.current)) return;
    filled.current = figure;
    onValue?.(fills, figure);
    // Typing is no reason to fill it again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [figure]);
  if (read.error) return <Failure>{read.error.message}</Failure>;
  if (!data) return <SkeletonText lines={3} label={t("ui.loading")} />;
  return (
    <>
      <dl className="card-lines" aria-label={t("cards.preview.preview")}>
        {data.lines.map(({ what, amount }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <Money value={amount} />
            </dd>
          </div>
        ))}
      </dl>
      {data.note !== "" && <p className="sec">{data.note}</p>}
    </>
  );
}
export function TransferPreview({ row, values }: PreviewProps) {
  const to = values["to"];
  return <Lines row={row} action="transfer" {...(typeof to === "string" && to !== "" ? { more: { to } } : {})} />;
}
export const RefundPreview = ({ row, values, onValue }: PreviewProps) => (
  <Lines row={row} action="refund" fills="back" held={values["back"]} onValue={onValue} />
);
export function ExchangePreview({ row, values, onValue }: PreviewProps) {
  const into = values["into"];
  if (typeof into !== "string") return null;
  return <Lines key={into} row={row} action="exchange" more={{ into }} fills="due" held={values["due"]} onValue={onValue} />;
}
