/**
 * Makes elements by their HTML, for drawings of thousands that are mostly alike: each is parsed once and copied from then on, which costs
 * half of parsing it again. What a person typed is no part of the text, but put into the copy afterwards.
 */
export function createStamps<Shape extends object>(html: (shape: Shape) => string): (shape: Shape) => Element {
  const models = new Map<string, Element>();
  const parse = (text: string): Element => {
    const template = document.createElement("template");
    template.innerHTML = text;
    const model = template.content.firstElementChild;
    if (!model) throw new Error(`no element: ${text}`);
    // Adopt the model into this document now, so that its copies need no adoption on insertion.
    return document.adoptNode(model);
  };
  return (shape) => {
    const key = Object.values(shape).join("/");
    let model = models.get(key);
    if (!model) models.set(key, (model = parse(html(shape))));
    return document.importNode(model, true);
  };
}
