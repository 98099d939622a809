/** Millimetres of a PDF's pages, each as [width, height]. */
export function pagesOf(pdf: Buffer): [number, number][] {
  const boxes = [...pdf.toString("latin1").matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  return boxes.map(([, width, height]) => [Math.round((Number(width) / 72) * 25.4), Math.round((Number(height) / 72) * 25.4)]);
}
