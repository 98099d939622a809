import "./platform.css";
import { useEffect } from "react";
import { platform, type SentCode } from "../../../contract/platform/platform";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { SkeletonText } from "../../ui/Skeleton";
import { Ago, When } from "../../ui/When";

const EVERY_MS = 5_000;

/** Codes for a new password that staff asked for, to be passed on by whoever knows them; where an SMS gateway sends them, none. */
export function SmsCodes() {
  const t = useT();
  const { data, error, isFetching, refetch } = useRead(platform.sentCodes, {});
  useEffect(() => {
    // Somebody waits for the code that is on its way: nobody should have to press for it.
    const timer = setInterval(() => void refetch(), EVERY_MS);
    return () => clearInterval(timer);
  }, [refetch]);
  if (error && !data) return <ErrorState what={error.message} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <SkeletonText lines={6} label={t("ui.loading")} />;
  return (
    <div className="pad form-page">
      <header className="page-head">
        <h1>{t("platform.smsCodes")}</h1>
      </header>
      {data.content.length === 0 ? (
        <EmptyState
          icon="mail"
          title={t(data.byGateway ? "platform.byGateway" : "platform.noCodes")}
          hint={t(data.byGateway ? "platform.byGatewayHint" : "platform.noCodesHint")}
        />
      ) : (
        <>
          <p className="mut">{t("platform.passOn")}</p>
          <ul className="sms-codes">
            {data.content.map((code) => (
              <Code key={code.id} code={code} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Code({ code: { name, username, phone, code, at, expiresAt } }: { code: SentCode }) {
  const t = useT();
  return (
    <li className="card row">
      <div className="grow">
        <b>{name}</b>
        <p className="mut">
          {username}　{phone}
        </p>
      </div>
      <div>
        <b className="mono sms-code">{code}</b>
        <p className="mut">
          <Ago at={at} />　{t("platform.until")} <When at={expiresAt} />
        </p>
      </div>
    </li>
  );
}
