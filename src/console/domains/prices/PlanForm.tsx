import "../../theme/form.css";
import "./prices.css";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate, useParams } from "react-router";
import { pricePlans, ruleLife, type PlanEffect, type PricePlanDetail } from "../../../contract/prices/price-plans";
import type { Program } from "../../../contract/prices/programs";
import { readNumber } from "../../../contract/core/typed/number";
import { ApiError } from "../../api/error";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { CommandButton } from "../../ui/CommandButton";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Failure } from "../../ui/Failure";
import { notify } from "../../ui/notices";
import { SkeletonText } from "../../ui/Skeleton";
import { StatusTag } from "../../ui/StatusTag";
import { useFinish, useSubject } from "../../ui/tab";
import { useToday } from "../../ui/today";
import { useUnsaved } from "../../ui/use-unsaved";
import { Matrix } from "./matrix/Matrix";
import { changes, EMPTY_SHEET, firstUnread, type PriceClass, reach, type Sheet, sheetOf, toDraft } from "./matrix/sheet";
import { Blanks } from "./matrix/Blanks";
import { ClassTabs, Legend, Tools } from "./matrix/Tools";
import type { Selection } from "./matrix/use-matrix-events";
import { useSheet } from "./matrix/use-sheet";
import { factsOf, newFacts, type PlanFactsDraft, PRIORITY } from "./plan/draft";
import { EffectDialog, type Unpaid } from "./plan/EffectDialog";
import { PlanFacts } from "./plan/PlanFacts";
import { PlanMore } from "./plan/PlanMore";
import { useFresh } from "../../api/use-fresh";
import { usePrograms } from "../../ui/form/use-named";

const FORM = "price-plan";
const LIST = "/venue-place/place-price-plan-list";

/** A price plan: its days and places, and the prices of the week by class of customer. Nothing is saved before its effect was seen. */
export function PlanForm() {
  const t = useT();
  const { id } = useParams();
  const today = useToday();
  const programs = usePrograms();
  const plan = useFresh(id === undefined ? undefined : pricePlans.view, { id: id ?? "" });
  useSubject(plan.data?.name);
  const failed = (programs.data ? null : programs.error) ?? plan.error;
  if (failed)
    return (
      <ErrorState
        what={failed.message}
        retrying={programs.isFetching || plan.isFetching}
        onRetry={() => {
          void programs.refetch();
          if (id !== undefined) plan.refetch();
        }}
      />
    );
  if (!programs.data || (id !== undefined && !plan.data)) return <SkeletonText lines={12} label={t("ui.loading")} />;
  const all = programs.data.content;
  const [first] = all;
  if (!first) return <EmptyState icon="flag" title={t("prices.plan.noProgram")} hint={t("prices.plan.noProgramHint")} />;
  if (plan.data) return <Editor key={plan.data.id} plan={plan.data} facts={factsOf(plan.data)} sheet={sheetOf(plan.data)} programs={all} />;
  return <Editor facts={newFacts(today, first.id)} sheet={EMPTY_SHEET} programs={all} />;
}

