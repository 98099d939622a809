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
          <h1>{t("members.setRoles.setCardTypes")}</h1>
        </header>
        <div className="set-roles">
          <WhoForm wish={wish} options={options} onWish={(change) => setWish({ ...wish, ...change })} />

          <section aria-label={t("members.setRoles.preview")} aria-live="polite">
            <h2>{t("members.setRoles.preview")}</h2>
            {wish.toId === undefined ? (
              <p className="sec">{t("members.setRoles.chooseCardTypeSet")}</p>
            ) : preview.error ? (
              <Failure>{preview.error.message}</Failure>
            ) : !preview.data ? (
              <SkeletonText lines={3} label={t("ui.loading")} />
            ) : (
              <>
                {free && (
                  <p className="notice">
                    <Icon name="info" />
                    {t("members.setRoles.cardFeeDepositNeither", {
                      name: to.name,
                      fee: showFen(fen(to.fee)),
                      deposit: showFen(fen(to.deposit)),
                    })}
                  </p>
                )}
                <p>
                  <b>{t("members.setRoles.membersFit", { count })}</b>{" "}
                  <span className="sec">{preview.data.byType.map(({ name, count: some }) => `${name} ${some}`).join(t("list.and"))}</span>
                </p>
                {count > 0 && (
                  <table className="set-roles-table">
                    <thead>
                      <tr>
                        <th scope="col">{t("members.fullName")}</th>
                        <th scope="col">{t("members.cardNo")}</th>
                        <th scope="col" className="m-hide">
                          {t("members.setRoles.mobile")}
                        </th>
                        <th scope="col">{t("members.setRoles.now")}</th>
                        <th scope="col" className="num">
                          {t("members.setRoles.spent")}
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
                  <p className="sec">{t("members.setRoles.whoSpentMost", { count: preview.data.first.length })}</p>
                )}
              </>
            )}
          </section>

          {writes && (
            <section aria-label={t("members.setRoles.run")} className="set-roles-run">
              <Labelled label={t("ui.reason")} need>
                <Input aria-label={t("ui.reason")} maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
              </Labelled>
              <CommandButton
                kind="primary"
                busy={busy || preview.isFetching}
                why={
                  wrong
                    ? t("members.setRoles.correctAmountAboveFirst")
                    : count === 0
                      ? t("members.setRoles.noMembersMatch")
                      : reasonProblem(reason, t)
                }
                onClick={start}
              >
                {t("members.setRoles.setMembers", { count })}
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
              title={t("members.setRoles.undoRun")}
              onClose={() => setUndoing(undefined)}
              answers={[
                { title: t("common.cancel"), act: () => setUndoing(undefined) },
                {
                  title: t("common.undo"),
                  kind: "danger",
                  act: () => {
                    const { id } = undoing;
                    setUndoing(undefined);
                    void go(() => act(cardTypeMoves.undo, { id }));
                  },
                },
              ]}
            >
              {t("members.setRoles.membersGetBackTheir", { count: undoing.moved })}
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
    <section aria-label={t("members.setRoles.progress")} aria-live="polite">
      <Progress
        percent={percent}
        aria-label={t("members.setRoles.progress")}
        {...(run.state === "done" || run.state === "undone" ? { status: "success" as const } : {})}
      />
      <p>
        <StatusTag tone={machine.labels[run.state].tone}>{t(machine.labels[run.state])}</StatusTag>{" "}
        {t("members.setRoles.setHadChangedStay", { through: run.through, total: run.total, moved: run.moved, left: run.left })}{" "}
        {busy && run.state === "running" && (
          <CommandButton kind="quiet" onClick={() => void onGo(() => act(cardTypeMoves.stop, { id: run.id }))}>
            {t("members.setRoles.stop")}
          </CommandButton>
        )}
      </p>
    </section>
  );
}
