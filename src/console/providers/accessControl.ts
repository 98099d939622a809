import type { AccessControlProvider } from "@refinedev/core";
import { ALL_CODES, type Code } from "../../contract/core/permissions";
import type { Action } from "../registry";
import { screenOf } from "../resources";
import { lackingCode } from "../session/access";
import { session } from "../session/store";

const isCode = (text: unknown): text is Code => ALL_CODES.some((code) => code === text);
const PAGE_OF: Readonly<Record<string, Action>> = { list: "list", show: "show", create: "create", clone: "create", edit: "edit" };

/** Refine's buttons: a code given as `meta={{ code }}`, else the code of the page that the action opens. A look-up in a Set. */
export const accessControlProvider: AccessControlProvider = {
  can: async ({ resource, action, params }) => {
    const codes = session().codes ?? new Set<Code>();
    const asked: unknown = params?.["meta"]?.code;
    if (isCode(asked)) return { can: codes.has(asked) };
    const page = PAGE_OF[action];
    const screen = resource && page ? screenOf(resource, page) : undefined;
    const lacking = screen && lackingCode(screen, codes);
    return lacking === undefined ? { can: true } : { can: false, reason: lacking };
  },
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true }, queryOptions: { staleTime: Number.POSITIVE_INFINITY } },
};
