/**
 * Import from a file: its rows are sent in parts and kept by the server, each checked as it would be added, then added in steps by whoever
 * asks for the next: the open dialog, or the scheduler where nobody does. So neither a tab that was shut nor a server that was killed ends it.
 */
import { z } from "#zod";
import { ById, type Call, download, get, Id, postJson, XLSX } from "../call";
import { Instant } from "../time";
import type { Resource } from "./define";
import { type Field, type Fields, isEdited } from "./fields";
import type { Label } from "./label";

/** Properties of a resource that its import needs. */
export type Importable = Pick<Resource, "name" | "one" | "path" | "fields" | "check" | "extra"> & {
  readonly codes: Pick<Resource["codes"], "import">;
};

/** A column of a file: a field, or the record within which a reference's name is one of a kind (`event.within`). */
export interface ImportColumn {
  readonly key: string;
  readonly field: Field;
  readonly label: Label;
  readonly isRequired: boolean;
}
/** Key of the column that says within what a reference is meant. */
export const withinKey = (name: string): string => `${name}.within`;

/** Returns the columns that an import reads, in the order of the template. What a new form fills in by itself may be left out. */
export const importColumns = (fields: Fields): readonly ImportColumn[] =>
  Object.entries<Field>(fields).flatMap(([name, field]) => {
    if (!isEdited(field)) return [];
    const { required, initial, otherwise } = field.options;
    const isRequired = required === true && initial === undefined && otherwise === undefined && field.kind !== "bool";
    const within = field.of?.().within;
    const column = { key: name, field, label: field.label, isRequired };
    return within ? [column, { key: withinKey(name), field, label: within.label, isRequired: false }] : [column];
  });

/** Rows that a file is sent and checked by. */
export const IMPORT_ROWS = 500;
/** Rows of one import. */
const MOST_IMPORTED = 50_000;
/** Faults that an answer carries at most. */
export const SHOWN_FAULTS = 500;

/** Why a row can't be taken: field → message; "" is the row as a whole. `row` is its line in the file. */
const Fault = z.object({ row: z.number().int(), errors: z.record(z.string(), z.string()) });
export type ImportFault = z.infer<typeof Fault>;

/** `checking`: rows are sent and tried; `running`: they are being added; `done`; `stopped`: what was not added yet never will be. */
const IMPORT_STATES = ["checking", "running", "done", "stopped"] as const;
const ImportJob = z.object({
  id: Id,
  file: z.string(),
  state: z.enum(IMPORT_STATES),
  /** Rows of the file; those that were sent; of these those that were added, and those that can't be. */
  total: z.number().int(),
  sent: z.number().int(),
  added: z.number().int(),
  bad: z.number().int(),
  operator: z.string(),
  createdAt: Instant,
  faults: z.array(Fault),
});
export type ImportJob = z.infer<typeof ImportJob>;

const Sent = z.object({
  /** The import that the rows belong to; none: they begin one. */
  id: Id.optional(),
  file: z.string().trim().max(200),
  total: z.number().int().min(1).max(MOST_IMPORTED),
  rows: z
    .array(z.object({ row: z.number().int().min(1), cells: z.record(z.string(), z.string().max(2_000)) }))
    .min(1)
    .max(IMPORT_ROWS),
});
const Job = z.object({ job: ImportJob });
const Latest = z.object({ job: ImportJob.nullable() });

export interface ImportCalls {
  readonly template: Call<z.ZodType, z.ZodType> & { readonly file: string };
  readonly import: Call<typeof Sent, typeof Job>;
  readonly importRun: Call<typeof ById, typeof Job>;
  readonly importStop: Call<typeof ById, typeof Job>;
  readonly importState: Call<z.ZodType, typeof Latest>;
}

const LABELS = {
  file: { zh: "文件名", en: "File name" },
  total: { zh: "行数", en: "Number of rows" },
  rows: { zh: "导入的行", en: "Imported rows" },
  row: { zh: "行号", en: "Line" },
  cells: { zh: "单元格", en: "Cells" },
};

/** The calls of an import. */
export function importCalls({ path, codes, one }: Importable): ImportCalls {
  const code = codes.import ?? [];
  const says = (what: string): string => `${one.en}: ${what}`;
  return {
    template: download(`${path}/import-template`, { summary: says("empty file"), code, file: XLSX, heavy: false }),
    import: postJson(`${path}/import`, {
      summary: says("check rows"),
      code,
      labels: LABELS,
      input: Sent,
      output: Job,
    }),
    importRun: postJson(`${path}/import-run`, {
      summary: says("add the next rows"),
      code,
      input: ById,
      output: Job,
    }),
    importStop: postJson(`${path}/import-stop`, {
      summary: says("end an import"),
      code,
      input: ById,
      output: Job,
    }),
    importState: get(`${path}/import-state`, {
      summary: says("current import"),
      code,
      output: Latest,
    }),
  };
}
