import { useState } from "react";
import { useSearchParams } from "react-router";
import { umpire } from "../../../../contract/competitions/umpire";
import { invoke } from "../../../api/invoke";
import { useT } from "../../../i18n/useT";
import { Button } from "../../../ui/Button";
import { Failure } from "../../../ui/Failure";
import { Board } from "./Board";
import { type Access, storeAccess, storedAccess } from "./useUmpire";
import "./umpire.css";

/** The umpire's tablet: asks for the PIN of a match, then scores that match and nothing else. */
export function UmpirePage() {
  const [search] = useSearchParams();
  const venueId = search.get("venue") ?? "";
  const target = search.get("match") ?? search.get("court") ?? "";
  const [access, setAccess] = useState<Access | undefined>(() => {
    const stored = storedAccess();
    return stored && stored.venueId === venueId ? stored : undefined;
  });
  const open = (next: Access | undefined): void => {
    storeAccess(next);
    setAccess(next);
  };
  return (
    <main className="umpire" data-theme="dark">
      {access ? (
        <Board key={access.token} opened={access} onLeave={() => open(undefined)} />
      ) : (
        <Entry venueId={venueId} target={target} isCourt={search.has("court") && !search.has("match")} onOpen={open} />
      )}
    </main>
  );
}

function Entry({
  venueId,
  target,
  isCourt,
  onOpen,
}: {
  venueId: string;
  target: string;
  isCourt: boolean;
  onOpen: (access: Access) => void;
}) {
  const t = useT();
  const [pin, setPin] = useState("");
  const [failure, setFailure] = useState<Error>();
  const [pending, setPending] = useState(false);
  const submit = async (): Promise<void> => {
    setPending(true);
    setFailure(undefined);
    try {
      const { token, view } = await invoke(
        umpire.open,
        { venueId, pin, ...(isCourt ? { courtId: target } : { matchId: target }) },
        { quiet: true },
      );
      onOpen({ venueId, token, view, marks: view.marks });
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
      setPin("");
    } finally {
      setPending(false);
    }
  };
  const why =
    venueId === "" || target === ""
      ? t({ zh: "请扫场地或对阵的二维码打开", en: "Open this page by the code of a court or match" })
      : undefined;
  return (
    <form
      className="umpire-entry"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h1>{t({ zh: "裁判记分", en: "Umpire" })}</h1>
      <p>
        {isCourt
          ? t({ zh: "输入这块场地当前一场的 PIN", en: "Enter the PIN of the match on this court" })
          : t({ zh: "输入这一场的 PIN", en: "Enter the PIN of this match" })}
      </p>
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
        {t({ zh: "打开对阵", en: "Open the match" })}
      </Button>
      <p className="mut">{t({ zh: "PIN 由编排记录台发出，比赛结束后失效。", en: "The desk issues the PIN; it ends with the match." })}</p>
    </form>
  );
}
