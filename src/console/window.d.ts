/** Made by the inline script of index.html before the first paint. */
interface Window {
  /** `early`: requests started before the console's code arrived, by URL; whoever takes one removes it. */
  __boot?: { page: "login" | "console"; early: Record<string, Promise<Response>> };
}
