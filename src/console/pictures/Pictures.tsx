/** Pictures in their order: added, dragged or moved by the keys, cropped, described, taken out. All screens with pictures have this. */
import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { arrayMove, rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { useState } from "react";
import { apiAddress } from "../api/host";
import { useT } from "../i18n/use-t";
import { Icon } from "../ui/Icon";
import { EditPicture, type Picture } from "./EditPicture";
import { usePictureUpload } from "./use-picture-upload";
import "./pictures.css";

export interface Item extends Picture {
  readonly id: string;
  readonly cover?: boolean;
}

interface Props<I extends Item> {
  readonly items: readonly I[];
  /** Largest number of pictures, and of pictures added at once. */
  readonly max: number;
  readonly atOnce?: number;
  /** Shows them only. */
  readonly fixed?: boolean;
  /** Id of the button that adds. */
  readonly id?: string | undefined;
  readonly onAdd: (urls: readonly string[]) => unknown;
  readonly onOrder: (items: readonly I[]) => void;
  readonly onEdit: (item: I, next: Picture) => unknown;
  readonly onRemove: (item: I) => void;
  /** Called when a picture becomes the cover, if one of them is the cover. */
  readonly onCover?: (item: I) => void;
}

export function Pictures<I extends Item>(props: Props<I>) {
  const { items, max, atOnce = max, fixed = false, id, onAdd, onOrder } = props;
  const t = useT();
  const label = t("pictures.pictures.upload");
  const room = fixed ? 0 : Math.min(max - items.length, atOnce);
  const upload = usePictureUpload(label, room, onAdd);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const drop = ({ active, over }: DragEndEvent): void => {
    const from = items.findIndex((item) => item.id === active.id);
    const to = items.findIndex((item) => item.id === over?.id);
    if (from >= 0 && to >= 0 && from !== to) onOrder(arrayMove([...items], from, to));
  };
  return (
    <div className="pictures" {...(fixed ? {} : upload.surface)}>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={items.map((item) => item.id)} strategy={rectSortingStrategy}>
          <ol>
            {items.map((item, i) => (
              <One key={item.id} {...props} item={item} at={i + 1} />
            ))}
            {room > 0 && (
              <li className="picture-new">
                <button type="button" className="picture-add" id={id} aria-busy={upload.busy !== undefined} onClick={upload.choose}>
                  <Icon name="plus" />
                  {upload.busy ?? label}
                </button>
              </li>
            )}
          </ol>
        </SortableContext>
      </DndContext>
      {upload.input}
    </div>
  );
}

function One<I extends Item>({
  item,
  at,
  items,
  fixed = false,
  onEdit,
  onRemove,
  onCover,
}: Props<I> & { readonly item: I; readonly at: number }) {
  const t = useT();
  const [editing, setEditing] = useState(false);
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: item.id, disabled: fixed });
  const name = item.alt || t("pictures.pictures.picture", { n: at });
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? "dragged" : undefined}
      style={{ transform: CSS.Transform.toString(transform), ...(transition ? { transition } : {}) }}
    >
      <img src={apiAddress(item.url)} alt={name} loading="lazy" draggable={false} />
      {item.cover && <span className="picture-mark">{t("pictures.pictures.cover")}</span>}
      {item.alt !== "" && <span className="picture-words">{item.alt}</span>}
      {!fixed && (
        <span className="picture-acts">
          {items.length > 1 && (
            <button
              type="button"
              {...attributes}
              {...listeners}
              className="picture-move"
              aria-label={t("pictures.pictures.moveSpaceThenArrows", { name })}
            >
              <Icon name="drag" />
            </button>
          )}
          {onCover && (
            <button
              type="button"
              aria-label={t("pictures.pictures.makeCover", { name })}
              disabled={item.cover}
              title={item.cover ? t("pictures.pictures.coverAlready") : undefined}
              onClick={() => onCover(item)}
            >
              <Icon name="star" />
            </button>
          )}
          <button type="button" aria-label={t("pictures.pictures.edit", { name })} onClick={() => setEditing(true)}>
            <Icon name="edit" />
          </button>
          <button type="button" aria-label={t("pictures.pictures.delete", { name })} onClick={() => onRemove(item)}>
            <Icon name="trash" />
          </button>
        </span>
      )}
      {editing && <EditPicture url={item.url} alt={item.alt} onSave={(next) => onEdit(item, next)} onClose={() => setEditing(false)} />}
    </li>
  );
}
