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
        <h2>{t({ zh: "或导入已有场馆", en: "Or bring in a venue" })}</h2>
        <p className="mut">
          {t({
            zh: "选择从另一个安装导出的整馆文件。文件不含密码：请为其中的第一位管理员设置新密码，其他员工由管理员重设。",
            en: "Choose the file that another installation exported. It holds no passwords: set one for its first administrator, who sets those of the others.",
          })}
        </p>
        <p className="row wrap">
          <label className="btn">
            {t({ zh: "选择整馆导出文件", en: "Choose the export of a venue" })}
            <input
              className="sr"
              type="file"
              accept=".gz,application/gzip"
              disabled={sent !== undefined}
              onChange={(event) => setFile(event.target.files?.[0])}
            />
          </label>
          <span className="mut">{file?.name ?? t({ zh: "未选择文件", en: "No file yet" })}</span>
        </p>
        <label>
          <span className="field-label">{t({ zh: "管理员新密码", en: "New password of the administrator" })}</span>
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
              ? t({ zh: "正在上传 {percent}%", en: "Sending, {percent}%" }, { percent: Math.floor((100 * sent) / file.size) })
              : t({ zh: "正在导入，请不要关闭页面", en: "Bringing it in; keep this page open" })}
          </p>
        )}
        {failure !== undefined && <Failure>{failure}</Failure>}
        <div className="form-foot">
          <Button
            type="submit"
            kind="primary"
            busy={sent !== undefined}
            why={file && password !== "" ? undefined : t({ zh: "请选择文件并填写口令", en: "Choose the file and enter its password" })}
          >
            {t({ zh: "导入并登录", en: "Bring it in and log in" })}
          </Button>
        </div>
      </form>
    </div>
  );
}
