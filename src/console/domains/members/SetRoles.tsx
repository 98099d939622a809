/** Moves many members to another card type: who, a preview, the run, its undo. */
import { Input, Progress } from "antd";
import { useState } from "react";
import { type CardTypeMove, cardTypeMoves } from "../../../contract/members/card-type-moves";
import { members } from "../../../contract/members/members";
import { fen, showFen } from "../../../contract/core/money";
import { cardTypeMove as machine } from "../../../contract/core/states";
import { act } from "../../api/act";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { can } from "../../providers/access-control";
import { AntdScope } from "../../ui/AntdScope";
import { Ask } from "../../ui/Ask";
import { CommandButton } from "../../ui/CommandButton";
import { Failure } from "../../ui/Failure";
import { Icon } from "../../ui/Icon";
import { Money } from "../../ui/Money";
import { Phone } from "../../ui/Phone";
import { SkeletonText } from "../../ui/Skeleton";
import { StatusTag } from "../../ui/StatusTag";
import { LastRuns } from "./LastRuns";
import { isWrong, Labelled, NOBODY, selectionInput, WhoForm, type Wish } from "./WhoForm";
import "./set-roles.css";
import { reasonProblem } from "../../ui/form/PanelForm";

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
  const preview = useRead(cardTypeMoves.preview, selectionInput(wish), { enabled: wish.toId !== undefined, staleTime: 0 });
  const options = (types.data?.content ?? []).map(({ id, name, members: count }) => ({ value: id, label: `${name} · ${count}` }));
  const to = types.data?.content.find(({ id }) => id === wish.toId);
  const free = to !== undefined && fen(to.fee) + fen(to.deposit) > 0;
  const count = preview.data?.count ?? 0;
  const writes = can("card_type_move");
  const wrong = isWrong(wish);

  /** Begins something and continues it, step by step, until it is over. */
  const go = async (begin: () => Promise<CardTypeMove>): Promise<void> => {
    setFailure(undefined);
    setBusy(true);
    try {
      let run = await begin();
      setNow(run);
      while (run.state === "running" || run.state === "undoing") {
        run = await act(cardTypeMoves.step, { id: run.id });
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
  const start = (): void => void go(() => act(cardTypeMoves.start, { ...selectionInput(wish), expected: count, reason: reason.trim() }));

  return (
    <AntdScope>
      <div className="pad">
        <header className="page-head">
          <h1>{t({ zh: "批量设置卡类型", en: "Set card types" })}</h1>
        </header>
        <div className="set-roles">
          <WhoForm wish={wish} options={options} onWish={(change) => setWish({ ...wish, ...change })} />

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
                {free && (
                  <p className="notice">
                    <Icon name="info" />
                    {t(
                      {
                        zh: "“{name}”的办卡费 ¥{fee} 和押金 ¥{deposit} 在这里不收；要收的请在会员页逐位升级",
                        en: "“{name}” has a card fee of ¥{fee} and a deposit of ¥{deposit}: neither is taken here. To take them, upgrade members one by one",
                      },
                      { name: to.name, fee: showFen(fen(to.fee)), deposit: showFen(fen(to.deposit)) },
                    )}
                  </p>
                )}
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
              <CommandButton
                kind="primary"
                busy={busy || preview.isFetching}
                why={
                  wrong
                    ? t({ zh: "请先改正上面的金额", en: "Correct the amount above first" })
                    : count === 0
                      ? t({ zh: "没有符合条件的会员", en: "No members match" })
                      : reasonProblem(reason, t)
                }
                onClick={start}
              >
                {t({ zh: "设置 {count} 位会员", en: "Set {count} members" }, { count })}
              </CommandButton>
            </section>
          )}
          {failure && <Failure>{failure.message}</Failure>}
          {now && <Running run={now} busy={busy} onGo={go} />}

          <LastRuns
            runs={runs.data?.content}
            failure={runs.error}
            busy={busy}
            onUndo={setUndoing}
            onContinue={(id) => void go(() => act(cardTypeMoves.step, { id }))}
          />
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
                    void go(() => act(cardTypeMoves.undo, { id }));
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

/** Shows a run's progress and its stop button. */
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
          <CommandButton kind="quiet" onClick={() => void onGo(() => act(cardTypeMoves.stop, { id: run.id }))}>
            {t({ zh: "停止", en: "Stop" })}
          </CommandButton>
        )}
      </p>
    </section>
  );
}
