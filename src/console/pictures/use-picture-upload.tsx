/** Takes pictures in: chosen, pasted or dropped; uploads them one after the other and gives their addresses. */
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from "react";
import { uploads } from "../../contract/uploads/uploads";
import { dataUrl } from "../api/data-url";
import { invoke } from "../api/invoke";
import { useT } from "../i18n/use-t";
import { session } from "../session/store";
import { notify } from "../ui/notices";

const ACCEPTED: readonly string[] = ["image/png", "image/jpeg", "image/webp", "image/gif"];
const MOST_BYTES = 5 * 1024 * 1024;

/** Uploads one picture under a token of its own. @returns its address */
export async function uploadPicture(file: Blob): Promise<string> {
  const organizationId = session().venue?.siteTypeSourceId;
  const { upToken } = await invoke(uploads.upToken, organizationId ? { organizationId } : {});
  const { url } = await invoke(uploads.base64, { upToken, image: await dataUrl(file) });
  return url;
}

interface Upload {
  /** Name of the running action, if any. */
  readonly busy: string | undefined;
  /** Opens the choice of files. */
  readonly choose: () => void;
  /** For the element that takes what is pasted and dropped. */
  readonly surface: {
    readonly onPasteCapture: (event: ClipboardEvent) => void;
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDropCapture: (event: DragEvent) => void;
  };
  /** The input, to be drawn somewhere inside. */
  readonly input: ReactNode;
}

/**
 * @param label what the input is called
 * @param room how many pictures may be added; 0: none
 * @param onUploaded gets the addresses of what was uploaded, in order; what failed or did not fit is said to the person
 */
export function usePictureUpload(label: string, room: number, onUploaded: (urls: readonly string[]) => unknown): Upload {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState<string>();
  const add = async (files: readonly File[]): Promise<void> => {
    const accepted = files.filter(({ type, size }) => ACCEPTED.includes(type) && size <= MOST_BYTES).slice(0, room);
    const urls: string[] = [];
    try {
      for (const [i, file] of accepted.entries()) {
        setBusy(t("pictures.usePictureUpload.uploading", { n: i + 1, all: accepted.length }));
        urls.push(await uploadPicture(file));
      }
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
    if (urls.length > 0) await onUploaded(urls);
    setBusy(undefined);
    if (files.length > accepted.length)
      notify.error(t("pictures.usePictureUpload.filesNotUploadedPictures", { left: files.length - accepted.length, room }));
  };
  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer): void => {
    // Documents and sheets put text on the clipboard, whatever picture accompanies it.
    if (data.files.length === 0 || data.types.includes("text/plain")) return;
    event.preventDefault();
    event.stopPropagation();
    if (busy === undefined) void add([...data.files]);
  };
  return {
    busy,
    choose: () => input.current?.click(),
    surface: {
      onPasteCapture: (event) => take(event, event.clipboardData),
      onDragOver: (event) => event.preventDefault(),
      onDropCapture: (event) => take(event, event.dataTransfer),
    },
    input: (
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={ACCEPTED.join(",")}
        multiple={room > 1}
        onChange={(event) => {
          void add([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    ),
  };
}
