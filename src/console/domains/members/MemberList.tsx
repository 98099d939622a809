import { useMemo } from "react";
import { useNavigate, useParams } from "react-router";
import { memberMessage, MOST_TEXT } from "../../../contract/members/member-message";
import { type Member, members } from "../../../contract/members/members";
import type { ButtonCode } from "../../../contract/core/permissions";
import { useRead } from "../../api/use-read";
import { act } from "../../api/act";
import { can } from "../../providers/access-control";
import { ImportButton } from "../../resource/ImportButton";
import { useT } from "../../i18n/use-t";
import { aReason } from "../../ui/confirm";
import { lazyPart } from "../../ui/lazy-part";
import type { BulkAction } from "../../ui/list/Bulk";
import { type Filter, manyOf, someOf } from "../../ui/list/filters";
import { ListPage } from "../../ui/list/ListPage";
import { MEMBER_STATE } from "../../desk/member-state";
import { memberColumns } from "./columns";

const MemberImport = lazyPart(async () => (await import("./MemberImport")).MemberImport);
const MemberDrawer = lazyPart(async () => (await import("./MemberDrawer")).MemberDrawer);

const LIST = "/venueUser/venue-user-list";
const rowKey = (row: Member): string => row.id;
const rowName = (row: Member): string => row.name;

/** Members: who they are, what they hold, when they came. A row opens the member beside the list. */
export function MemberList() {
  const t = useT();
  const navigate = useNavigate();
  const { id } = useParams();
  const types = useRead(members.cardTypes, {}, { staleTime: 60_000 });
  const columns = useMemo(() => memberColumns(t), [t]);
  const filters = useMemo<Filter[]>(
    () => [
      someOf("cardTypeId", t("members.level"), types.data?.content),
      manyOf("state", t("members.state"), MEMBER_STATE, t),
      {
        kind: "choice",
        key: "visit",
        title: t("members.visit"),
        options: [
          { value: "today", label: t("members.viewToday") },
          { value: "7d", label: t("members.visit7") },
          { value: "30d", label: t("members.visit30") },
          { value: "absent90", label: t("members.viewAbsent") },
        ],
      },
      { kind: "choice", key: "expiring", title: t("members.expires"), options: [{ value: "30d", label: t("members.viewExpiring") }] },
      { kind: "choice", key: "debt", title: t("members.debt"), options: [{ value: "yes", label: t("members.viewDebt") }] },
    ],
    [t, types.data],
  );
  const views = useMemo(
    () => [
      { key: "today", title: t("members.viewToday"), filters: { visit: "today" } },
      { key: "expiring", title: t("members.viewExpiring"), filters: { expiring: "30d" } },
      { key: "debt", title: t("members.viewDebt"), filters: { debt: "yes" } },
      { key: "absent", title: t("members.viewAbsent"), filters: { visit: "absent90" } },
    ],
    [t],
  );
  const bulk = useMemo<BulkAction<Member>[]>(() => {
    const setState = (action: "freeze" | "unfreeze") => (row: Member, reason: string) =>
      act(members.setState, { id: row.id, action, reason });
    const tagged = (off: boolean) => (row: Member, tag: string) => act(members.tag, { id: row.id, tag, off });
    const tag = { label: t("members.tag"), most: 12 };
    const levels = (types.data?.content ?? []).map((type) => ({ value: type.id, label: type.name }));
    const actions: readonly (BulkAction<Member> & { readonly code: ButtonCode })[] = [
      {
        key: "level",
        title: t("members.setLevel"),
        icon: "card",
        code: "member_modify",
        wants: { label: t("members.level"), hint: t("members.chooseLevel"), choices: levels },
        run: (row, cardTypeId) => act(members.setLevel, { id: row.id, cardTypeId }),
      },
      { key: "tag", title: t("members.addTag"), icon: "tag", code: "member_modify", wants: tag, run: tagged(false) },
      { key: "untag", title: t("members.removeTag"), icon: "tag", code: "member_modify", wants: tag, run: tagged(true) },
      {
        key: "message",
        title: t("members.message"),
        icon: "mail",
        code: "member_message",
        wants: { label: t("members.messageText"), hint: t("members.messageHint"), least: 2, most: MOST_TEXT, long: true },
        run: (row, text) => act(memberMessage.write, { id: row.id, text }),
      },
      {
        key: "freeze",
        title: t("members.freeze"),
        icon: "lock",
        code: "member_freeze",
        wants: aReason(),
        danger: true,
        run: setState("freeze"),
      },
      { key: "unfreeze", title: t("members.unfreeze"), icon: "check", code: "member_freeze", wants: aReason(), run: setState("unfreeze") },
    ];
    return actions.filter(({ code }) => can(code));
  }, [t, types.data]);

  return (
    <>
      <ListPage
        name="members"
        call={members.list}
        title={t("members.list")}
        columns={columns}
        rowKey={rowKey}
        rowName={rowName}
        money
        search={t("members.search")}
        filters={filters}
        views={views}
        sums={MEMBER_SUMS}
        excel={{ call: members.excel, code: "member_export" }}
        primary={{ title: t("members.enrol"), code: "member_create", run: () => void navigate("/venueUser/venue-user-form") }}
        {...(bulk.length > 0 ? { bulk } : {})}
        onOpen={(row) => void navigate({ pathname: `${LIST}/${row.id}`, search: window.location.search })}
        emptyHint={t("members.emptyHint")}
        aside={<ImportButton code="member_import">{(onClose) => <MemberImport onClose={onClose} />}</ImportButton>}
      />
      {id !== undefined && <MemberDrawer id={id} onClose={() => void navigate({ pathname: LIST, search: window.location.search })} />}
    </>
  );
}

const MEMBER_SUMS = { call: members.sums, count: (sums: { count: number }) => sums.count };
