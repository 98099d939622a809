/** The whole venue as one file, for administrators: how much it will be, and how far it came. */
import { useState } from "react";
import { venue } from "../../../contract/venue/venue";
import { saveFile } from "../../api/download";
import { invoke, invokeFile } from "../../api/invoke";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";

/** As long as a file may take. */
const WAIT_MS = 3_600_000;
const MEGABYTE = 1_048_576;
const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);

export function ExportVenue() {
  const t = useT();
  const [size, setSize] = useState<{ readonly rows: number; readonly bytes: number }>();
  const [received, setReceived] = useState(0);
  const [failure, setFailure] = useState<string>();
  const run = async (): Promise<void> => {
    setFailure(undefined);
    setReceived(0);
    try {
      setSize(await invoke(venue.archiveSize, {}));
      saveFile(await invokeFile(venue.archive, {}, { waitMs: WAIT_MS, onReceived: setReceived }));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
    setSize(undefined);
  };
  const stateText =
    size &&
    t("venue.exportVenue.rowsAboutMbDownloaded", {
      rows: size.rows,
      done: megabytes(received),
      all: megabytes(Math.max(size.bytes, received)),
    });
  return (
    <section className="card form-group venue-export">
      <h2>{t("venue.exportVenue.exportWholeVenue")}</h2>
      <p className="mut">{t("venue.exportVenue.allDataPicturesVenue")}</p>
      <p className="row">
        <Button icon="export" busy={size !== undefined} onClick={() => void run()}>
          {t("venue.exportVenue.exportVenue")}
        </Button>
        {size && <progress max={Math.max(size.bytes, received)} value={received} aria-label={stateText} />}
        {stateText !== undefined && <span role="status">{stateText}</span>}
      </p>
      {failure !== undefined && <Failure>{failure}</Failure>}
    </section>
  );
}
