import { parseJson, unwrap } from "./answer";

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

/** A download passes through, unless the server answered the envelope: then it refuses, or carries small JSON such as a token. */
export async function readFile(answer: Response, onBytes?: (received: number) => void): Promise<Download> {
  const blob = await (onBytes && answer.body ? counted(answer, answer.body, onBytes) : answer.blob());
  if ((answer.headers.get("content-type") ?? "").includes("json")) {
    const value = parseJson(await blob.text());
    if (typeof value === "object" && value !== null && "code" in value && "msg" in value) unwrap(value);
  }
  return { blob, name: fileName(answer.headers.get("content-disposition") ?? "") };
}

async function counted(answer: Response, body: ReadableStream<Uint8Array>, onBytes: (received: number) => void): Promise<Blob> {
  let received = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      onBytes((received += chunk.length));
      controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(counting), { headers: answer.headers }).blob();
}

/** Hands a file to the person: the browser's own "save". */
export function saveFile({ blob, name }: Download): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
