/** Goods of the till: asked of the server, and while it can't be asked, those that this browser keeps. */
import { useEffect, useState } from "react";
import { type Product, stock } from "../../../../contract/stock/stock";
import { ApiError } from "../../../api/error";
import { invoke } from "../../../api/invoke";
import { useRead } from "../../../api/use-read";
import { session } from "../../../session/store";
import { isOffline, noteFailure, useOffline } from "../../../api/connection";
import { findGoods, storeGoods } from "./store";

const PAGE = 500;
const KEEP_MS = 600_000;
/** Time that a scan waits for the server before it is searched among the goods stored here. */
const PATIENCE_MS = 2_000;

/** Keeps all goods on the shelf in this browser, again every ten minutes. */
export function useKeptGoods(): void {
  useEffect(() => {
    let isCurrent = true;
    const keep = async (): Promise<void> => {
      const { venueId } = session();
      if (venueId === undefined || isOffline()) return;
      const goods: Product[] = [];
      for (let page = 0; ; page++) {
        if (!isCurrent) return;
        const { content, totalPages } = await invoke(stock.products, { shelf: "on", page, size: PAGE }, { quiet: true });
        goods.push(...content);
        if (page + 1 >= totalPages) break;
      }
      if (isCurrent) await storeGoods(venueId, goods);
    };
    const run = (): void => void keep().catch(noteFailure);
    run();
    const timer = setInterval(run, KEEP_MS);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, []);
}

interface FoundGoods {
  readonly content: readonly Product[] | undefined;
  /** It is the answer to the present input, not to an earlier one. */
  readonly current: boolean;
  readonly error: Error | null;
  readonly again: () => void;
}

/** Goods by what is typed, or of a class. */
export function useGoods(q: string, classId: string, most: number): FoundGoods {
  const isOffline = useOffline();
  const found = useRead(
    stock.products,
    { q, shelf: "on", page: 0, size: most, ...(classId !== "" && q === "" ? { classId } : {}) },
    { keepPrevious: true, staleTime: 0, enabled: !isOffline },
  );
  useEffect(() => {
    if (found.error?.cause !== undefined) noteFailure(found.error.cause);
  }, [found.error]);
  const question = `${classId} ${q}`;
  const [storedGoods, setStoredGoods] = useState<{ asked: string; content: readonly Product[] }>();
  useEffect(() => {
    const { venueId } = session();
    if (!isOffline || venueId === undefined) return undefined;
    let isCurrent = true;
    void findGoods(venueId, { q, classId }, most)
      .catch(() => [])
      .then((content) => isCurrent && setStoredGoods({ asked: `${classId} ${q}`, content }));
    return () => {
      isCurrent = false;
    };
  }, [isOffline, q, classId, most]);
  if (isOffline) return { content: storedGoods?.content, current: storedGoods?.asked === question, error: null, again: () => undefined };
  return {
    content: found.data?.content,
    current: !found.isPlaceholderData,
    error: found.data ? null : found.error,
    again: () => void found.refetch(),
  };
}

/** Goods by a scanned code, wherever they can be found; those kept here, where the server is slow to answer. */
export async function goodsByCode(code: string): Promise<readonly Product[]> {
  const { venueId = "" } = session();
  if (!isOffline())
    try {
      const question = invoke(stock.products, { q: code, shelf: "on", page: 0, size: 5 }, { quiet: true }).then(({ content }) => content);
      const storedGoods = new Promise((done) => setTimeout(done, PATIENCE_MS)).then(() => findGoods(venueId, { q: code, classId: "" }, 5));
      const soon = await Promise.race([question, storedGoods.catch(() => [])]);
      return soon.length > 0 ? soon : await question;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      noteFailure(error);
    }
  return findGoods(venueId, { q: code, classId: "" }, 5);
}
