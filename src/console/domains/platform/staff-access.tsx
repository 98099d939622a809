/** Parts of a staff member's account: devices, which can be removed, the last sign-ins, and their own settings here. */
import { platform, type SignIn, type StaffDevice } from "../../../contract/platform/platform";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import type { AnyRow } from "../../resource/parts";
import { can } from "../../providers/access-control";
import { readChoice } from "../../shell/settings";
import { confirm } from "../../ui/confirm";
import { Button } from "../../ui/Button";
import { ErrorState } from "../../ui/ErrorState";
import { notify } from "../../ui/notices";
import { SkeletonText } from "../../ui/Skeleton";
import { When } from "../../ui/When";
import { VOICE_PREFERENCE, voiceOf } from "../../voice/voices";

/** Number of sign-ins that are shown before the others are requested. */
const SHOWN = 8;
const WAYS = {
  password: { zh: "密码登录", en: "By password" },
  scan: { zh: "扫码登录", en: "By a scanned code" },
  setup: { zh: "首次安装", en: "At the set-up" },
} as const;

type From = Pick<SignIn, "browser" | "system" | "address">;

/** "Chrome · Windows", as far as it is known. */
function useFrom(): (from: From) => string {
  const t = useT();
  return ({ browser, system }) => [browser, system].filter((one) => one !== "").join(" · ") || t("platform.staffAccess.unknownDevice");
}

/** The sections of who may change staff; the settings are seen by whoever sees the record. */
export function StaffAccess({ row }: { row: AnyRow }) {
  return (
    <>
      {can("staff_modify") && (
        <>
          <Devices row={row} />
          <SignIns row={row} />
        </>
      )}
      <Settings row={row} />
    </>
  );
}

function Devices({ row }: { row: AnyRow }) {
  const t = useT();
  const read = useRead(platform.staffDevices, { id: row.id }, { staleTime: 0 });
  const { run, pending } = useCall(platform.endDevice);
  const named = useFrom();
  if (read.error && !read.data)
    return <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />;
  if (!read.data) return <SkeletonText lines={2} label={t("ui.loading")} />;
  const { content } = read.data;
  const end = async (device: StaffDevice): Promise<void> => {
    const name = named(device);
    const answer = await confirm({
      title: t("platform.staffAccess.takeDeviceAway", { name }),
      text: t("platform.staffAccess.whatOpenNowEnds", { person: String(row["name"]), n: device.sessions }),
      yes: t("platform.staffAccess.takeAway"),
      danger: true,
    });
    if (answer === undefined) return;
    try {
      const { sessions } = await run({ id: row.id, deviceId: device.id });
      notify.success(t("platform.staffAccess.deviceTakenAwaySessions", { n: sessions }));
      await read.refetch();
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <section>
      <h3 className="record-group">
        {t("platform.staffAccess.devices")} <span className="mut">{content.length}</span>
      </h3>
      {content.length === 0 ? (
        <p className="mut">{t("platform.staffAccess.notSignedYet")}</p>
      ) : (
        <ul className="staff-access" aria-label={t("platform.staffAccess.devices")}>
          {content.map((device) => (
            <li key={device.id}>
              <span>
                <b>{named(device)}</b>
                <span className="mut">
                  {device.address}　{t("platform.staffAccess.lastLogin")} <When at={device.lastAt} />
                  {device.sessions > 0 && `　${t("platform.staffAccess.openNow", { n: device.sessions })}`}
                </span>
              </span>
              <Button
                kind="quiet"
                busy={pending}
                aria-label={t("platform.staffAccess.takeAway2", { name: named(device) })}
                onClick={() => void end(device)}
              >
                {t("platform.staffAccess.takeAway3")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function SignIns({ row }: { row: AnyRow }) {
  const t = useT();
  const read = useRead(platform.signIns, { id: row.id }, { staleTime: 0 });
  const named = useFrom();
  if (read.error && !read.data)
    return <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />;
  if (!read.data || read.data.content.length === 0) return null;
  const { content } = read.data;
  const line = ({ id, at, way, phone, ...from }: SignIn) => (
    <li key={id}>
      <span>
        <span>
          <When at={at} />　{t(WAYS[way])}
        </span>
        <span className="mut">
          {named(from)}　{from.address}
          {phone && `　${t("platform.staffAccess.confirmed", { phone: `${named(phone)} ${phone.address}` })}`}
        </span>
      </span>
    </li>
  );
  const title = t("platform.staffAccess.signIns");
  return (
    <section>
      <h3 className="record-group">{title}</h3>
      <ul className="staff-access" aria-label={title}>
        {content.slice(0, SHOWN).map(line)}
      </ul>
      {content.length > SHOWN && (
        <details>
          <summary className="link">{t("platform.staffAccess.earlierOnes", { n: content.length - SHOWN })}</summary>
          <ul className="staff-access">{content.slice(SHOWN).map(line)}</ul>
        </details>
      )}
    </section>
  );
}

/** Shows the person's settings of the frame and of lists at this venue. */
function Settings({ row }: { row: AnyRow }) {
  const t = useT();
  const read = useRead(platform.staffSettings, { id: row.id }, { staleTime: 0 });
  if (read.error && !read.data)
    return <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />;
  if (!read.data) return null;
  const { values } = read.data;
  const { mode, colour, language, tagsView, fixedHeader, sidebarLogo } = readChoice(values["frame"] ?? "");
  const onOff = (on: boolean | undefined) => on !== undefined && t(on ? "platform.staffAccess.on" : "platform.staffAccess.off");
  const counted = (prefix: string): string | false => {
    const n = Object.keys(values).filter((key) => key.startsWith(prefix)).length;
    return n > 0 && t("platform.staffAccess.lists", { n });
  };
  const voice = values[VOICE_PREFERENCE] === undefined ? undefined : voiceOf(values[VOICE_PREFERENCE]);
  const lines: readonly (readonly [string, string | false])[] = [
    [t("ui.language"), language !== undefined && { zh: "中文", en: "English" }[language]],
    [t("ui.theme"), mode !== undefined && t(`ui.${mode}`)],
    [t("shell.colour"), colour ?? false],
    [t("shell.density"), values["density"] === "compact" && t("shell.compact")],
    [t("live.voice"), voice !== undefined && t(voice === "off" ? "live.voiceOff" : `live.voice${voice}`)],
    [t("shell.tagsView"), onOff(tagsView)],
    [t("shell.fixedHeader"), onOff(fixedHeader)],
    [t("shell.sidebarLogo"), onOff(sidebarLogo)],
    [t("platform.staffAccess.columnsTheirOwn"), counted("columns:")],
    [t("platform.staffAccess.viewsTheirOwn"), counted("views:")],
  ];
  const set = lines.flatMap(([name, value]) => (value === false ? [] : [[name, value] as const]));
  return (
    <section>
      <h3 className="record-group">{t("platform.staffAccess.ownSettingsHere")}</h3>
      {set.length === 0 ? (
        <p className="mut">{t("platform.staffAccess.allTheyComeChanged")}</p>
      ) : (
        <dl className="staff-settings">
          {set.map(([name, value]) => (
            <div key={name}>
              <dt className="mut">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
