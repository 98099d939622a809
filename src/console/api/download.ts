/** A file that a call answered with. */
export interface Download {
  readonly blob: Blob;
  readonly name: string;
}

/** The file name of a Content-Disposition; `filename*` wins, as it may carry Chinese. */
export function fileName(disposition: string | undefined): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition ?? "")?.[1] ?? "download";
}

/** Hands a file to the person: the browser's own "save". */
export function saveFile({ blob, name }: Download): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
