/** The statements of a service, as it sends them. */
import pg from "pg";

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Runs `work` and gives the reading statements that it sent, in order, without those that count. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = [];
  const { prototype } = pg.Client;
  // oxlint-disable-next-line typescript/unbound-method -- called below with the client that it belongs to
  const { query } = prototype;
  const watched = function (this: pg.Client, ...args: unknown[]): unknown {
    const [question, given] = args;
    const { text, values } = isConfig(question) ? question : { text: question, values: given };
    if (typeof text === "string" && /^(select(?! count)|with )/i.test(text) && !text.includes("set_config"))
      seen.push({ text, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(query, this, args);
  };
  Object.assign(prototype, { query: watched });
  try {
    await work();
  } finally {
    Object.assign(prototype, { query });
  }
  return seen;
}

const isConfig = (asked: unknown): asked is { text: unknown; values?: unknown } =>
  typeof asked === "object" && asked !== null && "text" in asked;
