/** On Apple devices the command key, elsewhere Ctrl. */
export const isApple = typeof navigator === "object" && /mac|iphone|ipad/i.test(navigator.platform);

/**
 * A key cap. `mod` puts the platform's command key before it: ⌘K or Ctrl K.
 * For eyes only: the control beside it names its keys in `aria-keyshortcuts`.
 */
export function Kbd({ children, mod = false }: { children: string; mod?: boolean }) {
  return <kbd aria-hidden>{mod ? (isApple ? `⌘${children}` : `Ctrl ${children}`) : children}</kbd>;
}
