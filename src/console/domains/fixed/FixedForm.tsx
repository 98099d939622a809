import "../../theme/form.css";
import "../../desk/desk.css";
import "./fixed.css";
import { useState, type KeyboardEvent } from "react";
import { useNavigate, useParams } from "react-router";
import { type FixedDetail, fixed } from "../../../contract/fixed/fixed";
import { members } from "../../../contract/members/members";
import { fen, showFen } from "../../../contract/core/money";
import { ApiError, messageOf } from "../../api/error";
import { useCall } from "../../api/use-call";
import { useFresh } from "../../api/use-fresh";
import { useRead } from "../../api/use-read";
import { useSettled } from "../../api/use-settled";
import { useT } from "../../i18n/use-t";
import { type Shortcut, useShortcuts } from "../../keys/shortcuts";
import { useCan } from "../../providers/access-control";
import { CommandButton } from "../../ui/CommandButton";
import { ErrorState } from "../../ui/ErrorState";
import { Failure } from "../../ui/Failure";
import { Money } from "../../ui/Money";
import { SkeletonText } from "../../ui/Skeleton";
import { useToday } from "../../ui/today";
import { useUnsaved } from "../../ui/use-unsaved";
import { type BookerDraft, NO_BOOKER } from "../../desk/Booker";
import { Payments } from "../../desk/Payments";
import { toPayments } from "../../desk/payments";
import { announcePaid } from "../../desk/announce-paid";
import { usePayLines } from "../../desk/use-pay-lines";
import { PlanView } from "./PlanView";
import { inputOf, lackOf, newTerms, termsOf, type TermsDraft } from "./terms";
import { TermsFields } from "./TermsFields";
import { isOfInputMethod } from "../../keys/ime";

const LIST = "/book/regular-list";
/** The act stands behind the whole series: by Tab it would be as far as the series is long. */
const KEYS: readonly Shortcut[] = [[["Mod", "Enter"], "fixed.key.book"]];

/** Makes a fixed booking, or changes a draft: the terms, and beside them every occurrence that they make. */
export function FixedForm() {
  const { id } = useParams();
  const today = useToday();
  return id === undefined ? <Terms initial={newTerms(today)} /> : <Edit id={id} />;
}

function Edit({ id }: { id: string }) {
  const t = useT();
  const contract = useFresh(fixed.view, { id });
  const memberId = contract.data?.memberId ?? null;
  const member = useRead(members.view, { id: memberId ?? "" }, { enabled: memberId !== null, staleTime: Infinity });
  const error = contract.error ?? (member.data ? null : member.error);
  if (error) return <ErrorState what={error.message} onRetry={contract.refetch} retrying={contract.isFetching} />;
  if (!contract.data || (memberId !== null && !member.data)) return <SkeletonText lines={8} label={t("ui.loading")} />;
  const { name } = contract.data;
  const booker: BookerDraft = member.data
    ? { ...NO_BOOKER, member: member.data }
    : { ...NO_BOOKER, walkIn: true, group: contract.data.asGroup, name };
  return <Terms initial={termsOf(contract.data, booker)} contract={contract.data} />;
}

