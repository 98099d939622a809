/** Finding a document by its number, of whatever kind it is. */
import { z } from "#zod";
import { get, Id, resource } from "./call";
import { cleanCode } from "./typed/code";
import { documentOf, FINDABLE, type DocumentKind } from "./document-kinds";
import { Day } from "./time";

const KINDS = Object.keys(FINDABLE) as [DocumentKind, ...DocumentKind[]];

/** A document that a number names, with what its pages are opened by. */
export const FoundDocument = z.object({
  kind: z.enum(KINDS),
  id: Id,
  no: z.string(),
  /** Record it belongs to, where that is opened instead: the member, the sale, the session, the open play. */
  parent: Id.nullable(),
  day: Day.nullable(),
});
export type FoundDocument = z.infer<typeof FoundDocument>;

export const documents = resource({
  find: get("/api/manage/venue/document/find", {
    summary: "The document that a whole number names, if the person may see its kind; nothing else",
    code: [...new Set(Object.values(FINDABLE).flatMap(({ codes }) => [...codes]))],
    input: z.object({ no: z.string().trim().min(10).max(24) }),
    output: FoundDocument.nullable(),
  }),
});

/** Returns the document that was typed or scanned as a whole number, with or without its hyphen; undefined for anything else. */
export function typedDocument(text: string): ReturnType<typeof documentOf> {
  const [, prefix = "", day = "", number = ""] = /^([A-Za-z]{1,2})(\d{8})(\d{4,})$/.exec(cleanCode(text).replace(/[\s-]/g, "")) ?? [];
  return documentOf(`${prefix}${day}-${number}`);
}
