/** The photos of an album, in the order in which customers see them; one is the cover. */
import { useState } from "react";
import { MOST_ADDED, MOST_PHOTOS, type Photo, photos } from "../../../contract/marketing/albums";
import { act } from "../../api/act";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { type Item, Pictures } from "../../pictures/Pictures";
import type { AnyRow } from "../../resource/parts";
import { useCan } from "../../providers/access-control";
import { useSession } from "../../session/store";
import { AskDelete } from "../../ui/AskDelete";
import { notify } from "../../ui/notices";

export function PhotoGrid({ row, again }: { readonly row: AnyRow; readonly again: () => void }) {
  const t = useT();
  const may = useCan("venue_photes_modify");
  const { venueId = "" } = useSession();
  const read = useRead(photos.list, { venueId, albumId: row.id });
  const [given, setGiven] = useState<readonly Photo[]>();
  const [removing, setRemoving] = useState<Item>();
  const all = given ?? read.data?.content ?? [];
  const items = all.map(({ id, url, title, cover }) => ({ id, url, alt: title, cover }));
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
  const order = (next: readonly Item[]): void => {
    setGiven(next.flatMap(({ id }) => all.filter((photo) => photo.id === id)));
    void change(() => act(photos.order, { albumId: row.id, photoIds: next.map(({ id }) => id) }));
  };
  return (
    <section className="stack" aria-label={t("marketing.photoGrid.photos")}>
      <h3>{t("marketing.photoGrid.photos")}</h3>
      {items.length === 0 && (
        <p className="mut">{may ? t("marketing.photoGrid.noPhotosYetUpload") : t("marketing.photoGrid.noPhotosYet")}</p>
      )}
      <Pictures
        items={items}
        max={MOST_PHOTOS}
        atOnce={MOST_ADDED}
        fixed={!may}
        onAdd={(urls) => change(() => act(photos.add, { albumId: row.id, urls: [...urls] }))}
        onOrder={order}
        onEdit={({ id }, { url, alt }) => change(() => act(photos.modify, { id, url, caption: alt }))}
        onRemove={setRemoving}
        onCover={({ id }) => void change(() => act(photos.cover, { id }))}
      />
      {removing && (
        <AskDelete
          name={removing.alt || t("marketing.photoGrid.photo")}
          onClose={() => setRemoving(undefined)}
          onDelete={() => {
            setRemoving(undefined);
            void change(() => act(photos.remove, { id: removing.id }));
          }}
        />
      )}
    </section>
  );
}
