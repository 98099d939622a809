/** Additions of a declared resource's screen to what is derived: each part is optional and fetched with the page. */
import type { ComponentType, ReactNode } from "react";
import type { Resource, RowOf } from "../../contract/core/resource/define";
import type { T } from "../i18n/keys";
import type { Column } from "../ui/list/columns";

/** A row as it travels. */
export type AnyRow = { readonly id: string; readonly createdAt: string } & Readonly<Record<string, unknown>>;
/** Sums over the filter; null for who may not see the field. */
export type AnySums = Readonly<Record<string, string | number | null>>;

/** Props of a form's control. */
export interface ControlProps {
  readonly value?: never;
  // A method: a control takes what its field holds.
  onChange?(this: void, value: unknown): void;
  readonly id?: string;
}

/** Props of an action's preview: the row, the filled-in values, and the function that fills in computed ones. */
export interface PreviewProps<Row = AnyRow> {
  readonly row: Row;
  readonly values: Readonly<Record<string, unknown>>;
  readonly onValue: (field: string, value: unknown) => void;
}

/** Props of a question before a form is saved: the input to be sent, and the functions that receive the input to send or a refusal. */
export interface QuestionProps {
  readonly input: object;
  readonly onAnswer: (input: object | undefined) => void;
  readonly onRefusal: (reason: unknown) => void;
}

export interface Parts<Row = AnyRow> {
  /** Columns of its own: in the place of a field's where the key is the field's name, else at the end. */
  readonly columns?: (t: T) => readonly Column<Row, AnySums>[];
  /** Renderers of field values, in cells and records. */
  readonly cells?: Readonly<Record<string, (row: Row, t: T) => ReactNode>>;
  /** Below the fields of the form: what they come to, what they meet. Has antd's form around it. */
  readonly form?: ComponentType<{ readonly row?: AnyRow | undefined }>;
  /** Asks before a form is saved; gives what to send, or nothing where the person thought better of it. */
  readonly question?: ComponentType<QuestionProps>;
  /** Form controls of its own, by field; null: another field's control sets it. */
  readonly controls?: Readonly<Record<string, ComponentType<ControlProps> | null>>;
  /** Below the fields of a record: its lines, a chart, a preview. */
  readonly record?: ComponentType<{ readonly row: Row; readonly again: () => void }>;
  /** Dialogs of its own, by action, in the place of the derived one. */
  readonly actions?: Readonly<
    Record<string, ComponentType<{ readonly row: Row; readonly onClose: () => void; readonly onDone: () => void }>>
  >;
  /** In the derived dialog of an action: what it comes to with what is filled in so far. */
  readonly previews?: Readonly<Record<string, ComponentType<PreviewProps<Row>>>>;
  /** Beside the list's title. */
  readonly aside?: ComponentType;
  /** Returns the address that a row opens instead of its record; it may first request it from the server. Undefined: nowhere. */
  readonly open?: (row: Row) => string | undefined | Promise<string | undefined>;
}

/** Parts written for the rows of their own resource: the pages, which know rows of any, give them no others. */
export const partsOf = <R extends Pick<Resource, "fields">>(parts: Parts<RowOf<R>>): Parts => parts as Parts;

/** Props of every page of a declared resource. */
export interface PageProps {
  readonly resource: Resource;
  readonly parts: Parts;
  /** Addresses of its pages. */
  readonly paths: { readonly list: string; readonly form?: string; readonly adds?: boolean };
  readonly title: string;
}
