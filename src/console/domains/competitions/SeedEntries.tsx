/** Seeds the entries of an event by a ranking list or by their own past results; the organiser reviews the order before saving it. */
import { useState } from "react";
import type { DrawView } from "../../../contract/competitions/matches";
import { type Seeding, seeding } from "../../../contract/competitions/seeding";
import { readNumber } from "../../../contract/core/typed/number";
import { byPast, byRanking } from "../../../engine/seeding";
import { toError } from "../../api/to-error";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { Modal } from "../../desk/Modal";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { ErrorState } from "../../ui/ErrorState";
import { Failure } from "../../ui/Failure";
import { FieldProblem } from "../../ui/FieldProblem";
import { notify } from "../../ui/notices";
import { SkeletonText } from "../../ui/Skeleton";
import { cellsOf, readRanking } from "./ranking-text";
import { Picker } from "./use-events";

type Source = "ranking" | "past";
type Entry = Seeding["entries"][number];

export function SeedEntries({ view, onClose }: { view: DrawView; onClose: () => void }) {
  const t = useT();
  const { data, error, refetch } = useRead(seeding.view, { eventId: view.eventId });
  return (
    <Modal title={t("competitions.seeding.title")} width={720} onClose={onClose}>
      {error && <ErrorState what={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonText lines={6} label={t("ui.loading")} />}
      {data && (
        <Seeds
          eventId={view.eventId}
          data={data}
          isQualifying={view.format === "qualifying"}
          again={() => void refetch()}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

function Seeds({
  eventId,
  data,
  isQualifying,
  again,
  onClose,
}: {
  eventId: string;
  data: Seeding;
  isQualifying: boolean;
  again: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const save = useCall(seeding.save);
  const [source, setSource] = useState<Source>(data.rows === 0 && data.entries.some(({ past }) => past !== null) ? "past" : "ranking");
  const [direct, setDirect] = useState("");
  const [failure, setFailure] = useState<Error>();
  const order: readonly Entry[] = source === "ranking" ? byRanking(data.entries) : byPast(data.entries);
  const others = data.entries.filter((entry) => !order.includes(entry));
  const count = Math.min(data.seeds, order.length, 32);
  const main = readNumber(direct, { min: 0, max: data.entries.length });
  const split = isQualifying && direct.trim() !== "" ? main.value : undefined;
  const submit = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await save.run({
        eventId,
        ids: order.slice(0, count).map(({ id }) => id),
        ...(split === undefined ? {} : { qualifyingIds: [...order, ...others].slice(split).map(({ id }) => id) }),
      });
      notify.success(t("competitions.seeding.saved", { count }));
      onClose();
    } catch (error) {
      setFailure(toError(error));
    }
  };
  const why =
    data.seeds === 0
      ? t("competitions.seeding.noSeeds")
      : order.length === 0
        ? t("competitions.seeding.nobody")
        : isQualifying && main.problem && direct.trim() !== ""
          ? t(main.problem)
          : undefined;
  return (
    <div className="comp-form">
      <div className="comp-bar">
        <Picker
          label={t("competitions.seeding.source")}
          value={source}
          of={[
            { id: "ranking", title: t("competitions.seeding.ranking") },
            { id: "past", title: t("competitions.seeding.past") },
          ]}
          onPick={(id) => setSource(id === "past" ? "past" : "ranking")}
        />
        <span className="sec">
          {source === "ranking" ? t("competitions.seeding.rankingMeaning") : t("competitions.seeding.pastMeaning")}
        </span>
      </div>
      {source === "ranking" && <RankingList eventId={eventId} data={data} again={again} />}
      <Order order={order} others={others} count={count} source={source} />
      {isQualifying && (
        <label className="row">
          {t("competitions.seeding.direct")}
          <span className="input comp-number">
            <input inputMode="numeric" autoComplete="off" value={direct} onChange={(event) => setDirect(event.target.value)} />
          </span>
          {direct.trim() !== "" && <FieldProblem of={main} />}
          <span className="sec">{t("competitions.seeding.directMeaning")}</span>
        </label>
      )}
      {failure && <Failure>{failure.message}</Failure>}
      <div className="form-foot">
        <Button kind="primary" busy={save.pending} why={why} onClick={() => void submit()}>
          {t("competitions.seeding.save", { count })}
        </Button>
        <Button onClick={onClose}>{t("common.cancel")}</Button>
      </div>
    </div>
  );
}

/** The imported list, and a field to paste another one. */
function RankingList({ eventId, data, again }: { eventId: string; data: Seeding; again: () => void }) {
  const t = useT();
  const replace = useCall(seeding.save);
  const [text, setText] = useState("");
  const [unread, setUnread] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<Error>();
  const { unknown } = data;
  const send = async (lines: readonly (readonly string[])[]): Promise<void> => {
    setFailure(undefined);
    const read = readRanking(lines);
    setUnread(read.unread);
    if (read.rows.length === 0) {
      setFailure(new Error(t("competitions.seeding.nothingRead")));
      return;
    }
    try {
      await replace.run({ eventId, rows: [...read.rows] });
      setText("");
      again();
    } catch (error) {
      setFailure(toError(error));
    }
  };
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setFailure(undefined);
    try {
      await send(await linesOf(file));
    } catch {
      setFailure(new Error(t("competitions.seeding.unreadableFile")));
    }
  };
  return (
    <>
      <label className="field-label">
        {t("competitions.seeding.paste")}
        <textarea
          className="input"
          rows={4}
          value={text}
          placeholder={t("competitions.seeding.example")}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <div className="comp-bar">
        <Button
          busy={replace.pending}
          why={text.trim() === "" ? t("competitions.seeding.pasteFirst") : undefined}
          whyInTooltip
          onClick={() => void send(cellsOf(text))}
        >
          {t("competitions.seeding.import")}
        </Button>
        <label className="btn">
          {t("competitions.seeding.file")}
          <input
            type="file"
            accept=".xlsx,.csv,.txt"
            className="sr"
            onChange={(event) => {
              void open(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
        </label>
        {data.rows > 0 && <span className="sec">{t("competitions.seeding.rows", { count: data.rows })}</span>}
      </div>
      {failure && <Failure>{failure.message}</Failure>}
      {unread.length > 0 && (
        <p className="notice notice-warn">
          {t("competitions.seeding.unread", { count: unread.length, lines: unread.slice(0, 5).join(" | ") })}
        </p>
      )}
      {unknown.length > 0 && (
        <details>
          <summary>{t("competitions.seeding.unknown", { count: unknown.length })}</summary>
          <p className="sec">{unknown.join(t("list.and"))}</p>
        </details>
      )}
    </>
  );
}

/** Reads the lines of an .xlsx or text file; spreadsheets in China often save text as GBK. */
async function linesOf(file: File): Promise<readonly (readonly string[])[]> {
  if (/\.xlsx$/i.test(file.name)) {
    const { readWorkbook } = await import("../../resource/workbook");
    const sheet = (await readWorkbook(file)).find(({ isHidden, rows }) => !isHidden && rows.length > 0);
    return sheet?.rows.map(({ cells }) => cells) ?? [];
  }
  const bytes = await file.arrayBuffer();
  try {
    return cellsOf(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return cellsOf(new TextDecoder("gb18030").decode(bytes));
  }
}

/** Entries in their order, the first with the seeds they would get. */
function Order({ order, others, count, source }: { order: readonly Entry[]; others: readonly Entry[]; count: number; source: Source }) {
  const t = useT();
  return (
    <div className="comp-scroll comp-seeds" tabIndex={0} role="region" aria-label={t("competitions.seeding.title")}>
      <table>
        <thead>
          <tr>
            <th className="num">{t("competitions.seeding.newSeed")}</th>
            <th>{t("competitions.seeding.entry")}</th>
            <th className="num">{source === "ranking" ? t("competitions.seeding.rank") : t("competitions.seeding.past")}</th>
            {source === "ranking" && <th className="num">{t("competitions.seeding.points")}</th>}
            <th className="num">{t("competitions.seeding.oldSeed")}</th>
          </tr>
        </thead>
        <tbody>
          {[...order, ...others].map((entry, i) => (
            <tr key={entry.id}>
              <td className="num">{i < count ? <b>{i + 1}</b> : "—"}</td>
              <td>
                {entry.name} {entry.club !== "" && <span className="comp-club">{entry.club}</span>}
              </td>
              <td className="num">{(source === "ranking" ? entry.rank : entry.past) ?? "—"}</td>
              {source === "ranking" && <td className="num">{entry.points ?? "—"}</td>}
              <td className="num">{entry.seed ?? "—"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
