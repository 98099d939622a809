/**
 * Session values that triggers and policies read, set for one transaction by `SET LOCAL`. `set_config` is a function, so where the tables are
 * spread over machines it would be called on this one only; `SET LOCAL` reaches all of them.
 */
import { sql } from "kysely";
import pg from "pg";
import type { Db } from "./client";

/** Quotes a value for a statement that takes no parameters. */
export const quoted = (value: string): string => pg.escapeLiteral(value.replaceAll("\0", ""));

/** Builds `SET LOCAL app.address = '…'; SET LOCAL …`, which travels as one message. */
export const settingText = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `SET LOCAL ${name} = ${quoted(value)}`)
    .join("; ");

/** Sets values until the transaction ends. */
export const setLocal = (tx: Db, values: Readonly<Record<string, string>>): Promise<unknown> => sql.raw(settingText(values)).execute(tx);
