/** The photos of an album: dropped, pasted or chosen to add; dragged, or moved by the keys, into order; one is the cover. */
import "./marketing.css";
import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { arrayMove, rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { useRef, useState } from "react";
import { apiAddress } from "../../api/host";
import { MOST_ADDED, type Photo, photos } from "../../../contract/albums";
import { invoke } from "../../api/invoke";
import { useRead } from "../../api/useRead";
import { useT } from "../../i18n/useT";
import type { AnyRow } from "../../resource/parts";
import { uploadPicture } from "../../resource/PictureField";
import { useCan } from "../../session/store";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { AskDelete } from "../../ui/AskDelete";
import { Icon } from "../../ui/Icon";
import { notify } from "../../ui/notices";

const ACCEPTED = "image/png,image/jpeg,image/webp,image/gif";
const MOST_BYTES = 5 * 1024 * 1024;

export function PhotoGrid({ row, again }: { readonly row: AnyRow; readonly again: () => void }) {
  const t = useT();
  const may = useCan("venue_photes_modify");
  const read = useRead(photos.list, { albumId: row.id });
  const [given, setGiven] = useState<readonly Photo[]>();
  const [busy, setBusy] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const all = given ?? read.data?.content ?? [];
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  /** Does a change and shows what it gave; what was shown before stays where it was refused. */
  const change = async (work: () => Promise<{ readonly content: readonly Photo[] }>): Promise<void> => {
    try {
      setGiven((await work()).content);
      again();
    } catch (error) {
      setGiven(undefined);
      await read.refetch();
      notify.error(error instanceof Error ? error.message : String(error));
    }
  };
  const add = async (files: readonly File[]): Promise<void> => {
    const taken = files.filter(({ type, size }) => ACCEPTED.includes(type) && type !== "" && size <= MOST_BYTES).slice(0, MOST_ADDED);
    const left = files.length - taken.length;
    const urls: string[] = [];
    try {
      for (const [i, file] of taken.entries()) {
        setBusy(t({ zh: "正在上传 {n} / {all}", en: "Uploading {n} of {all}" }, { n: i + 1, all: taken.length }));
        urls.push(await uploadPicture(file));
      }
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
    if (urls.length > 0) await change(() => invoke(photos.add, { albumId: row.id, urls }));
    if (left > 0)
      notify.error(
        t(
          {
            zh: "{left} 个文件没有上传：只收 5 MB 以内的图片，一次最多 {most} 张",
            en: "{left} files were not uploaded: pictures up to 5 MB, {most} at a time",
          },
          { left, most: MOST_ADDED },
        ),
      );
    setBusy("");
  };
  const drop = ({ active, over }: DragEndEvent): void => {
    const from = all.findIndex(({ id }) => id === active.id);
    const to = all.findIndex(({ id }) => id === over?.id);
    if (from < 0 || to < 0 || from === to) return;
    const next = arrayMove([...all], from, to);
    setGiven(next);
    void change(() => invoke(photos.order, { albumId: row.id, photoIds: next.map(({ id }) => id) }));
  };
  return (
    <section
      className="photos"
      aria-label={t({ zh: "照片", en: "Photos" })}
      onPaste={(event) => may && void add([...event.clipboardData.files])}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (may) void add([...event.dataTransfer.files]);
      }}
    >
      <header className="sec-t">
        <h3>{t({ zh: "照片", en: "Photos" })}</h3>
        {may && (
          <Button icon="plus" busy={busy !== ""} onClick={() => input.current?.click()}>
            {busy || t({ zh: "上传照片", en: "Upload photos" })}
          </Button>
        )}
      </header>
      {all.length === 0 ? (
        <EmptyState
          icon="image"
          title={t({ zh: "还没有照片", en: "No photos yet" })}
          hint={t({ zh: "把图片拖到这里，或点“上传照片”", en: "Drop pictures here, or press “Upload photos”" })}
        />
      ) : (
        <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
          <SortableContext items={all.map(({ id }) => id)} strategy={rectSortingStrategy} disabled={!may}>
            <ol>
              {all.map((photo, i) => (
                <One
                  key={photo.id}
                  photo={photo}
                  at={i + 1}
                  may={may}
                  onCover={() => void change(() => invoke(photos.cover, { id: photo.id }))}
                  onCaption={(caption) => void change(() => invoke(photos.caption, { id: photo.id, caption }))}
                  onRemove={() => void change(() => invoke(photos.remove, { id: photo.id }))}
                />
              ))}
            </ol>
          </SortableContext>
        </DndContext>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        onChange={(event) => {
          void add([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </section>
  );
}

function One({
  photo,
  at,
  may,
  onCover,
  onCaption,
  onRemove,
}: {
  readonly photo: Photo;
  readonly at: number;
  readonly may: boolean;
  readonly onCover: () => void;
  readonly onCaption: (caption: string) => void;
  readonly onRemove: () => void;
}) {
  const t = useT();
  const [removing, setRemoving] = useState(false);
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: photo.id });
  const name = photo.title || t({ zh: "照片 {n}", en: "Photo {n}" }, { n: at });
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? "dragged" : undefined}
      style={{ transform: CSS.Transform.toString(transform), ...(transition ? { transition } : {}) }}
    >
      <img src={apiAddress(photo.url)} alt={name} loading="lazy" draggable={false} />
      {photo.cover && <span className="photo-cover">{t({ zh: "封面", en: "Cover" })}</span>}
      {may ? (
        <>
          <input
            className="photo-title"
            defaultValue={photo.title}
            maxLength={60}
            aria-label={t({ zh: "{name}的说明", en: "Caption of {name}" }, { name })}
            placeholder={t({ zh: "写一句说明", en: "Caption" })}
            onBlur={(event) => event.target.value.trim() !== photo.title && onCaption(event.target.value.trim())}
          />
          <span className="photo-acts">
            <button
              type="button"
              {...attributes}
              {...listeners}
              aria-label={t({ zh: "移动{name}：空格拿起，方向键移动", en: "Move {name}: Space, then the arrows" }, { name })}
            >
              <Icon name="drag" />
            </button>
            <button
              type="button"
              aria-label={t({ zh: "设{name}为封面", en: "Make {name} the cover" }, { name })}
              disabled={photo.cover}
              onClick={onCover}
            >
              <Icon name="star" />
            </button>
            <button type="button" aria-label={t({ zh: "删除{name}", en: "Delete {name}" }, { name })} onClick={() => setRemoving(true)}>
              <Icon name="trash" />
            </button>
          </span>
          {removing && (
            <AskDelete
              name={photo.title || name}
              onClose={() => setRemoving(false)}
              onDelete={() => {
                setRemoving(false);
                onRemove();
              }}
            />
          )}
        </>
      ) : (
        photo.title !== "" && <span className="photo-title">{photo.title}</span>
      )}
    </li>
  );
}
