import type { Output } from "../../../contract/core/call";
import type { Member, members } from "../../../contract/members/members";
import type { T } from "../../i18n/keys";
import { CardTypeTag } from "../../ui/CardTypeTag";
import { amountColumn } from "../../ui/list/amount";
import type { Column } from "../../ui/list/columns";
import { Money } from "../../ui/Money";
import { Phone } from "../../ui/Phone";
import { StatusTag } from "../../ui/StatusTag";
import { MEMBER_TONE } from "../../ui/tones";
import { When, WhenDay } from "../../ui/When";
import { MEMBER_STATE } from "../../desk/member-state";

type Sums = Output<typeof members.sums>;

/** Columns of the member list. */
export const memberColumns = (t: T): Column<Member, Sums>[] => [
  {
    key: "cardNo",
    title: t("members.cardNo"),
    width: 156,
    fixed: true,
    wide: true,
    sort: "cardNo",
    render: (row) => <span className="sec">{row.cardNo}</span>,
  },
  {
    key: "name",
    title: t("members.name"),
    width: 120,
    fixed: true,
    grow: true,
    sort: "name",
    render: (row) => <b title={row.name}>{row.name}</b>,
  },
  { key: "phone", title: t("members.phone"), width: 124, wide: true, render: (row) => <Phone value={row.phone} /> },
  {
    key: "cardType",
    title: t("members.level"),
    width: 100,
    wide: true,
    render: (row) => <CardTypeTag style={row.cardTypeColour}>{row.cardTypeName}</CardTypeTag>,
  },
  amountColumn("principal", t("members.principal"), { width: 108, sort: "principal" }),
  amountColumn("gift", t("members.gift"), { width: 104, sort: "gift" }),
  {
    key: "packageCards",
    title: t("members.packageCards"),
    width: 124,
    render: (row) =>
      row.packageCard ? (
        t("members.cardLeft", row.packageCard)
      ) : row.packageCards > 0 ? (
        t("members.cardsCount", { count: row.packageCards })
      ) : (
        <span className="zero">—</span>
      ),
    sum: (sums) => t("members.cardsCount", { count: sums.packageCards }),
  },
  {
    key: "debt",
    title: t("members.debt"),
    width: 88,
    end: true,
    render: (row) => (
      <span className={row.debt === "0.00" ? undefined : "bad"}>
        <Money value={row.debt} />
      </span>
    ),
    sum: (sums) => <Money value={sums.debt} />,
  },
  { key: "lastVisitAt", title: t("members.lastVisit"), width: 124, sort: "lastVisitAt", render: (row) => <When at={row.lastVisitAt} /> },
  {
    key: "state",
    title: t("members.state"),
    width: 96,
    render: (row) => <StatusTag tone={MEMBER_TONE[row.state]}>{t(MEMBER_STATE[row.state])}</StatusTag>,
  },
  amountColumn("spent", t("members.spent"), { width: 120, hidden: true, sort: "spent" }),
  { key: "expiresOn", title: t("members.expires"), width: 120, hidden: true, render: (row) => <WhenDay day={row.expiresOn} /> },
  {
    key: "createdAt",
    title: t("members.created"),
    width: 128,
    hidden: true,
    sort: "createdAt",
    render: (row) => <When at={row.createdAt} />,
  },
  { key: "tags", title: t("members.tags"), width: 140, hidden: true, render: (row) => row.tags.join(t("list.and")) },
];
