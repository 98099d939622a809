import { renderSVG } from "uqr";
import { useState } from "react";
import type { Match } from "../../../contract/competitions/match";
import { toError } from "../../api/to-error";
import { umpire } from "../../../contract/competitions/umpire";
import { useCall } from "../../api/use-call";
import { Modal } from "../../desk/Modal";
import { useT } from "../../i18n/use-t";
import { useSession } from "../../session/store";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { sideName } from "./names";

/**
 * The code and PIN by which an umpire's tablet opens a match; the court's code opens whatever is on that court. Beside them the codes for
 * spectators, which open the public pages of the match and the court.
 */
export function UmpireCode({ match, onClose }: { match: Match; onClose: () => void }) {
  const t = useT();
  const { venueId = "" } = useSession();
  const issue = useCall(umpire.issue);
  const issueToPlayers = useCall(umpire.issueToPlayers);
  const [sidePins, setSidePins] = useState<{ readonly home: string; readonly away: string }>();
  const [pin, setPin] = useState<string>();
  const [failure, setFailure] = useState<Error>();
  const create = (): void => {
    setFailure(undefined);
    issue.run({ id: match.id }).then(
      (issued) => setPin(issued.pin),
      (error: unknown) => setFailure(toError(error)),
    );
  };
  const createForPlayers = (): void => {
    setFailure(undefined);
    issueToPlayers.run({ id: match.id }).then(setSidePins, (error: unknown) => setFailure(toError(error)));
  };
  const umpireAddress = (query: Readonly<Record<string, string>>): string =>
    `/umpire?${new URLSearchParams({ venue: venueId, ...query }).toString()}`;
  const publicAddress = (path: string): string => `/mini/v/${encodeURIComponent(venueId)}${path}`;
  const codes = [
    { title: t("competitions.umpireCode.match"), path: umpireAddress({ match: match.id }) },
    ...(match.court
      ? [
          {
            title: t("competitions.umpireCode.alwaysSame", { court: match.court.name }),
            path: umpireAddress({ court: match.court.id }),
          },
        ]
      : []),
    ...(match.playersScore && !match.isTie
      ? [{ title: t("competitions.umpireCode.players"), path: publicAddress(`/matches/${match.id}/score`) }]
      : []),
    { title: t("competitions.umpireCode.matchSpectators"), path: publicAddress(`/matches/${match.id}`) },
    ...(match.court
      ? [
          {
            title: t("competitions.umpireCode.spectators", { court: match.court.name }),
            path: publicAddress(`/courts/${match.court.id}`),
          },
        ]
      : []),
  ];
  return (
    <Modal title={t("competitions.umpireCode.umpiresTablet")} width={520} onClose={onClose}>
      <div className="umpire-code">
        <p>
          {sideName(match.home)} – {sideName(match.away)}
        </p>
        <div className="umpire-qrs">
          {codes.map(({ title, path }) => {
            const address = `${location.origin}${path}`;
            return (
              <figure key={title}>
                <img alt={title} src={`data:image/svg+xml,${encodeURIComponent(renderSVG(address, { ecc: "M" }))}`} />
                <figcaption>
                  <a className="link" href={address} target="_blank" rel="noreferrer">
                    {title}
                  </a>
                </figcaption>
              </figure>
            );
          })}
        </div>
        {failure && <Failure>{failure.message}</Failure>}
        {pin === undefined ? (
          <Button kind="primary" size="lg" busy={issue.pending} onClick={create}>
            {t("competitions.umpireCode.issuePin")}
          </Button>
        ) : (
          <output className="umpire-pin" aria-label="PIN">
            {pin}
          </output>
        )}
        <p className="sec">{t("competitions.umpireCode.pinOpensMatchOnly")}</p>
        {match.playersScore && !match.isTie && (
          <>
            {sidePins === undefined ? (
              <Button size="lg" busy={issueToPlayers.pending} onClick={createForPlayers}>
                {t("competitions.umpireCode.issueToPlayers")}
              </Button>
            ) : (
              (["home", "away"] as const).map((side) => (
                <p key={side}>
                  {sideName(match[side])}{" "}
                  <output className="umpire-pin" aria-label={sideName(match[side])}>
                    {sidePins[side]}
                  </output>
                </p>
              ))
            )}
            <p className="sec">{t("competitions.umpireCode.playersPins")}</p>
          </>
        )}
      </div>
    </Modal>
  );
}
