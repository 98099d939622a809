/** Crops a picture, by dragging or by keys, and describes it in words. */
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from "react";
import { MOST_WORDS } from "../../contract/core/picture-text";
import { apiAddress } from "../api/host";
import { Modal } from "../desk/Modal";
import { useT } from "../i18n/use-t";
import { Button } from "../ui/Button";
import { Failure } from "../ui/Failure";
import { type Box, cropPicture, largest, moveBox, resized, WHOLE } from "./crop";
import { uploadPicture } from "./use-picture-upload";
import "./pictures.css";
import { isOfInputMethod } from "../keys/ime";

export interface Picture {
  readonly url: string;
  /** Description of the picture in words. */
  readonly alt: string;
}

const SHAPES = [
  { name: "pictures.editPicture.free", of: undefined },
  { name: "pictures.editPicture.n11", of: 1 },
  { name: "pictures.editPicture.n43", of: 4 / 3 },
  { name: "pictures.editPicture.n169", of: 16 / 9 },
] as const;
const STEP = 0.02;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
/** Pictures stored elsewhere can't be read, and a frame of a moving picture does not move. */
const canCut = (url: string): boolean => /^\/files\/.*\.(png|jpg|webp)$/.test(url);

interface Props extends Picture {
  readonly onSave: (picture: Picture) => unknown;
  readonly onClose: () => void;
}

export function EditPicture({ url, alt, onSave, onClose }: Props) {
  const t = useT();
  const id = useId();
  const [words, setWords] = useState(alt);
  const [box, setBox] = useState(WHOLE);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const whole = box.w === 1 && box.h === 1;
      await onSave({ url: whole ? url : await uploadPicture(await cropPicture(apiAddress(url), box)), alt: words.trim() });
      onClose();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Modal title={t("pictures.editPicture.editPicture")} width={560} onClose={onClose}>
      <div className="picture-edit">
        {canCut(url) ? <Crop url={url} box={box} onBox={setBox} /> : <img src={apiAddress(url)} alt={alt} />}
        <label className="field-label" htmlFor={id}>
          {t("pictures.editPicture.description")}
        </label>
        <span className="input">
          <input
            id={id}
            value={words}
            maxLength={MOST_WORDS}
            autoComplete="off"
            placeholder={t("pictures.editPicture.readOutThoseWho")}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || isOfInputMethod(event)) return;
              event.preventDefault();
              void save();
            }}
          />
        </span>
        {failure !== undefined && <Failure>{failure}</Failure>}
        <div className="ask-ways">
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button kind="primary" busy={busy} onClick={() => void save()}>
            {t("pictures.editPicture.apply")}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function Crop({ url, box, onBox }: { readonly url: string; readonly box: Box; readonly onBox: (box: Box) => void }) {
  const t = useT();
  const image = useRef<HTMLImageElement>(null);
  const [shape, setShape] = useState<number>();
  /** Width by height in fractions of the picture. */
  const share = (of: number | undefined): number | undefined => {
    const { naturalWidth = 1, naturalHeight = 1 } = image.current ?? {};
    return of === undefined ? undefined : (of * naturalHeight) / naturalWidth;
  };
  const drag = (event: PointerEvent<HTMLElement>, change: (dx: number, dy: number) => Box): void => {
    event.stopPropagation();
    const { width, height } = image.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    const [startX, startY] = [event.clientX, event.clientY];
    const held = event.currentTarget;
    held.setPointerCapture(event.pointerId);
    const until = new AbortController();
    const follow = (at: globalThis.PointerEvent): void => onBox(change((at.clientX - startX) / width, (at.clientY - startY) / height));
    held.addEventListener("pointermove", follow, { signal: until.signal });
    held.addEventListener("lostpointercapture", () => until.abort(), { once: true });
  };
  const byKey = (event: KeyboardEvent): void => {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    onBox(event.shiftKey ? resized(box, step[0], step[1], share(shape)) : moveBox(box, step[0], step[1]));
  };
  return (
    <>
      <div className="crop-shapes" role="group" aria-label={t("pictures.editPicture.crop")}>
        {SHAPES.map(({ name, of }) => (
          <button
            key={name}
            type="button"
            className="chip"
            aria-pressed={shape === of}
            onClick={() => {
              setShape(of);
              onBox(largest(share(of)));
            }}
          >
            {t(name)}
          </button>
        ))}
      </div>
      <div className="crop-stage">
        <img ref={image} src={apiAddress(url)} alt="" draggable={false} />
        <button
          type="button"
          className="crop-box"
          aria-label={t("pictures.editPicture.cropArrowsMoveShift")}
          style={{ left: `${box.x * 100}%`, top: `${box.y * 100}%`, width: `${box.w * 100}%`, height: `${box.h * 100}%` }}
          onKeyDown={byKey}
          onPointerDown={(event) => drag(event, (dx, dy) => moveBox(box, dx, dy))}
        >
          <span className="crop-corner" onPointerDown={(event) => drag(event, (dx, dy) => resized(box, dx, dy, share(shape)))} />
        </button>
      </div>
    </>
  );
}
