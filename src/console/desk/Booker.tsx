import { useId, useState, type RefObject } from "react";
import { cleanPhone, readPhone } from "../../contract/core/typed/phone";
import type { Member } from "../../contract/members/members";
import { fen, showFen } from "../../contract/core/money";
import { useT } from "../i18n/use-t";
import { CardTypeTag } from "../ui/CardTypeTag";
import { Kbd } from "../ui/Kbd";
import { notify } from "../ui/notices";
import { Phone } from "../ui/Phone";
import { memberOfCard } from "./member-of-card";
import { MemberSearch } from "./MemberSearch";
import { useScan } from "./use-scan";

/** Draft of the booker: a member, or a walk-in, who may represent a group. */
export interface BookerDraft {
  readonly member: Member | undefined;
  readonly walkIn: boolean;
  /** True if the walk-in is a group (a firm, a school, a club), which has its own prices. */
  readonly group: boolean;
  readonly name: string;
  readonly phone: string;
}
export const NO_BOOKER: BookerDraft = { member: undefined, walkIn: false, group: false, name: "", phone: "" };

/** True for a walk-in's number that can be sent: none at all, or a whole one. */
export function phoneOk(phone: string): boolean {
  const read = readPhone(phone);
  return read.problem === undefined || read.isEmpty;
}

const KINDS = ["member", "walkIn", "group"] as const;
type Kind = (typeof KINDS)[number];
const kindOf = ({ walkIn, group }: BookerDraft): Kind => (walkIn ? (group ? "group" : "walkIn") : "member");

/**
 * The booker. Members are found by name, phone, card number and pinyin; arrows and Enter pick, and so does a scan of a card. Everything typed stays
 * when the kind changes.
 * @param input the search field, for F2
 * @param groups whether a group may book here
 * @param membersOnly whether nobody passing by is served here
 */
export function Booker({
  booker,
  onBooker,
  input,
  errors,
  groups = false,
  membersOnly = false,
}: {
  booker: BookerDraft;
  onBooker: (booker: BookerDraft) => void;
  input: RefObject<HTMLInputElement | null>;
  errors: Readonly<Record<string, string>>;
  groups?: boolean;
  membersOnly?: boolean;
}) {
  const t = useT();
  const id = useId();
  const { member, walkIn } = booker;
  const kind = kindOf(booker);
  const [leftPhone, setLeftPhone] = useState(false);
  const [scanned, setScanned] = useState<Member>();
  useScan("member", ({ text, kinds }) => {
    if (member || walkIn || kinds[0] === "barcode") return false;
    memberOfCard(text)
      .then((found) => {
        if (!found) notify.info(t("pay.noMember", { text }));
        else if (found.state === "active") onBooker({ ...booker, member: found });
        else setScanned(found);
      })
      .catch(() => undefined); // said by the catalogue of errors
    return true;
  });
  const phoneProblem = readPhone(booker.phone).problem;
  const wrongPhone = !phoneOk(booker.phone) && (leftPhone || cleanPhone(booker.phone).length >= 11);
  return (
    <section aria-labelledby={`${id}-title`}>
      <div className="sec-t">
        <h3 id={`${id}-title`}>{t(membersOnly ? "booking.choice.member" : "booking.choice.booker")}</h3>
        {member ? (
          <button type="button" className="link" aria-keyshortcuts="F2" onClick={() => onBooker({ ...booker, member: undefined })}>
            {t("booking.choice.change")} <Kbd>F2</Kbd>
          </button>
        ) : membersOnly ? null : (
          <div className="seg seg-s" role="group" aria-labelledby={`${id}-title`}>
            {KINDS.filter((each) => groups || each !== "group").map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={kind === each}
                onClick={() => onBooker({ ...booker, walkIn: each !== "member", group: each === "group" })}
              >
                {t(`booking.choice.${each}`)}
              </button>
            ))}
          </div>
        )}
      </div>
      {member ? (
        <MemberCard member={member} />
      ) : walkIn ? (
        <div className="walk-in">
          <label>
            <span className="field-label">{t(kind === "group" ? "booking.choice.groupName" : "booking.choice.name")}</span>
            <span className="input">
              <input
                ref={input}
                value={booker.name}
                maxLength={40}
                autoComplete="off"
                onChange={(event) => onBooker({ ...booker, name: event.target.value })}
              />
            </span>
          </label>
          <label>
            <span className="field-label">{t("booking.choice.phone")}</span>
            <span className="input">
              <input
                value={booker.phone}
                inputMode="tel"
                autoComplete="off"
                aria-invalid={wrongPhone || undefined}
                aria-describedby={wrongPhone ? `${id}-phone` : undefined}
                onBlur={() => setLeftPhone(true)}
                onFocus={() => setLeftPhone(false)}
                onChange={(event) => onBooker({ ...booker, phone: event.target.value })}
              />
            </span>
          </label>
          {(errors["phone"] !== undefined || wrongPhone) && (
            <p className="field-error" id={`${id}-phone`} role="alert">
              {errors["phone"] ?? (phoneProblem && t(phoneProblem))}
            </p>
          )}
          {errors["name"] && <p className="field-error">{errors["name"]}</p>}
        </div>
      ) : (
        <MemberSearch
          key={scanned?.id ?? ""}
          input={input}
          inactive={scanned}
          onPick={(picked) => onBooker({ ...booker, member: picked })}
        />
      )}
    </section>
  );
}

function MemberCard({ member }: { member: Member }) {
  const t = useT();
  return (
    <div className="mem">
      <div className="row">
        <b className="cut">{member.name}</b>
        <CardTypeTag style={member.cardTypeColour}>{member.cardTypeName}</CardTypeTag>
        <span className="mut mem-phone">
          <Phone value={member.phone} />
        </span>
      </div>
      <dl className="purse">
        <div>
          <dt>{t("booking.choice.principal")}</dt>
          <dd>{showFen(fen(member.principal))}</dd>
        </div>
        <div>
          <dt>{t("booking.choice.gift")}</dt>
          <dd>{showFen(fen(member.gift))}</dd>
        </div>
        <div>
          <dt className="cut">{member.packageCard?.name ?? t("booking.choice.cards")}</dt>
          <dd>
            {member.packageCard
              ? t("booking.choice.cardsLeft", { left: member.packageCard.left })
              : member.packageCards > 0
                ? t("booking.choice.cardsCount", { count: member.packageCards })
                : t("booking.choice.none")}
          </dd>
        </div>
      </dl>
    </div>
  );
}