function Terms({ initial, contract }: { initial: TermsDraft; contract?: FixedDetail }) {
  const t = useT();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(initial);
  const [dirty, setDirty] = useState(false);
  const create = useCall(fixed.create);
  const modify = useCall(fixed.modify);
  const pending = create.pending || modify.pending;
  const saved = useUnsaved(dirty && !pending);
  const mayPay = useCan("fixed_pay");
  const set = (change: Partial<TermsDraft>): void => {
    setDirty(true);
    setDraft((before) => ({ ...before, ...change }));
  };
  const input = inputOf(draft);
  const [planInput, settled] = useSettled(input);
  const plan = useRead(fixed.preview, planInput ?? { placeIds: [], weekdays: [], start: 0, end: 0, from: "", to: "", payMode: "term" }, {
    enabled: planInput !== undefined,
    keepPrevious: true,
    staleTime: 0,
  });
  const visiblePlan = planInput === undefined ? undefined : plan.data;
  const current = visiblePlan !== undefined && !plan.isPlaceholderData && settled;
  // The terms are complete and their plan is loading: the button keeps the focus and says that it waits.
  const waits = input !== undefined && !current && !plan.error;
  const due = visiblePlan ? fen(visiblePlan.due) : 0;
  const member = draft.booker.walkIn ? undefined : draft.booker.member;
  const { lines, purses, split, setLines } = usePayLines(due, member?.id ?? null);
  const paid = due === 0 || (lines !== undefined && split.ok && mayPay);
  const failure = create.error ?? modify.error;
  const errors = failure instanceof ApiError ? failure.errors : {};

  const done = (contractMade: FixedDetail, text: string, payments: ReturnType<typeof toPayments> = []): void => {
    saved();
    setDirty(false);
    announcePaid(text, payments);
    void navigate(`${LIST}/${contractMade.id}`);
  };
  const keep = (): void => {
    if (!input) return;
    const work = contract ? modify.run({ ...input, id: contract.id }) : create.run({ ...input, activate: false });
    work.then((made) => done(made, t("fixed.savedDraft", { no: made.no }))).catch(() => undefined); // shown above the buttons
  };
  const book = (): void => {
    if (!input || !visiblePlan) return;
    const payments = due > 0 && lines ? toPayments(lines) : [];
    create
      .run({ ...input, activate: true, expectedTotal: visiblePlan.total, payments })
      .then((made) => done(made, t("fixed.booked", { no: made.no, count: made.left }), payments))
      // Slots that were lost meanwhile appear among the conflicts; every choice stays.
      .catch(() => void plan.refetch());
  };

  const lack = lackOf(draft);
  const ready = current && visiblePlan.count > 0 && visiblePlan.conflicts === 0 && paid;
  // Show why the shortcut can't act: a button that can't be pressed is disabled.
  const [announced, setAnnounced] = useState<string>();
  const hindered = lack
    ? t(`fixed.lack.${lack}`)
    : visiblePlan === undefined || contract
      ? undefined
      : visiblePlan.conflicts > 0
        ? t("fixed.conflicts", { count: visiblePlan.conflicts })
        : visiblePlan.count === 0
          ? t("fixed.nothingLeft")
          : paid
            ? undefined
            : t(mayPay ? "fixed.notPaid" : "fixed.mayNotPay");
  useShortcuts(KEYS);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isOfInputMethod(event)) return;
    event.preventDefault();
    if (pending) return;
    setAnnounced(hindered);
    if (contract) keep();
    else if (ready) book();
  };

  return (
    <div className="pad fixed-form" onKeyDown={onKeyDown}>
      <header className="page-head">
        <h1>{contract ? t("fixed.edit") : t("fixed.create")}</h1>
      </header>
      <TermsFields draft={draft} set={set} errors={errors} />
      <section className="card fixed-preview" aria-label={t("fixed.preview")} aria-busy={plan.isFetching || undefined}>
        <div className="fixed-preview-head">
          <h2>{t("fixed.preview")}</h2>
          {visiblePlan && <span className="sec">{t("fixed.planned", { count: visiblePlan.count })}</span>}
        </div>
        <div className="fixed-scroll" tabIndex={0} role="region" aria-label={t("fixed.occurrences")}>
          {plan.error && planInput ? (
            <Failure>{messageOf(plan.error)}</Failure>
          ) : visiblePlan ? (
            <PlanView plan={visiblePlan} choices={draft.choices} onChoices={(choices) => set({ choices })} />
          ) : planInput ? (
            <SkeletonText lines={6} label={t("fixed.previewing")} />
          ) : (
            <p className="mut" role="status">
              {t(dirty && lack ? `fixed.lack.${lack}` : "fixed.previewHint")}
            </p>
          )}
        </div>
        <div className="fixed-foot">
          {visiblePlan && !contract && due > 0 && lines && <Payments lines={lines} due={due} purses={purses} onLines={setLines} />}
          {failure ? (
            <Failure>{failure.message}</Failure>
          ) : (
            announced !== undefined && announced === hindered && <Failure>{announced}</Failure>
          )}
          <div className="fixed-total">
            <span className="sec">{t("fixed.total")}</span>
            <b>
              <Money value={visiblePlan?.total ?? "0.00"} currency />
            </b>
          </div>
          <div className="fixed-acts">
            <CommandButton size="lg" busy={pending} why={lack && t(`fixed.lack.${lack}`)} onClick={keep}>
              {contract ? t("fixed.saveChanges") : t("fixed.saveDraft")}
            </CommandButton>
            {!contract && (
              <CommandButton
                kind="primary"
                size="lg"
                busy={pending || waits}
                why={waits || ready ? undefined : (hindered ?? t("fixed.fixedForm.datesNotWorkedOut"))}
                whyInTooltip={lack !== undefined}
                onClick={book}
              >
                {due > 0 ? t("fixed.payAndBook", { amount: showFen(due) }) : t("fixed.book", { count: visiblePlan?.count ?? 0 })}
              </CommandButton>
            )}
          </div>
        </div>
      </section>
    </div>
  );
}
