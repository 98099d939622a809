/** Moves many members to another card type: who, a preview, the run, its undo. */
import { Input, InputNumber, Progress, Select } from "antd";
import { useState, type ReactNode } from "react";
import { type CardTypeMove, cardTypeMoves } from "../../../contract/cardTypeMoves";
import { members } from "../../../contract/members";
import { cardTypeMove as machine } from "../../../contract/states";
import { invoke } from "../../api/invoke";
import { useRead } from "../../api/useRead";
import { useT } from "../../i18n/useT";
import { can } from "../../session/store";
import { AntdScope } from "../../ui/AntdScope";
import { Ask } from "../../ui/Ask";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { Money } from "../../ui/Money";
import { Phone } from "../../ui/Phone";
import { SkeletonText } from "../../ui/Skeleton";
import { StatusTag } from "../../ui/StatusTag";
import { When } from "../../ui/When";
import "./setRoles.css";

interface Wish {
  readonly toId?: string;
  readonly fromIds: readonly string[];
  readonly tags: readonly string[];
  readonly spentFrom: string;
  readonly spentTo: string;
  readonly absentDays: number | null;
}
const NOBODY: Wish = { fromIds: [], tags: [], spentFrom: "", spentTo: "", absentDays: null };
const YUAN = /^\d+(\.\d{1,2})?$/;
const amount = (text: string): string | undefined => (YUAN.test(text.trim()) ? text.trim() : undefined);

/** A wish as the calls take it. */
const wanted = ({ toId, fromIds, tags, spentFrom, spentTo, absentDays }: Wish) => ({
  toId: toId ?? "",
  ...(fromIds.length > 0 ? { fromIds: fromIds.join(",") } : {}),
  ...(tags.length > 0 ? { tags: tags.join(",") } : {}),
  ...(amount(spentFrom) === undefined ? {} : { spentFrom: amount(spentFrom) }),
  ...(amount(spentTo) === undefined ? {} : { spentTo: amount(spentTo) }),
  ...(absentDays === null ? {} : { absentDays }),
});

