/**
 * Makes elements by their HTML, for drawings of thousands that are mostly alike: each text is parsed once and copied from then on, which costs
 * half of parsing it again. What a person typed is no part of the text, but put into the copy afterwards.
 */
export function createStamps(): (html: string) => HTMLElement {
  const models = new Map<string, HTMLElement>();
  const parse = (html: string): HTMLElement => {
    const template = document.createElement("template");
    template.innerHTML = html;
    const model = template.content.firstElementChild;
    if (!(model instanceof HTMLElement)) throw new Error(`no element: ${html}`);
    // Of this document already, a copy need not be adopted when it is put in.
    return document.adoptNode(model);
  };
  return (html) => {
    let model = models.get(html);
    if (!model) models.set(html, (model = parse(html)));
    return document.importNode(model, true);
  };
}
