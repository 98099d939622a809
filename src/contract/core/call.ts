/**
 * The vocabulary in which every call of the venue API is written, once (design "Contract").
 *
 * A call names its path, its encoding, who may make it, and the zod schemas of what goes in and what comes out. From it come the
 * console's requests, the server's routes, validation, permission check and OpenAPI page, and the handlers and matrices of the tests.
 */
import { z } from "#zod";
import { cleanPhone } from "./typed/phone";
import { REASON_LENGTH } from "./typed/reason";
import { cleanSearch } from "./typed/search";
import type { Language } from "./enums";
import { wholeNumber } from "./numbers";
import type { Code } from "./permissions";

/** Encoding of the input: GET query, JSON body, or form body. */
export type Encoding = "query" | "json" | "form";

/**
 * Who may call.
 * - `public`: anyone; limited per address.
 * - `cookie`: an open path that returns money or personal data: session cookie and same-site Origin; the venue is an input (`venueId`).
 * - `person`: a signed-in person, no venue needed.
 * - `venue`: a signed-in person in a venue of their list; `codes` are then checked too.
 */
export type Access = "public" | "cookie" | "person" | "venue";

/** One call of the venue API. Type parameters: zod schemas of input and output. */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly method: "GET" | "POST";
  readonly encoding: Encoding;
  readonly path: string;
  readonly access: Access;
  /** Menu or button codes of which the person must hold at least one at the venue; empty: none is needed. */
  readonly codes: readonly Code[];
  /** True when the call changes something a retry must not change twice: it then carries an `Idempotency-Key` (wire). */
  readonly effect: boolean;
  /** Set for downloads: the media type; the answer is a file and passes through unchanged, a refusal is the envelope. */
  readonly file?: string;
  /** Reads very much: it runs in the lane of heavy reads, on connections apart from those of the desks. Files do, unless they say otherwise. */
  readonly heavy: boolean;
  /** Longest body, bytes, of a call that takes the content of a file; left out: a megabyte. */
  readonly bodyLimit?: number;
  readonly summary: string;
  /** True if the input names the act (`action`): the operation log records it under that name. */
  readonly named?: true;
  /** Labels of its input fields, if they are declared with the fields (`resource/`) and not in `fields.ts`. */
  readonly labels?: Readonly<Record<string, Readonly<Record<Language, string>>>>;
  /** Labels of the values of its input fields, by field, for fields with a fixed choice. */
  readonly choices?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<Language, string>>>>>>;
  readonly input: I;
  readonly output: O;
}

/** Input that the caller passes. */
export type Input<C extends Call> = z.input<C["input"]>;
/** Input that the service receives, after validation. */
export type Parsed<C extends Call> = z.output<C["input"]>;
/** Output that the service returns and the caller receives (`data` of the envelope). */
export type Output<C extends Call> = z.output<C["output"]>;

interface Options<I extends z.ZodType, O extends z.ZodType> {
  summary: string;
  input?: I;
  output?: O;
  access?: Access;
  code?: Code | readonly Code[];
  effect?: boolean;
  file?: string;
  heavy?: boolean;
  bodyLimit?: number;
  labels?: NonNullable<Call["labels"]>;
}

/** Bytes of a file's content as text: three for each Chinese character. */
export const FILE_BYTES = 9 * 1024 * 1024;

const Nothing = z.object({});
/** Output of calls that answer nothing but success. */
export const Done = z.object({});

function call<I extends z.ZodType, O extends z.ZodType>(
  method: "GET" | "POST",
  encoding: Encoding,
  path: string,
  options: Options<I, O>,
): Call<I, O> {
  const open = path.startsWith("/api/open/");
  return {
    method,
    encoding,
    path,
    summary: options.summary,
    access: options.access ?? (open ? "cookie" : "venue"),
    codes: options.code === undefined ? [] : typeof options.code === "string" ? [options.code] : options.code,
    ...(options.file === undefined ? {} : { file: options.file }),
    ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
    ...(options.labels === undefined ? {} : { labels: options.labels }),
    effect: options.effect ?? false,
    heavy: options.heavy ?? options.file !== undefined,
    input: options.input ?? (Nothing as z.ZodType as I),
    output: options.output ?? (Done as z.ZodType as O),
  };
}

