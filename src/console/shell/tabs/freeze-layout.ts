/**
 * React hides a page with `display: none !important` in its style, which throws the page's layout away: to lay it out again made up a third of a
 * switch of tabs. Only a rule from within the element's own shadow is stronger. What is skipped by `content-visibility` is neither seen, heard,
 * found nor reached by keys, and costs nothing while it is out of sight; a browser that can't do it has React's way. It is next to the
 * page, for it would take the clicks above it.
 */
const RULES = `
  @supports (content-visibility: hidden) {
    :host { display: block !important; }
    :host([data-away]) { position: absolute; inset: 0 100% 0 -100%; content-visibility: hidden; }
  }`;
let sheet: CSSStyleSheet | undefined;

/** Makes an element keep the layout of what is in it while it has the attribute `data-away`. */
export function freezeLayoutWhileHidden(element: HTMLElement): void {
  if (element.shadowRoot || !("replaceSync" in CSSStyleSheet.prototype)) return;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(RULES);
  }
  const shadow = element.attachShadow({ mode: "open" });
  shadow.adoptedStyleSheets = [sheet];
  shadow.append(document.createElement("slot"));
}
