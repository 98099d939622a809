/** Longest wait for a frame that does not come: a browser draws none where nobody looks. */
const PATIENCE_MS = 500;

/** Resolves once what is drawn now is on the screen. */
export const nextPaint = (): Promise<void> =>
  new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
    setTimeout(done, PATIENCE_MS);
  });
