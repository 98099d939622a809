import type { AxiosResponse } from "axios";

/** A file that a call answered with. */
export interface Download {
  readonly blob: Blob;
  readonly name: string;
}

/** The file name of a Content-Disposition; `filename*` wins, as it may carry Chinese. */
function fileName(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? "download";
}

/** The file of a response with its name. */
export const fileOf = ({ data, headers }: AxiosResponse<Blob>): Download => ({
  blob: data,
  name: fileName(String(headers["content-disposition"] ?? "")),
});

/** Hands a file to the person: the browser's own "save". */
export function saveFile({ blob, name }: Download): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
