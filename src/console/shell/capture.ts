/** Errors are captured in development only: a desk in use has nobody who reads them. */
export function capture(error: unknown): void {
  if (import.meta.env.DEV) console.error(error);
}
