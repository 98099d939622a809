/** Binds a declaration to the pages that are derived from it. Fetched with the first such page. */
import { createElement, type ReactNode } from "react";
import { callsOf } from "../../contract/core/resource/calls";
import { filterKeys, type Resource } from "../../contract/core/resource/define";
import type { Report } from "../../contract/core/resource/report";
import { loadPageWords } from "../i18n/i18n";
import { useT } from "../i18n/use-t";
import type { Address, DeclaredEntry, First, PageModule, ReportEntry } from "../registry";
import { listInput, readState } from "../ui/list/state";
import type { PageProps } from "./parts";
import { openingInput } from "../ui/list/opening";
import { openingOf } from "./period";

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** @throws TypeError where the contract file has no declaration of that name */
export async function resourceOf({ name, contract }: Pick<DeclaredEntry, "name" | "contract">): Promise<Resource> {
  const found = (await contract())[name];
  if (!isObject(found) || !("fields" in found)) throw new TypeError(`its contract file exports no resource ${name}`);
  return found as Resource;
}
/** @throws TypeError where the contract file has no declaration of that name */
export async function reportOf({ name, contract }: Pick<ReportEntry, "name" | "contract">): Promise<Report> {
  const found = (await contract())[name];
  if (!isObject(found) || !("columns" in found)) throw new TypeError(`its contract file exports no report ${name}`);
  return found as Report;
}

async function propsOf(entry: DeclaredEntry): Promise<Omit<PageProps, "title">> {
  const [resource, own] = await Promise.all([resourceOf(entry), entry.parts?.(), entry.parts && loadPageWords()]);
  return {
    resource,
    parts: own?.parts ?? {},
    paths: { list: entry.list, ...(entry.form ? { form: entry.form.path, adds: entry.form.adds !== false } : {}) },
  };
}

/** One component for list and record, so that the list stays when a record opens. */
const lists = new Map<string, PageModule>();
export async function listPage(entry: DeclaredEntry): Promise<PageModule> {
  const known = lists.get(entry.name);
  if (known) return known;
  const [props, { ResourceList }] = await Promise.all([propsOf(entry), import("./ResourceList")]);
  const module = { ResourceList: (): ReactNode => createElement(ResourceList, { ...props, title: useT()(entry.title) }) };
  lists.set(entry.name, module);
  return module;
}
export async function formPage(entry: DeclaredEntry): Promise<PageModule> {
  const [props, { ResourceForm }] = await Promise.all([propsOf(entry), import("./ResourceForm")]);
  return { ResourceForm: (): ReactNode => createElement(ResourceForm, { ...props, title: useT()(entry.title) }) };
}
export async function reportPage(entry: ReportEntry): Promise<PageModule> {
  const [report, { ReportPage }] = await Promise.all([reportOf(entry), import("./ReportPage")]);
  return { ReportPage: (): ReactNode => createElement(ReportPage, { report }) };
}

/** The calls under the resource's name, as the data provider looks for them. */
export const namedCalls = async (entry: DeclaredEntry): Promise<object> => ({ [entry.name]: callsOf(await resourceOf(entry)) });

/** The list's first question, asked while the code of its page is on its way. */
export async function firstOf(entry: DeclaredEntry, { search }: Address): Promise<readonly First[]> {
  const resource = await resourceOf(entry);
  const opening = openingOf(resource);
  const input = opening ? openingInput(opening, search) : listInput(readState(search.toString(), filterKeys(resource)));
  return [{ call: callsOf(resource).list, input }];
}
