import { useEffect, useId, useState, type RefObject } from "react";
import { members, type Member } from "../../contract/members/members";
import { fen, showFen } from "../../contract/core/money";
import { useRead } from "../api/use-read";
import { useT } from "../i18n/use-t";
import { useCan } from "../providers/access-control";
import { Button } from "../ui/Button";
import { CardTypeTag } from "../ui/CardTypeTag";
import { Kbd } from "../ui/Kbd";
import { Phone } from "../ui/Phone";
import { SearchField } from "../ui/SearchField";
import { StatusTag } from "../ui/StatusTag";
import { MEMBER_TONE } from "../ui/tones";
import { WhenDay } from "../ui/When";
import { EnrolMember } from "./EnrolMember";
import { MEMBER_STATE } from "./member-state";
import { RenewMember } from "./RenewMember";

const WAIT_MS = 150;
/** Hits on show, and those read, so that active members stand before others that visited later. */
const SHOWN = 8;
const READ = 20;

/**
 * Finds a member by name, phone, card number and pinyin; arrows and Enter pick. Members whose state allows nothing come last; one that is picked
 * is named with its state, and is handed on once it was renewed.
 * @param inactive such a member, found by a scan
 * @param anyState members in any state are handed on
 * @param enrols whoever is not found can be enrolled at once, with the name and mobile that were typed
 */
export function MemberSearch({
  input,
  inactive,
  anyState = false,
  enrols = false,
  onPick: onActive,
}: {
  input: RefObject<HTMLInputElement | null>;
  inactive?: Member | undefined;
  anyState?: boolean;
  enrols?: boolean;
  onPick: (member: Member) => void;
}) {
  const t = useT();
  const [stopped, setStopped] = useState(inactive);
  const onPick = (picked: Member): void => {
    if (anyState || picked.state === "active") onActive(picked);
    else setStopped(picked);
  };
  const id = useId();
  const [text, setText] = useState("");
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const answer = useRead(members.list, { q: query, page: 0, size: READ }, { enabled: query !== "", staleTime: 10_000 });
  const current = query !== "" && query === text.trim() && !answer.isPlaceholderData;
  const found = current ? activeFirst(answer.data?.content ?? []) : [];
  const [waiting, setWaiting] = useState(false);
  const [isEnrolling, setEnrolling] = useState(false);
  const mayEnrol = useCan("member_create") && enrols;
  const isNobody = current && answer.data?.content.length === 0;
  // Enter pressed before the answer came picks the first as soon as it is there.
  const [first] = found;
  useEffect(() => {
    if (waiting && first) onPick(first);
    else if (waiting && isNobody && mayEnrol) setEnrolling(true);
    // The first answer to what is typed decides; a new handler does not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [waiting, first, isNobody]);
  if (isEnrolling)
    return (
      <EnrolMember
        text={text}
        onEnrolled={onPick}
        onBack={() => {
          setEnrolling(false);
          setWaiting(false);
          setTimeout(() => input.current?.focus(), 0);
        }}
      />
    );
  return (
    <div className="find-member">
      <SearchField
        input={input}
        label={t("booking.choice.find")}
        value={text}
        onChange={(typed) => {
          setText(typed);
          setStopped(undefined);
          setAt(0);
          setWaiting(false);
        }}
        onEnter={() => {
          const picked = found[at];
          if (picked) onPick(picked);
          else setWaiting(true);
        }}
        found={{ list: `${id}-list`, count: found.length, at, onAt: setAt, active: found[at] && `${id}-${found[at].id}` }}
        hint={<Kbd>F2</Kbd>}
      />
      <ul id={`${id}-list`} role="listbox" aria-label={t("booking.choice.find")} className="found">
        {found.map((member, i) => (
          <li
            key={member.id}
            id={`${id}-${member.id}`}
            role="option"
            aria-selected={i === at}
            onPointerDown={(event) => {
              event.preventDefault();
              onPick(member);
            }}
          >
            <span className="row">
              <b className="cut">{member.name}</b>
              <CardTypeTag style={member.cardTypeColour}>{member.cardTypeName}</CardTypeTag>
              {member.state !== "active" && <StatusTag tone={MEMBER_TONE[member.state]}>{t(MEMBER_STATE[member.state])}</StatusTag>}
              <span className="grow" />
              <span className="mut">
                <Phone value={member.phone} />
              </span>
            </span>
            <small className="row mut">
              <span>
                {t("booking.choice.principal")} {showFen(fen(member.principal))}
              </span>
              <span>
                {t("booking.choice.gift")} {showFen(fen(member.gift))}
              </span>
              <span className="grow" />
              <span className="mono">{member.cardNo}</span>
            </small>
          </li>
        ))}
      </ul>
      {stopped && (
        <div className="notice notice-waiting" role="alert">
          <span className="grow">
            {t("booking.choice.inactive", { name: stopped.name, state: t(MEMBER_STATE[stopped.state]) })}
            {stopped.state === "expired" && stopped.expiresOn !== null && (
              <>
                {" "}
                <WhenDay day={stopped.expiresOn} />
              </>
            )}
            {stopped.stateReason !== "" && ` ${stopped.stateReason}`}
          </span>
          <RenewMember member={stopped} onRenewed={onActive} />
        </div>
      )}
      {isNobody &&
        (mayEnrol ? (
          <p className="row pay-note">
            <span className="mut grow">{t("desk.memberSearch.noMemberFound")}</span>
            <Button icon="plus" onClick={() => setEnrolling(true)}>
              {t("desk.memberSearch.enrolMember")} <Kbd>Enter</Kbd>
            </Button>
          </p>
        ) : (
          <p className="mut pay-note">{t("booking.choice.findNone")}</p>
        ))}
      {answer.error && query !== "" && <p className="field-error">{answer.error.message}</p>}
    </div>
  );
}

/** Members who may be served first, each part in the order in which it was found. */
const activeFirst = (found: readonly Member[]): readonly Member[] =>
  [...found.filter(({ state }) => state === "active"), ...found.filter(({ state }) => state !== "active")].slice(0, SHOWN);
