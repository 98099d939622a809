/** Help pages: one Markdown file a screen and language, `pages/<language>/<screen>.md`, fetched on demand. */
import { type Language, LANGUAGES } from "../../contract/core/enums";
import { screens } from "../resources";
import { type Block, blocksOf } from "./blocks";

const pages: Readonly<Record<string, () => Promise<string>>> = import.meta.glob<string>("./pages/*/*.md", {
  query: "?raw",
  import: "default",
});

/** True if a page of that name exists in every language. */
export const hasHelp = (screen: string): boolean => LANGUAGES.every((language) => pages[`./pages/${language}/${screen}.md`] !== undefined);

/** @returns the page's blocks: written, or else derived from the screen's declaration. @throws when it can't be fetched */
export async function loadHelp(name: string, language: Language): Promise<readonly Block[]> {
  const page = pages[`./pages/${language}/${name}.md`];
  if (!page) {
    const screen = screens.find((each) => each.name === name);
    if (!screen?.declared) return [];
    const [declaration, { deriveHelp }] = await Promise.all([screen.declared(), import("./derive")]);
    return deriveHelp(declaration, screen.action, language);
  }
  const [source, { lexer }] = await Promise.all([page(), import("marked")]);
  return blocksOf(source, lexer);
}
