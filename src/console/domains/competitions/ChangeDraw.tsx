import { useState } from "react";
import { type DrawView, matches } from "../../../contract/competitions/matches";
import { toError } from "../../api/to-error";
import { useCall } from "../../api/use-call";
import { Modal } from "../../desk/Modal";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { reasonProblem } from "../../ui/form/PanelForm";
import { Picker } from "./use-events";

const NONE = "";

/** Exchanges two entries of a draw, or gives the place of one to a late entry or a lucky loser. */
export function ChangeDraw({
  view,
  how,
  onDone,
  onClose,
}: {
  view: DrawView;
  how: "swap" | "replace";
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const swap = useCall(matches.swapLines);
  const replace = useCall(matches.replaceEntry);
  const [first, setFirst] = useState(NONE);
  const [second, setSecond] = useState(NONE);
  const [reason, setReason] = useState("");
  const [failure, setFailure] = useState<Error>();
  const choose = { id: NONE, title: t({ zh: "请选择", en: "Choose" }) };
  const entrants = view.entrants.map(({ id, name, club }) => ({ id, title: club === "" ? name : `${name}（${club}）` }));
  const late = view.reserves.map(({ id, name, paid }) => ({
    id,
    title: `${name} · ${paid ? t({ zh: "替补，已缴费", en: "late entry, paid" }) : t({ zh: "替补，未缴费", en: "late entry, not paid" })}`,
  }));
  const lucky = view.luckyLosers.map(({ id, name }) => ({ id, title: `${name} · ${t({ zh: "幸运落败者", en: "lucky loser" })}` }));
  const act = (): Promise<unknown> =>
    how === "swap"
      ? swap.run({ eventId: view.eventId, firstId: first, secondId: second, reason: reason.trim() })
      : replace.run({ eventId: view.eventId, outId: first, inId: second, reason: reason.trim() });
  const submit = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await act();
      onDone();
    } catch (error) {
      setFailure(toError(error));
    }
  };
  const incomplete = first === NONE || second === NONE ? t({ zh: "先选两支队伍", en: "Choose two entries" }) : reasonProblem(reason, t);
  const title = how === "swap" ? t({ zh: "交换签位", en: "Swap two lines" }) : t({ zh: "替补", en: "Replace an entry" });
  return (
    <Modal title={title} width={480} onClose={onClose}>
      <form
        className="comp-form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p className="sec">
          {how === "swap"
            ? t({ zh: "两支都还没有比赛才能交换。", en: "Only entries that have not played can change places." })
            : t({
                zh: "替补在“队伍列表”新增：抽签后新增的报名都是替补。未开赛前退出产生的弃权会撤销。",
                en: "Add late entries under Teams: whoever enters after the draw waits for a place. Walkovers of who left before playing are undone.",
              })}
        </p>
        <label className="field-label">
          {how === "swap" ? t({ zh: "第一支", en: "First" }) : t({ zh: "换下", en: "Who goes" })}
          <Picker
            label={how === "swap" ? t({ zh: "第一支", en: "First" }) : t({ zh: "换下", en: "Who goes" })}
            value={first}
            of={[choose, ...entrants]}
            onPick={setFirst}
          />
        </label>
        <label className="field-label">
          {how === "swap" ? t({ zh: "第二支", en: "Second" }) : t({ zh: "替补", en: "Who comes" })}
          <Picker
            label={how === "swap" ? t({ zh: "第二支", en: "Second" }) : t({ zh: "替补", en: "Who comes" })}
            value={second}
            of={[choose, ...(how === "swap" ? entrants.filter(({ id }) => id !== first) : [...late, ...lucky])]}
            onPick={setSecond}
          />
        </label>
        {how === "replace" && late.length + lucky.length === 0 && (
          <p className="notice notice-warn">{t({ zh: "还没有替补。", en: "There are no late entries yet." })}</p>
        )}
        <label className="field-label">
          {t({ zh: "原因（印在对阵表上）", en: "Reason (printed on the sheet)" })}
          <span className="input">
            <input value={reason} maxLength={200} required onChange={(event) => setReason(event.target.value)} />
          </span>
        </label>
        {failure && <Failure>{failure.message}</Failure>}
        <div className="form-foot">
          <Button kind="primary" type="submit" busy={swap.pending || replace.pending} why={incomplete}>
            {how === "swap" ? t({ zh: "交换", en: "Swap" }) : t({ zh: "替换", en: "Replace" })}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </div>
      </form>
    </Modal>
  );
}
