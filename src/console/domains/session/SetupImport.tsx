/** The other first step of an empty install: a venue's export, sent in parts, takes the place of a new one. */
import { useLogin } from "@refinedev/core";
import { useState } from "react";
import { session as calls } from "../../../contract/session/session";
import { dataUrl } from "../../api/data-url";
import { invoke } from "../../api/invoke";
import { useT } from "../../i18n/use-t";
import type { LoginParams } from "../../providers/auth";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";

const PART = 4 * 1_048_576;
/** As long as bringing it in may take. */
const WAIT_MS = 3_600_000;

/** The console begins anew with the session: it knows nothing of the person yet. */
export const enterSites = (): void => window.location.assign("/sites");

export function SetupImport({ token }: { token: string }) {
  const t = useT();
  const { mutate: signIn } = useLogin<LoginParams>({ mutationOptions: { onSuccess: enterSites } });
  const [file, setFile] = useState<File>();
  const [password, setPassword] = useState("");
  const [sent, setSent] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const run = async (chosen: File): Promise<void> => {
    setFailure(undefined);
    try {
      for (let at = 0; at < chosen.size; at += PART) {
        setSent(at);
        await invoke(calls.setupPart, { token, at, data: (await dataUrl(chosen.slice(at, at + PART))).replace(/^data:[^,]*,/, "") });
      }
      setSent(chosen.size);
      const { access_token } = await invoke(calls.setupImport, { token, password }, { waitMs: WAIT_MS });
      signIn({ token: access_token });
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setSent(undefined);
    }
  };
  return (
    <div className="pad form-page">
      <form
        className="card form-group setup-import"
        onSubmit={(event) => {
          event.preventDefault();
          if (file) void run(file);
        }}
      >
        <h2>{t("session.setupImport.bringVenue")}</h2>
        <p className="mut">{t("session.setupImport.chooseFileAnotherInstallation")}</p>
        <p className="row wrap">
          <label className="btn">
            {t("session.setupImport.chooseExportVenue")}
            <input
              className="sr"
              type="file"
              accept=".gz,application/gzip"
              disabled={sent !== undefined}
              onChange={(event) => setFile(event.target.files?.[0])}
            />
          </label>
          <span className="mut">{file?.name ?? t("session.setupImport.noFileYet")}</span>
        </p>
        <label>
          <span className="field-label">{t("session.setupImport.newPasswordAdministrator")}</span>
          <span className="input">
            <input
              type="password"
              autoComplete="new-password"
              required
              maxLength={128}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </span>
        </label>
        {file && sent !== undefined && (
          <p role="status">
            {/* Without a value it only shows that something is being done. */}
            <progress max={file.size} {...(sent < file.size ? { value: sent } : {})} />{" "}
            {sent < file.size
              ? t("session.setupImport.sending", { percent: Math.floor((100 * sent) / file.size) })
              : t("session.setupImport.bringingKeepPageOpen")}
          </p>
        )}
        {failure !== undefined && <Failure>{failure}</Failure>}
        <div className="form-foot">
          <Button
            type="submit"
            kind="primary"
            busy={sent !== undefined}
            why={file && password !== "" ? undefined : t("session.setupImport.chooseFileEnterPassword")}
          >
            {t("session.setupImport.bringLog")}
          </Button>
        </div>
      </form>
    </div>
  );
}
