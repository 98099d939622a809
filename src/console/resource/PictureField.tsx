/** Uploads pictures: chosen, pasted or dropped; put in order, taken out. The value is the address of one, or of many in order. */
import { useRef, useState } from "react";
import { apiAddress } from "../api/host";
import { uploads } from "../../contract/uploads";
import { invoke } from "../api/invoke";
import { useT } from "../i18n/useT";
import { session } from "../session/store";
import { Icon } from "../ui/Icon";
import { notify } from "../ui/notices";

const ACCEPTED = "image/png,image/jpeg,image/webp,image/gif";
const MOST_BYTES = 5 * 1024 * 1024;
const TOO_BIG = { zh: "“{name}”超过 5 MB，没有上传；请缩小后再选", en: "“{name}” is over 5 MB and was not uploaded; make it smaller" };

/** A file as a data URL. */
export const asText = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : ""));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable")));
    reader.readAsDataURL(file);
  });

/** Uploads one picture under a token of its own. @returns its address */
export async function uploadPicture(file: Blob): Promise<string> {
  const organizationId = session().venue?.siteTypeSourceId;
  const { upToken } = await invoke(uploads.upToken, organizationId ? { organizationId } : {});
  const { url } = await invoke(uploads.base64, { upToken, image: await asText(file) });
  return url;
}

interface Props {
  readonly many: boolean;
  readonly max: number;
  readonly value: unknown;
  readonly onChange: (value: string | null | string[]) => void;
  readonly id?: string | undefined;
}

export function PictureField({ many, max, value, onChange, id }: Props) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const all = Array.isArray(value) ? value.map(String) : typeof value === "string" && value !== "" ? [value] : [];
  const give = (next: readonly string[]): void => onChange(many ? [...next] : (next[0] ?? null));
  const add = async (files: readonly File[]): Promise<void> => {
    setBusy(true);
    let next = all;
    try {
      for (const file of files.filter(({ type }) => type.startsWith("image/"))) {
        if (file.size > MOST_BYTES) notify.error(t(TOO_BIG, { name: file.name }));
        else next = many ? [...next, await uploadPicture(file)].slice(0, max) : [await uploadPicture(file)];
      }
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
    give(next);
  };
  const swap = (at: number, to: number): void => {
    const next = [...all];
    next.splice(to, 0, ...next.splice(at, 1));
    give(next);
  };
  const label = t({ zh: "上传图片", en: "Upload" });
  return (
    <div
      className="pictures"
      onPaste={(event) => void add([...event.clipboardData.files])}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void add([...event.dataTransfer.files]);
      }}
    >
      {all.map((address, i) => (
        <figure key={address}>
          <img src={apiAddress(address)} alt={t({ zh: "图片 {n}", en: "Picture {n}" }, { n: i + 1 })} />
          <figcaption>
            {many && i > 0 && (
              <button type="button" aria-label={t({ zh: "前移", en: "Move forward" })} onClick={() => swap(i, i - 1)}>
                <Icon name="chevron-left" size="s" />
              </button>
            )}
            {many && i < all.length - 1 && (
              <button type="button" aria-label={t({ zh: "后移", en: "Move back" })} onClick={() => swap(i, i + 1)}>
                <Icon name="chevron-right" size="s" />
              </button>
            )}
            <button type="button" aria-label={t("common.delete")} onClick={() => give(all.filter((_, at) => at !== i))}>
              <Icon name="close" size="s" />
            </button>
          </figcaption>
        </figure>
      ))}
      {(many ? all.length < max : all.length === 0) && (
        <button type="button" className="picture-add" id={id} aria-busy={busy} disabled={busy} onClick={() => input.current?.click()}>
          <Icon name="plus" />
          {busy ? t({ zh: "正在上传", en: "Uploading" }) : label}
        </button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={ACCEPTED}
        multiple={many}
        onChange={(event) => {
          void add([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </div>
  );
}
