/**
 * Adds lines to files that people also edit. A place is found by the text there, and where it is not found nothing is written at all:
 * the message says what was looked for.
 */

/** A file with its text, while additions are gathered. */
export class Edited {
  readonly path: string;
  text: string;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
  }

  /** Adds an import after the last one at the top. */
  addImport(line: string): this {
    const imports = [...this.text.matchAll(/^import [^;]*;[^\S\n]*\n/gm)];
    const last = imports.at(-1);
    if (last === undefined) throw this.lost("an import");
    return this.insertAt(last.index + last[0].length, `${line}\n`);
  }

  /** Imports a name from a module, with what is imported from it already. */
  addToImport(from: string, name: string): this {
    const found = [...this.text.matchAll(/^import \{([^}]*)\} from "([^"]+)";/gm)].find(([, , module]) => module === from);
    if (found === undefined) return this.addImport(`import { ${name} } from "${from}";`);
    const names = (found[1] ?? "").split(",").map((one) => one.trim());
    if (names.includes(name)) return this;
    return this.replace(
      found.index,
      found.index + found[0].length,
      `import { ${[...names, name].filter((one) => one !== "").join(", ")} } from "${from}";`,
    );
  }

  /** Adds text at the end. */
  append(text: string): this {
    return this.insertAt(this.text.length, text);
  }

  /**
   * Adds an entry at the end of a list in brackets.
   * @param opening the text before the list, up to and with its bracket; must occur once
   */
  addToList(opening: string, entry: string): this {
    const start = this.only(opening) + opening.length;
    const end = closing(this.text, start);
    if (end === -1) throw this.lost(`the end of ${opening}`);
    const inside = this.text.slice(start, end).trimEnd();
    const comma = inside === "" || inside.endsWith(",") ? "" : ",";
    return this.replace(start, end, `${inside}${comma} ${entry},\n`);
  }

  /** Adds one more name after the last of `extends A, B {}`. */
  addBase(opening: string, name: string): this {
    const start = this.only(opening);
    const body = this.text.indexOf("{", start);
    if (body === -1) throw this.lost(`the end of ${opening}`);
    return this.replace(start, body, `${this.text.slice(start, body).trimEnd()}, ${name} `);
  }

  private only(what: string): number {
    const at = this.text.indexOf(what);
    if (at === -1 || this.text.includes(what, at + 1)) throw this.lost(what);
    return at;
  }

  private insertAt(at: number, what: string): this {
    return this.replace(at, at, what);
  }

  private replace(from: number, to: number, what: string): this {
    this.text = this.text.slice(0, from) + what + this.text.slice(to);
    return this;
  }

  private lost(what: string): Error {
    return new Error(`${this.path} does not look as expected: ${JSON.stringify(what)} is not there exactly once. Nothing was written`);
  }
}

const PAIRS: Readonly<Record<string, string>> = { "{": "}", "[": "]", "(": ")" };

/** Returns the position at which the bracket opened just before `start` closes; skips strings and comments. −1 if it does not close. */
export function closing(text: string, start: number): number {
  const open = [PAIRS[text[start - 1] ?? ""] ?? ""];
  const tokens = /\/\/.*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[{}[\]()]/g;
  tokens.lastIndex = start;
  for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
    const [token] = found;
    if (PAIRS[token] !== undefined) open.push(PAIRS[token]);
    else if (token === open.at(-1)) {
      open.pop();
      if (open.length === 0) return found.index;
    }
  }
  return -1;
}