function Editor({
  plan,
  facts,
  sheet: initial,
  programs,
}: {
  plan?: PricePlanDetail;
  facts: PlanFactsDraft;
  sheet: Sheet;
  programs: readonly Program[];
}) {
  const t = useT();
  const navigate = useNavigate();
  const finish = useFinish();
  const mayModify = useCan("price_plan_modify");
  const [draft, setDraft] = useState(facts);
  const [dirty, setDirty] = useState(false);
  const handle = useSheet(initial);
  const [kind, setKind] = useState<PriceClass>("walkIn");
  const program = programs.find(({ id }) => id === draft.programId);
  const hours = { open: program?.widestOpen ?? [], close: program?.widestClose ?? [] };
  const { first } = reach(hours);
  const [selection, setSelection] = useState<Selection>({ anchor: { day: 0, half: first }, focus: { day: 0, half: first } });
  const [effect, setEffect] = useState<PlanEffect>();
  const [isSubmitted, setSubmitted] = useState(false);
  const preview = useCall(pricePlans.preview);
  const create = useCall(pricePlans.create);
  const modify = useCall(pricePlans.modify);
  const changed = changes(handle.sheet, initial);
  const unread = Object.keys(handle.sheet.unread).length;
  const unsaved = dirty || changed > 0 || unread > 0;
  const saved = useUnsaved(unsaved && !create.pending && !modify.pending);
  const failure = preview.error ?? create.error ?? modify.error;
  const priority = readNumber(draft.priority, PRIORITY);
  const errors = {
    ...(failure instanceof ApiError ? failure.errors : {}),
    ...(priority.problem && (!priority.isEmpty || isSubmitted) ? { priority: t(priority.problem) } : {}),
  };
  const atCells = Object.entries(errors).find(([key]) => key.startsWith("prices"))?.[1];

  const root = useRef<HTMLDivElement>(null);
  const toCursor = (): void => root.current?.querySelector<HTMLElement>('.pm td[tabindex="0"]')?.focus();
  const asks = effect !== undefined;
  // The first wrong field gets the focus; errors of prices are shown below them.
  useEffect(() => {
    if (!failure || asks) return;
    const wrong = root.current?.querySelector<HTMLElement>(".plan-facts [aria-invalid=true]");
    if (wrong) wrong.focus();
    else if (atCells !== undefined) toCursor();
  }, [failure, asks, atCells]);

  const set = (change: Partial<PlanFactsDraft>): void => {
    setDirty(true);
    setDraft((before) => ({ ...before, ...change }));
  };
  const input = { ...draft, priority: priority.value ?? Number.NaN, placeIds: [...draft.placeIds], ...toDraft(handle.sheet) };
  const save = (unpaid: Unpaid): void => {
    const work = plan ? modify.run({ ...input, id: plan.id, unpaid }) : create.run({ ...input, unpaid });
    work
      .then((made) => {
        saved();
        setDirty(false);
        setEffect(undefined);
        notify.success(t("prices.plan.saved", { name: made.name }));
        finish();
        void navigate(LIST);
      })
      .catch(() => undefined); // shown in the dialog, or above the button
  };
  /** The focus goes to the first cell that can't be read, also where it is of another class. */
  const toUnread = (): void => {
    const at = firstUnread(handle.sheet, hours);
    if (!at) return;
    flushSync(() => {
      setKind(at.kind);
      setSelection({ anchor: at.spot, focus: at.spot });
    });
    toCursor();
  };
  const ask = (): void => {
    if (preview.pending) return;
    if (priority.problem) {
      flushSync(() => setSubmitted(true));
      root.current?.querySelector<HTMLElement>(".plan-facts [aria-invalid=true]")?.focus();
      return;
    }
    if (unread > 0) {
      toUnread();
      return;
    }
    create.reset();
    modify.reset();
    preview
      .run(plan ? { ...input, id: plan.id } : input)
      .then((found) => (found.count === 0 ? save("leave") : setEffect(found)))
      .catch(() => undefined);
  };
  return (
    <div className="pad plan-form" ref={root}>
      <header className="page-head">
        <h1>{plan ? plan.name : t("prices.plan.create")}</h1>
        {plan && <StatusTag tone={ruleLife.labels[plan.state].tone}>{t(ruleLife.labels[plan.state])}</StatusTag>}
        <span className="grow" />
        {plan && mayModify && <PlanMore plan={plan} />}
      </header>
      <form
        id={FORM}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <PlanFacts draft={draft} set={set} errors={errors} readOnly={!mayModify} isNew={!plan} />
      </form>
      <section className="card plan-matrix" aria-label={t("prices.plan.prices")}>
        <div className="plan-matrix-head">
          <ClassTabs sheet={handle.sheet} kind={kind} onKind={setKind} />
          <span className="mut">{t("prices.perHalf")}</span>
        </div>
        {mayModify && <Tools handle={handle} kind={kind} hours={hours} selection={selection} />}
        <Legend sheet={handle.sheet} kind={kind} hours={hours} selection={selection} />
        <Matrix
          handle={handle}
          saved={initial}
          kind={kind}
          hours={hours}
          label={t("prices.plan.matrixOf", { name: t(`prices.classes.${kind}`) })}
          selection={selection}
          onSelection={setSelection}
          readOnly={!mayModify}
        />
        <Blanks sheet={handle.sheet} hours={hours} defaultPrice={program?.defaultPrice ?? null} />
        {atCells !== undefined && (
          <p className="field-error" role="alert">
            {atCells}
          </p>
        )}
      </section>
      {mayModify && (
        <div className="plan-foot">
          {unread > 0 ? (
            <Failure>{t("prices.plan.unread", { count: unread })}</Failure>
          ) : failure && !effect ? (
            <Failure>{failure.message}</Failure>
          ) : (
            <span className={changed > 0 ? "sec" : "sec keys-hint"} role="status">
              {changed > 0 ? t("prices.plan.changedCells", { count: changed }) : t("prices.plan.keysHint")}
            </span>
          )}
          <span className="grow" />
          <CommandButton type="submit" form={FORM} kind="primary" size="lg" busy={preview.pending || create.pending || modify.pending}>
            {t("prices.plan.save")}
          </CommandButton>
        </div>
      )}
      {effect && (
        <EffectDialog
          effect={effect}
          title={t("prices.effect.title")}
          confirm={t("prices.plan.save")}
          busy={create.pending || modify.pending}
          failure={(create.error ?? modify.error)?.message}
          onConfirm={save}
          onClose={() => setEffect(undefined)}
        />
      )}
    </div>
  );
}
