import { useState } from "react";
import { useSearchParams } from "react-router";
import { umpire } from "../../../../contract/competitions/umpire";
import { invoke } from "../../../api/invoke";
import { toError } from "../../../api/to-error";
import { useT } from "../../../i18n/use-t";
import { Button } from "../../../ui/Button";
import { Failure } from "../../../ui/Failure";
import { Board } from "./Board";
import { type Access, countUnsent, storeAccess, storedAccess, withStoredMarks } from "./outbox";
import "./umpire.css";

/** The umpire's tablet: asks for the PIN of a match, then scores that match and nothing else. */
export function UmpirePage() {
  const [search] = useSearchParams();
  const venueId = search.get("venue") ?? "";
  const scanned = targetOf(search);
  const [access, setAccess] = useState<Access | undefined>(() => {
    const stored = storedAccess();
    return stored?.venueId === venueId ? stored : undefined;
  });
  const [screen, setScreen] = useState(() => firstScreen(access, scanned));
  const [target, setTarget] = useState(scanned);
  return (
    <main className="umpire" data-theme="dark">
      {screen === "board" && access && (
        <Board
          key={access.token}
          opened={access}
          onLeave={() => {
            storeAccess(undefined);
            setAccess(undefined);
            setTarget(scanned || access.target);
            setScreen("entry");
          }}
          onReopen={() => {
            setTarget(`match:${access.view.matchId}`);
            setScreen("entry");
          }}
        />
      )}
      {screen === "choice" && access && <Choice stored={access} onStored={() => setScreen("board")} onScanned={() => setScreen("entry")} />}
      {screen === "entry" && (
        <Entry
          venueId={venueId}
          target={target}
          onOpen={(opened) => {
            const next = withStoredMarks(opened, storedAccess());
            storeAccess(next);
            setAccess(next);
            setScreen("board");
          }}
        />
      )}
    </main>
  );
}

/** Returns the match or court of a code: "match:…", "court:…", or "". */
function targetOf(search: URLSearchParams): string {
  const matchId = search.get("match");
  const courtId = search.get("court");
  return matchId !== null ? `match:${matchId}` : courtId !== null ? `court:${courtId}` : "";
}

/** A stored match opens by its own code; with another's the umpire is asked, unless there is nothing left to do. */
function firstScreen(stored: Access | undefined, scanned: string): "board" | "choice" | "entry" {
  if (!stored) return "entry";
  if (scanned === "" || scanned === stored.target || scanned === `match:${stored.view.matchId}`) return "board";
  return stored.view.isEnded && countUnsent(stored) === 0 ? "entry" : "choice";
}

function Choice({ stored, onStored, onScanned }: { stored: Access; onStored: () => void; onScanned: () => void }) {
  const t = useT();
  const { home, away, court } = stored.view;
  const unsent = countUnsent(stored);
  return (
    <section className="umpire-entry">
      <h1>{t("umpire.umpirePage.whichMatch")}</h1>
      <p>
        {t("umpire.umpirePage.tabletStillAnotherMatch", { match: [court, `${home.name} – ${away.name}`].filter(Boolean).join(" ") })}
        {unsent > 0 && t("umpire.umpirePage.marksUnsentWhichLost", { count: unsent })}
      </p>
      <Button kind="primary" size="xl" onClick={onStored}>
        {t("umpire.umpirePage.continueMatch")}
      </Button>
      <Button size="xl" onClick={onScanned}>
        {t("umpire.umpirePage.openScannedMatch")}
      </Button>
    </section>
  );
}

function Entry({ venueId, target, onOpen }: { venueId: string; target: string; onOpen: (access: Access) => void }) {
  const t = useT();
  const [kind, id = ""] = target.split(":");
  const isCourt = kind === "court";
  const [pin, setPin] = useState("");
  const [failure, setFailure] = useState<Error>();
  const [pending, setPending] = useState(false);
  const submit = async (): Promise<void> => {
    setPending(true);
    setFailure(undefined);
    try {
      const { token, view } = await invoke(
        umpire.open,
        { venueId, pin, ...(isCourt ? { courtId: id } : { matchId: id }) },
        { quiet: true },
      );
      onOpen({ venueId, target, token, view, marks: view.marks });
    } catch (error) {
      setFailure(toError(error));
      setPin("");
    } finally {
      setPending(false);
    }
  };
  const why = venueId === "" || target === "" ? t("umpire.umpirePage.openPageCodeCourt") : undefined;
  return (
    <form
      className="umpire-entry"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h1>{t("umpire.umpirePage.umpire")}</h1>
      <p>{isCourt ? t("umpire.umpirePage.enterPinMatchCourt") : t("umpire.umpirePage.enterPinMatch")}</p>
      <label className="field-label">
        PIN
        <span className="input">
          <input
            value={pin}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]{6}"
            maxLength={6}
            required
            onChange={(event) => setPin(event.target.value.replace(/\D/g, ""))}
          />
        </span>
      </label>
      {failure && <Failure>{failure.message}</Failure>}
      <Button kind="primary" size="xl" type="submit" busy={pending} why={why}>
        {t("umpire.umpirePage.openMatch")}
      </Button>
      <p className="mut">{t("umpire.umpirePage.deskIssuesPinEnds")}</p>
      {why === undefined && (
        <p>
          <a className="link" href={`/mini/v/${encodeURIComponent(venueId)}/${isCourt ? "courts" : "matches"}/${encodeURIComponent(id)}`}>
            {t("umpire.umpirePage.iAmWatchingScores")}
          </a>
        </p>
      )}
    </form>
  );
}