/** A reading call: values travel as query parameters. Numbers and booleans arrive as text, so input schemas coerce. */
export const get = <I extends z.ZodType = typeof Nothing, O extends z.ZodType = typeof Done>(
  path: string,
  options: Options<I, O>,
): Call<I, O> => call("GET", "query", path, options);

/** A JSON call. `effect` defaults to true: most POSTs change something; name `effect: false` on the reading ones. */
export const postJson = <I extends z.ZodType = typeof Nothing, O extends z.ZodType = typeof Done>(
  path: string,
  options: Options<I, O>,
): Call<I, O> => call("POST", "json", path, { effect: true, ...options });

/** A form-encoded call: token, source id and source name travel in the body. */
export const postForm = <I extends z.ZodType = typeof Nothing, O extends z.ZodType = typeof Done>(
  path: string,
  options: Options<I, O>,
): Call<I, O> => call("POST", "form", path, { effect: true, ...options });

/** A download (GET). */
export const download = <I extends z.ZodType = typeof Nothing>(
  path: string,
  options: Options<I, typeof Done> & { file: string },
): Call<I, typeof Done> & { readonly file: string } => ({ ...call("GET", "query", path, options), file: options.file });

/** Groups the calls of one resource; only there to say so, and to keep the types of its keys. */
export const resource = <T extends Record<string, Call>>(calls: T): T => calls;

/** The media type of the Excel files that exports give. */
export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Paging of lists: `page` is 0-based, `size` ≤ 500; both or neither (then 0 and 20). `sort` is `field,asc|desc`. */
export const PageQuery = z.object({
  page: wholeNumber(0, 1_000_000).default(0),
  size: wholeNumber(1, 500).default(20),
  sort: z
    .string()
    .regex(/^[A-Za-z]\w*,(asc|desc)$/)
    .optional(),
});

/** Spring Data's page. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    content: z.array(item),
    totalElements: z.number().int(),
    totalPages: z.number().int(),
    number: z.number().int(),
    size: z.number().int(),
    numberOfElements: z.number().int(),
    first: z.boolean(),
    last: z.boolean(),
    empty: z.boolean(),
    unsorted: z.array(z.string()).optional().describe("fields by which a list this long is not sorted"),
  });
/** A page of `T`. */
export interface Page<T> {
  content: T[];
  totalElements: number;
  totalPages: number;
  number: number;
  size: number;
  numberOfElements: number;
  first: boolean;
  last: boolean;
  empty: boolean;
  unsorted?: string[] | undefined;
}

/** Every handled answer, refusals included, is HTTP 200 with this (wire). */
export interface Envelope<T = unknown> {
  code: number;
  msg: string;
  data: T;
}

/** An opaque id. */
export const Id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w.:-]+$/)
  .describe("opaque id");
export const ById = z.object({ id: Id });
/** Address of a picture or file: one that was uploaded here, or an address of a CDN. */
export const FileUrl = z
  .string()
  .max(1000)
  .regex(/^(\/(?![/\\])|https:\/\/)[^\s"'<>]*$/, { error: "format" });
/** A list of comma-separated words in a query, or an array in JSON. */
export const Words = z
  .union([z.string(), z.array(z.string())])
  .transform((raw) => (Array.isArray(raw) ? raw : raw.split(",")).map((word) => word.trim()).filter((word) => word !== ""))
  .refine((words) => words.length <= 100, { params: { rule: "tooMany", max: 100 }, message: "tooMany" });
/** Text that a person types to find something; cleaned, at most 64 characters. */
export const SearchText = z.string().overwrite(cleanSearch).max(64);
/** A boolean that may arrive as text in a query. */
export const Flag = z.union([z.boolean(), z.enum(["true", "false"])]).transform((raw) => raw === true || raw === "true");
const mobile = (pattern: RegExp) =>
  z
    .string()
    .overwrite(cleanPhone)
    .regex(pattern, { error: (issue) => (issue.input === "" ? "required" : "mobile") })
    .describe("mobile, 11 digits");
/** Mobile number: 11 digits starting 13 to 19, whatever separators, country code or full-width digits it is typed with. */
export const Mobile = mobile(/^1[3-9]\d{9}$/);
/** As `Mobile`, or empty. */
export const MobileOrNone = mobile(/^(?:1[3-9]\d{9})?$/);
/** A reason that a person gives; kept in the log. */
export const Reason = z.string().trim().min(REASON_LENGTH.min).max(REASON_LENGTH.max);
