import type { Block, Span } from "./blocks";

/** Draws a help page. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  // Help does not change while it is read: places serve as keys.
  return blocks.map((block, i) => <One key={i} block={block} />);
}

function One({ block }: { block: Block }) {
  if ("spans" in block) return block.kind === "title" ? <h3>{words(block.spans)}</h3> : <p>{words(block.spans)}</p>;
  const items = block.items.map((item, i) => <li key={i}>{words(item)}</li>);
  return block.kind === "steps" ? <ol>{items}</ol> : <ul>{items}</ul>;
}

const words = (spans: readonly Span[]) =>
  spans.map(({ kind, text }, i) => {
    if (kind === "strong") return <b key={i}>{text}</b>;
    if (kind === "key") return <kbd key={i}>{text}</kbd>;
    return text;
  });
