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
  const said =
    size &&
    t(
      { zh: "{rows} 行，已下载 {done} MB，约 {all} MB", en: "{rows} rows, {done} of about {all} MB downloaded" },
      { rows: size.rows, done: megabytes(received), all: megabytes(Math.max(size.bytes, received)) },
    );
  return (
    <section className="card form-group venue-export">
      <h2>{t({ zh: "整馆导出", en: "Export of the whole venue" })}</h2>
      <p className="mut">
        {t({
          zh: "场馆的全部数据和图片存为一个文件，可导入到全新的安装。不含密码、登录会话和密钥；含会员等个人信息，请妥善保管。",
          en: "All data and pictures of the venue in one file, for a new installation. Without passwords, sessions and keys; it holds personal data, so keep it safe.",
        })}
      </p>
      <p className="row">
        <Button icon="export" busy={size !== undefined} onClick={() => void run()}>
          {t({ zh: "导出整馆数据", en: "Export the venue" })}
        </Button>
        {size && <progress max={Math.max(size.bytes, received)} value={received} aria-label={said} />}
        {said !== undefined && <span role="status">{said}</span>}
      </p>
      {failure !== undefined && <Failure>{failure}</Failure>}
    </section>
  );
}
