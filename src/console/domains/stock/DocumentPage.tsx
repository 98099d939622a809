/** One page for every document that moves goods: written as a draft, posted, voided. What differs between kinds is which fields they have. */
import "./stock.css";
import { useInvalidate } from "@refinedev/core";
import { type ComponentType, useContext, useEffect, useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { showFen } from "../../../contract/core/money";
import { callsOf } from "../../../contract/core/resource/calls";
import {
  type DocumentKind,
  KIND_LABELS,
  RESOURCE_OF,
  type StockDocument,
  stockDocuments,
  type StockGoods,
  stockReceipts,
} from "../../../contract/stock/stock-documents";
import { stockDocument } from "../../../contract/core/states";
import { ApiError } from "../../api/error";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { type Shortcut, useShortcuts } from "../../keys/shortcuts";
import { RowAction } from "../../resource/RowAction";
import { can } from "../../providers/access-control";
import { AntdScope } from "../../ui/AntdScope";
import { Ask } from "../../ui/Ask";
import { CommandButton } from "../../ui/CommandButton";
import { ErrorState } from "../../ui/ErrorState";
import { Failure } from "../../ui/Failure";
import { notify } from "../../ui/notices";
import { SkeletonText } from "../../ui/Skeleton";
import { StatusTag } from "../../ui/StatusTag";
import { TabContext, useFinish, useSubject } from "../../ui/tab";
import { useToday } from "../../ui/today";
import { useUnsaved } from "../../ui/use-unsaved";
import { GoodsFinder } from "./GoodsFinder";
import { draftOf, figuresOf, type Head, isReceipt, type Line, newLine, oneMore, savedLine } from "./lines";
import { LineTable } from "./LineTable";
import { FORM_OF, LIST_OF } from "./paths";
import { HeadFields } from "./DocumentHead";
import { Effects, History } from "./DocumentPast";

const KEYS: readonly Shortcut[] = [
  [["/"], "palette.key.search"],
  [["Mod", "S"], "palette.key.save"],
  [["F9"], "palette.key.post"],
];

/** The page of a kind. */
export const pageOf = (kind: DocumentKind): ComponentType =>
  function StockDocumentPage() {
    const { id } = useParams();
    return <AntdScope>{id === undefined ? <Editor kind={kind} /> : <Saved id={id} key={id} />}</AntdScope>;
  };

function Saved({ id }: { id: string }) {
  const t = useT();
  const read = useRead(stockDocuments.read, { id }, { staleTime: 0 });
  useSubject(read.data?.no);
  if (read.error && !read.data)
    return <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />;
  if (!read.data || !read.isFetchedAfterMount) return <SkeletonText lines={8} label={t("ui.loading")} />;
  return <Editor kind={read.data.kind} document={read.data} key={read.data.state} onAgain={() => void read.refetch()} />;
}

const headOf = (kind: DocumentKind, document: StockDocument | undefined, today: string): Head => ({
  supplierId: document?.supplierId ?? null,
  warehouse: document?.warehouse ?? (kind === "receiptMain" || kind === "transfer" ? "main" : "shop"),
  day: document?.day ?? today,
  reference: document?.reference ?? "",
  reason: document?.reason ?? null,
  memo: document?.memo ?? "",
});

function Editor({ kind, document, onAgain }: { kind: DocumentKind; document?: StockDocument; onAgain?: () => void }) {
  const t = useT();
  const today = useToday();
  const navigate = useNavigate();
  const finish = useFinish();
  const invalidate = useInvalidate();
  const state = document?.state ?? "draft";
  const draft = state === "draft";
  const [head, setHead] = useState(() => headOf(kind, document, today));
  const [lines, setLines] = useState<readonly Line[]>(() => document?.lines.map(savedLine) ?? []);
  const [newest, setNewest] = useState<string>();
  const [dirty, setDirty] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [asking, setAsking] = useState(false);
  const [acting, setActing] = useState<"void" | "delete">();
  const search = useRef<HTMLInputElement>(null);
  const resource = RESOURCE_OF[kind];
  const save = useCall(stockDocuments.save);
  const post = useCall(callsOf(resource as typeof stockReceipts).post);
  const saved = useUnsaved(draft && dirty && !save.pending);
  useShortcuts(KEYS);
  const warehouse = head.warehouse;
  const figures = lines.map((line) => figuresOf(kind, state, line));
  const pieces = figures.reduce((sum, one) => sum + (kind === "count" ? (one.change ?? 0) : (one.pieces ?? 0)), 0);
  const worth = figures.reduce((sum, one) => sum + (one.worth ?? 0), 0);
  const total = showFen(kind === "count" ? worth : Math.abs(worth));
  const mayPost = can("stock_post");

  const edit = (change: Partial<Head>): void => {
    setHead({ ...head, ...change });
    setDirty(true);
    setErrors({});
  };
  // Change the lines that are current at that moment: a scan may be answered after another one.
  const change = (next: (lines: readonly Line[]) => readonly Line[]): void => {
    setLines(next);
    setDirty(true);
    setFailure(undefined);
  };
  const refuse = (error: unknown): void => {
    setErrors(error instanceof ApiError ? error.errors : {});
    setFailure(error instanceof Error ? error.message : String(error));
  };
  const refresh = (): void => {
    for (const name of [resource.name, "products"]) void invalidate({ resource: name, invalidates: ["list"] });
  };
  /** Saves what was typed. @returns the document; undefined where it was refused */
  const keep = async (): Promise<StockDocument | undefined> => {
    setFailure(undefined);
    setErrors({});
    if (document && !dirty) return document;
    try {
      const done = await save.run(draftOf(kind, document?.id, head, lines));
      saved();
      setDirty(false);
      refresh();
      return done;
    } catch (error) {
      refuse(error);
      return undefined;
    }
  };
  const open = (done: StockDocument): void => {
    if (document) return onAgain?.();
    finish();
    void navigate(`${FORM_OF[kind]}/${done.id}`, { replace: true });
  };
  const onSave = (): void => {
    void keep().then((done) => {
      if (!done) return;
      notify.success(t("stock.documentPage.draftSaved", { no: done.no }));
      open(done);
    });
  };
  const onPost = (): void => {
    setAsking(false);
    void keep().then(async (done) => {
      if (!done) return;
      try {
        await post.run({ id: done.id });
        notify.success(t("stock.documentPage.posted", { no: done.no }));
        refresh();
        open(done);
      } catch (error) {
        refuse(error);
        if (!document) open(done);
      }
    });
  };
  const ready = lines.length > 0 && !save.pending && !post.pending;
  const tab = useContext(TabContext);
  const keys = useRef<(event: KeyboardEvent) => void>(undefined);
  useEffect(() => {
    keys.current = (event) => {
      if (!draft || tab?.onShow() === false || window.document.querySelector("dialog[open]")) return;
      const typing = event.target instanceof Element && event.target.matches("input, textarea, select");
      const saves = event.key.toLowerCase() === "s" && (event.ctrlKey || event.metaKey);
      if (event.key === "/" && !typing) search.current?.focus();
      else if (!saves && event.key !== "F9") return;
      else if (ready && saves) onSave();
      else if (ready && mayPost) setAsking(true);
      event.preventDefault();
    };
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => keys.current?.(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  const add = (goods: readonly StockGoods[], once: boolean): void => {
    const [only] = goods;
    if (!once && only) setNewest(only.productId);
    change((there) => {
      const fresh = goods.filter(({ productId }) => there.every((line) => line.productId !== productId));
      if (once || !only) return [...there, ...fresh.map((one) => newLine(kind, one))];
      if (fresh.length > 0) return [...there, kind === "count" ? oneMore(newLine(kind, only)) : newLine(kind, only)];
      return there.map((line) => (line.productId === only.productId ? oneMore(line) : line));
    });
  };
  const { tone, ...label } = stockDocument.labels[state];
  const title = t(KIND_LABELS[kind]);
  return (
    <div className="sd">
      <div className="sd-main">
        <header className="page-head">
          <h1>{title}</h1>
          {document && <span className="mono mut">{document.no}</span>}
          <StatusTag tone={tone}>{t(label)}</StatusTag>
          <span className="grow" />
          <ol className="sd-flow" aria-label={t("stock.documentPage.steps")}>
            {stockDocument.states.map((step) => (
              <li key={step} aria-current={step === state ? "step" : undefined}>
                {t(stockDocument.labels[step])}
              </li>
            ))}
          </ol>
        </header>
        <HeadFields kind={kind} head={head} document={document} draft={draft} errors={errors} onEdit={edit} />
        {draft && <GoodsFinder kind={kind} warehouse={warehouse} supplierId={head.supplierId} search={search} onAdd={add} />}
        <LineTable
          kind={kind}
          state={state}
          lines={lines}
          newest={newest}
          onChange={(line) => change((there) => there.map((one) => (one.productId === line.productId ? line : one)))}
          onRemove={(productId) => change((there) => there.filter((line) => line.productId !== productId))}
          onDone={() => search.current?.focus()}
        />
      </div>
      <aside className="sd-side" aria-label={t("stock.documentPage.totalsPosting")}>
        <div className="sd-sum">
          <span>{t("stock.documentPage.products", { count: lines.length })}</span>
          <b>{pieces.toLocaleString("en-US")}</b>
          <span>{t("stock.cost")}</span>
          <b>{total}</b>
        </div>
        <Effects kind={kind} warehouse={warehouse} worth={worth} />
        <History document={document} />
        <div className="sd-foot">
          {failure !== undefined && <Failure>{failure}</Failure>}
          <p className="sd-total">
            {isReceipt(kind) ? t("stock.documentPage.pay") : t("common.total")}
            <b>
              <small>¥</small>
              {total}
            </b>
          </p>
          <div className="sd-acts">
            {draft ? (
              <>
                <CommandButton
                  size="lg"
                  busy={save.pending}
                  why={lines.length === 0 ? t("stock.documentPage.addProductsFirst") : undefined}
                  onClick={onSave}
                >
                  {t("stock.documentPage.saveDraft")}
                </CommandButton>
                {mayPost && (
                  <CommandButton
                    kind="primary"
                    size="lg"
                    busy={post.pending || save.pending}
                    why={lines.length === 0 ? t("stock.documentPage.addProductsFirst") : undefined}
                    whyInTooltip
                    onClick={() => setAsking(true)}
                  >
                    {t("stock.documentPage.post")} <kbd aria-hidden>F9</kbd>
                  </CommandButton>
                )}
                {document && (
                  <CommandButton kind="danger" size="lg" onClick={() => setActing("delete")}>
                    {t("common.delete")}
                  </CommandButton>
                )}
              </>
            ) : (
              <>
                {state === "posted" && can("stock_void") && (
                  <CommandButton kind="danger" size="lg" onClick={() => setActing("void")}>
                    {t("stock.documentPage.void")}
                  </CommandButton>
                )}
                <CommandButton size="lg" icon="print" onClick={() => window.print()}>
                  {t("list.print")}
                </CommandButton>
              </>
            )}
          </div>
          {draft && <p className="mut sd-note">{t("stock.documentPage.postedDocumentStaysCorrect")}</p>}
        </div>
      </aside>
      {asking && (
        <Ask
          title={t("stock.documentPage.post2", { title })}
          onClose={() => setAsking(false)}
          answers={[
            { title: t("stock.documentPage.post"), kind: "primary", act: onPost },
            { title: t("stock.documentPage.notYet"), act: () => setAsking(false) },
          ]}
        >
          {t("stock.documentPage.productsPiecesYuanStock", { count: lines.length, pieces, total })}
        </Ask>
      )}
      {acting && document && (
        <RowAction
          resource={resource}
          parts={{}}
          action={acting}
          row={{ ...document }}
          onClose={() => setActing(undefined)}
          onDone={() => {
            setActing(undefined);
            refresh();
            if (acting === "void") return onAgain?.();
            saved();
            finish();
            void navigate(LIST_OF[kind]);
          }}
        />
      )}
    </div>
  );
}
