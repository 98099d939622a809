/** A help page as data: the part of Markdown that help is written in. Text goes to the page as text, never as HTML. */
import type { Token, Tokens } from "marked";

/** A stretch of words. */
export interface Span {
  readonly kind: "text" | "strong" | "key";
  readonly text: string;
}
export type Block =
  | { readonly kind: "title" | "text"; readonly spans: readonly Span[] }
  | { readonly kind: "steps" | "list"; readonly items: readonly (readonly Span[])[] };

/** Source → blocks. @throws TypeError where the source uses more of Markdown than help does */
type Lexer = (source: string) => readonly Token[];

const isA = <T extends Token["type"]>(token: Token, type: T): token is Extract<Token, { type: T }> => token.type === type;

function spansOf(tokens: readonly Token[] | undefined): readonly Span[] {
  return (tokens ?? []).flatMap((token): readonly Span[] => {
    if (token.type === "strong") return [{ kind: "strong", text: (token as Tokens.Strong).text }];
    if (token.type === "codespan") return [{ kind: "key", text: (token as Tokens.Codespan).text }];
    if (token.type === "text" && "tokens" in token && token.tokens) return spansOf(token.tokens);
    if (token.type === "text" || token.type === "escape") return [{ kind: "text", text: (token as Tokens.Text).text }];
    throw new TypeError(`help is not written with ${token.type}`);
  });
}

/** @throws TypeError as above */
export function blocksOf(source: string, lexer: Lexer): readonly Block[] {
  return lexer(source).flatMap((token): readonly Block[] => {
    if (isA(token, "space")) return [];
    if (token.type === "heading") return [{ kind: "title", spans: spansOf((token as Tokens.Heading).tokens) }];
    if (token.type === "paragraph") return [{ kind: "text", spans: spansOf((token as Tokens.Paragraph).tokens) }];
    if (token.type === "list") {
      const list = token as Tokens.List;
      return [{ kind: list.ordered ? "steps" : "list", items: list.items.map((item) => spansOf(item.tokens)) }];
    }
    throw new TypeError(`help is not written with ${token.type}`);
  });
}