export function SetRoles() {
  const t = useT();
  const types = useRead(members.cardTypes, {}, { staleTime: 60_000 });
  const runs = useRead(cardTypeMoves.list, {}, { staleTime: 0 });
  const [wish, setWish] = useState<Wish>(NOBODY);
  const [reason, setReason] = useState("");
  const [now, setNow] = useState<CardTypeMove>();
  const [failure, setFailure] = useState<Error>();
  const [busy, setBusy] = useState(false);
  const [undoing, setUndoing] = useState<CardTypeMove>();
  const preview = useRead(cardTypeMoves.preview, wanted(wish), { enabled: wish.toId !== undefined, staleTime: 0 });
  const set = (change: Partial<Wish>): void => setWish({ ...wish, ...change });
  const options = (types.data?.content ?? []).map(({ id, name, members: count }) => ({ value: id, label: `${name} · ${count}` }));
  const count = preview.data?.count ?? 0;
  const writes = can("card_type_move");
  const wrong = [wish.spentFrom, wish.spentTo].some((text) => text.trim() !== "" && amount(text) === undefined);

  /** Begins something and continues it, step by step, until it is over. */
  const go = async (begin: () => Promise<CardTypeMove>): Promise<void> => {
    setFailure(undefined);
    setBusy(true);
    try {
      let run = await begin();
      setNow(run);
      while (run.state === "running" || run.state === "undoing") {
        run = await invoke(cardTypeMoves.step, { id: run.id });
        setNow(run);
      }
      setReason("");
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    } finally {
      setBusy(false);
      void runs.refetch();
      void types.refetch();
      if (wish.toId !== undefined) void preview.refetch();
    }
  };
  const start = (): void => void go(() => invoke(cardTypeMoves.start, { ...wanted(wish), expected: count, reason: reason.trim() }));

  return (
    <AntdScope>
      <div className="pad">
        <header className="page-head">
          <h1>{t({ zh: "批量设置卡类型", en: "Set roles" })}</h1>
        </header>
        <div className="set-roles">
          <section aria-label={t({ zh: "条件", en: "Who" })} className="set-roles-form">
            <Labelled label={t({ zh: "改为", en: "Set to" })} need>
              <Select
                aria-label={t({ zh: "改为", en: "Set to" })}
                value={wish.toId ?? null}
                options={options}
                onChange={(toId: string) => set({ toId })}
              />
            </Labelled>
            <Labelled label={t({ zh: "现在的卡类型", en: "Card type now" })}>
              <Select
                aria-label={t({ zh: "现在的卡类型", en: "Card type now" })}
                mode="multiple"
                allowClear
                placeholder={t({ zh: "全部", en: "All" })}
                value={[...wish.fromIds]}
                options={options.filter(({ value }) => value !== wish.toId)}
                onChange={(fromIds: string[]) => set({ fromIds })}
              />
            </Labelled>
            <Labelled label={t({ zh: "累计消费 ≥", en: "Spent ≥" })}>
              <Input
                aria-label={t({ zh: "累计消费 ≥", en: "Spent ≥" })}
                prefix="¥"
                inputMode="decimal"
                value={wish.spentFrom}
                onChange={(event) => set({ spentFrom: event.target.value })}
              />
            </Labelled>
            <Labelled label={t({ zh: "累计消费 ≤", en: "Spent ≤" })}>
              <Input
                aria-label={t({ zh: "累计消费 ≤", en: "Spent ≤" })}
                prefix="¥"
                inputMode="decimal"
                value={wish.spentTo}
                onChange={(event) => set({ spentTo: event.target.value })}
              />
            </Labelled>
            <Labelled label={t({ zh: "多少天未到访", en: "Not seen for (days)" })}>
              <InputNumber
                aria-label={t({ zh: "多少天未到访", en: "Not seen for (days)" })}
                min={1}
                max={3650}
                precision={0}
                style={{ width: "100%" }}
                value={wish.absentDays}
                onChange={(absentDays) => set({ absentDays })}
              />
            </Labelled>
            <Labelled label={t({ zh: "标签", en: "Tags" })}>
              <Select
                aria-label={t({ zh: "标签", en: "Tags" })}
                mode="tags"
                open={false}
                suffixIcon={null}
                tokenSeparators={[",", "，", "、"]}
                value={[...wish.tags]}
                onChange={(tags: string[]) => set({ tags })}
              />
            </Labelled>
            {wrong && (
              <p className="field-error">
                {t({ zh: "累计消费要填金额，如 1000 或 99.50", en: "Spent must be an amount, like 1000 or 99.50" })}
              </p>
            )}
          </section>

          <section aria-label={t({ zh: "预览", en: "Preview" })} aria-live="polite">
            <h2>{t({ zh: "预览", en: "Preview" })}</h2>
            {wish.toId === undefined ? (
              <p className="sec">{t({ zh: "先选择要改为哪种卡类型", en: "Choose the card type to set first" })}</p>
            ) : preview.error ? (
              <Failure>{preview.error.message}</Failure>
            ) : !preview.data ? (
              <SkeletonText lines={3} label={t("ui.loading")} />
            ) : (
              <>
                <p>
                  <b>{t({ zh: "{count} 位会员符合", en: "{count} members fit" }, { count })}</b>{" "}
                  <span className="sec">{preview.data.byType.map(({ name, count: some }) => `${name} ${some}`).join(t("list.and"))}</span>
                </p>
                {count > 0 && (
                  <table className="set-roles-table">
                    <thead>
                      <tr>
                        <th scope="col">{t({ zh: "姓名", en: "Name" })}</th>
                        <th scope="col">{t({ zh: "卡号", en: "Card no." })}</th>
                        <th scope="col" className="m-hide">
                          {t({ zh: "手机号", en: "Mobile" })}
                        </th>
                        <th scope="col">{t({ zh: "现在", en: "Now" })}</th>
                        <th scope="col" className="num">
                          {t({ zh: "累计消费", en: "Spent" })}
                        </th>
                      </tr>
                    </thead>
                    <tbody>
                      {preview.data.first.map((one) => (
                        <tr key={one.id}>
                          <td>{one.name}</td>
                          <td>{one.cardNo}</td>
                          <td className="m-hide">
                            <Phone value={one.phone} />
                          </td>
                          <td>{one.typeName}</td>
                          <td className="num">
                            <Money value={one.spent} />
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                )}
                {count > preview.data.first.length && (
                  <p className="sec">
                    {t({ zh: "只列出消费最多的 {count} 位", en: "The {count} who spent most" }, { count: preview.data.first.length })}
                  </p>
                )}
              </>
            )}
          </section>

          {writes && (
            <section aria-label={t({ zh: "执行", en: "Run" })} className="set-roles-run">
              <Labelled label={t({ zh: "原因", en: "Reason" })} need>
                <Input
                  aria-label={t({ zh: "原因", en: "Reason" })}
                  maxLength={200}
                  value={reason}
                  onChange={(event) => setReason(event.target.value)}
                />
              </Labelled>
              <Button
                kind="primary"
                busy={busy}
                disabled={count === 0 || wrong || preview.isFetching || reason.trim().length < 2}
                onClick={start}
              >
                {t({ zh: "设置 {count} 位会员", en: "Set {count} members" }, { count })}
              </Button>
            </section>
          )}
          {failure && <Failure>{failure.message}</Failure>}
          {now && <Running run={now} busy={busy} onGo={go} />}

          <section aria-label={t({ zh: "最近的批量设置", en: "Last runs" })}>
            <h2>{t({ zh: "最近的批量设置", en: "Last runs" })}</h2>
            {runs.error && <Failure>{runs.error.message}</Failure>}
            {runs.data?.content.length === 0 && <p className="sec">{t({ zh: "还没有批量设置过", en: "Nothing was run yet" })}</p>}
            {(runs.data?.content.length ?? 0) > 0 && (
              <div className="set-roles-scroll">
                <table className="set-roles-table">
                  <thead>
                    <tr>
                      <th scope="col">{t({ zh: "时间", en: "Time" })}</th>
                      <th scope="col">{t({ zh: "改为", en: "Set to" })}</th>
                      <th scope="col">{t({ zh: "状态", en: "State" })}</th>
                      <th scope="col" className="num">
                        {t({ zh: "已改 / 共", en: "Set / all" })}
                      </th>
                      <th scope="col">{t({ zh: "原因", en: "Reason" })}</th>
                      <th scope="col">{t({ zh: "经办", en: "Operator" })}</th>
                      <th scope="col">
                        <span className="sr">{t({ zh: "操作", en: "Actions" })}</span>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {runs.data?.content.map((run) => (
                      <tr key={run.id}>
                        <td>
                          <When at={run.at} />
                        </td>
                        <td>{run.toName}</td>
                        <td>
                          <StatusTag tone={machine.labels[run.state].tone}>{t(machine.labels[run.state])}</StatusTag>
                        </td>
                        <td className="num">
                          {run.moved} / {run.total}
                        </td>
                        <td>{run.reason}</td>
                        <td>{run.operator}</td>
                        <td className="num">
                          {writes && machine.table[run.state] && "undo" in machine.table[run.state] && (
                            <Button kind="quiet" disabled={busy} onClick={() => setUndoing(run)}>
                              {t({ zh: "撤销", en: "Undo" })}
                            </Button>
                          )}
                          {writes && !busy && (run.state === "running" || run.state === "undoing") && (
                            <Button kind="quiet" onClick={() => void go(() => invoke(cardTypeMoves.step, { id: run.id }))}>
                              {t({ zh: "继续", en: "Go on" })}
                            </Button>
                          )}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </section>
          {undoing && (
            <Ask
              title={t({ zh: "撤销这次批量设置？", en: "Undo this run?" })}
              onClose={() => setUndoing(undefined)}
              answers={[
                { title: t("common.cancel"), act: () => setUndoing(undefined) },
                {
                  title: t({ zh: "撤销", en: "Undo" }),
                  kind: "danger",
                  act: () => {
                    const { id } = undoing;
                    setUndoing(undefined);
                    void go(() => invoke(cardTypeMoves.undo, { id }));
                  },
                },
              ]}
            >
              {t(
                {
                  zh: "{count} 位会员恢复原来的卡类型；之后又改过的保持不变。",
                  en: "{count} members get back their card type; those changed since stay as they are.",
                },
                { count: undoing.moved },
              )}
            </Ask>
          )}
        </div>
      </div>
    </AntdScope>
  );
}

/** How far a run is, and its stop. */
function Running({ run, busy, onGo }: { run: CardTypeMove; busy: boolean; onGo: (begin: () => Promise<CardTypeMove>) => Promise<void> }) {
  const t = useT();
  const percent = Math.round((run.through / run.total) * 100);
  return (
    <section aria-label={t({ zh: "进度", en: "Progress" })} aria-live="polite">
      <Progress
        percent={percent}
        aria-label={t({ zh: "进度", en: "Progress" })}
        {...(run.state === "done" || run.state === "undone" ? { status: "success" as const } : {})}
      />
      <p>
        <StatusTag tone={machine.labels[run.state].tone}>{t(machine.labels[run.state])}</StatusTag>{" "}
        {t(
          {
            zh: "{through} / {total}，已改 {moved} 位，{left} 位已另行改过、保持不变",
            en: "{through} of {total}: {moved} set, {left} had changed and stay as they are",
          },
          { through: run.through, total: run.total, moved: run.moved, left: run.left },
        )}{" "}
        {busy && run.state === "running" && (
          <Button kind="quiet" onClick={() => void onGo(() => invoke(cardTypeMoves.stop, { id: run.id }))}>
            {t({ zh: "停止", en: "Stop" })}
          </Button>
        )}
      </p>
    </section>
  );
}

function Labelled({ label, need = false, children }: { label: string; need?: boolean; children: ReactNode }) {
  return (
    <div>
      <span className="field-label" aria-hidden="true">
        {label}
        {need && " *"}
      </span>
      {children}
    </div>
  );
}
