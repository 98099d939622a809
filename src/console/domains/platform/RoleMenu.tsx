/** Permissions of a role: a tree of pages and buttons to tick, with the changes before it is saved. */
import { useEffect, useMemo, useState, type KeyboardEvent } from "react";
import { Link, useNavigate, useParams } from "react-router";
import type { Code } from "../../../contract/core/permissions";
import { withParents } from "../../../contract/core/permissions";
import { platform, type RoleCodes } from "../../../contract/platform/platform";
import { callsOf } from "../../../contract/core/resource/calls";
import { roles as roleResource } from "../../../contract/platform/staff";
import { useCall } from "../../api/use-call";
import { useFresh } from "../../api/use-fresh";
import { useRead } from "../../api/use-read";
import { hasPinyin, loadPinyin } from "../../i18n/initials";
import { useT } from "../../i18n/use-t";
import { screens } from "../../resources";
import { startPreview } from "../../session/preview";
import { useCan } from "../../providers/access-control";
import { useSession } from "../../session/store";
import { CommandButton } from "../../ui/CommandButton";
import { ErrorState } from "../../ui/ErrorState";
import { Failure } from "../../ui/Failure";
import { SearchBox } from "../../ui/list/Toolbar";
import { notify } from "../../ui/notices";
import { SkeletonText } from "../../ui/Skeleton";
import { useSubject } from "../../ui/tab";
import { useUnsaved } from "../../ui/use-unsaved";
import { RoleDifference } from "./RoleDifference";
import { RoleRows } from "./RoleRows";
import { difference, leavesOf, markOf, filterTree, type Show, selectCodes, treeOf, deselectCodes } from "./role-tree";
import "./role-menu.css";

export function RoleMenu() {
  const { id } = useParams();
  return id === undefined ? <ChooseRole /> : <OneRole key={id} id={id} />;
}

/** The page without a role: which one? */
function ChooseRole() {
  const t = useT();
  const read = useRead(callsOf(roleResource).options, { field: "base" });
  if (read.error && !read.data)
    return <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />;
  if (!read.data) return <SkeletonText lines={6} label={t("ui.loading")} />;
  return (
    <div className="pad form-page">
      <header className="page-head">
        <h1>{t("platform.roleMenu.chooseRole")}</h1>
      </header>
      <ul className="role-choice">
        {read.data.map((role) => (
          <li key={role.id}>
            <Link to={`/venue/role-menu-form/${role.id}`}>{role.name}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function OneRole({ id }: { id: string }) {
  const t = useT();
  const read = useFresh(platform.roleCodes, { id });
  useSubject(read.data?.name);
  if (read.error) return <ErrorState what={read.error.message} onRetry={read.refetch} retrying={read.isFetching} />;
  if (!read.data) return <SkeletonText lines={12} label={t("ui.loading")} />;
  return <RoleTree key={read.data.own.join()} role={read.data} again={read.refetch} />;
}

const SHOWS: readonly Show[] = ["all", "held", "inherited", "changed"];
const NAMES = {
  all: "list.all",
  held: "platform.held",
  inherited: "platform.roleMenu.inherited",
  changed: "platform.roleMenu.changed",
} as const;

function RoleTree({ role, again }: { role: RoleCodes; again: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const { person } = useSession();
  const mayChange = useCan("role_modify") && !role.everything;
  const { run, pending, error } = useCall(platform.saveRoleCodes);
  const tree = useMemo(() => treeOf(screens), []);
  const was = useMemo(() => leavesOf(role.own), [role]);
  const inherited = useMemo(() => leavesOf(role.inherited), [role]);
  const grantable = useMemo(() => new Set<Code>(role.grantable), [role]);
  const [now, setNow] = useState(was);
  const [typed, setTyped] = useState("");
  const [show, setShow] = useState<Show>("all");
  const [reason, setReason] = useState("");
  const [, setPinyin] = useState(hasPinyin);
  const diff = useMemo(() => difference(was, now), [was, now]);
  const changes = diff.added.length + diff.removed.length;
  const saved = useUnsaved(changes > 0);
  useEffect(() => void loadPinyin().then(() => setPinyin(true)), []);

  const all = useMemo(() => tree.flatMap(({ pages }) => pages.flatMap(({ leaves }) => leaves.map(({ code }) => code))), [tree]);
  const held = (code: Code): boolean => now.has(code) || inherited.has(code);
  const keep: Record<Show, (code: Code) => boolean> = {
    all: () => true,
    held,
    inherited: (code) => inherited.has(code),
    changed: (code) => was.has(code) !== now.has(code),
  };
  const count = (which: Show): number => all.filter(keep[which]).length;
  const visibleTree = filterTree(tree, typed, keep[show], t);
  const mayTick = (code: Code): boolean => mayChange && (grantable.has(code) || was.has(code));
  const toggle = (codes: readonly Code[], on: boolean): void =>
    setNow(on ? selectCodes(now, codes.filter(mayTick)) : deselectCodes(now, codes.filter(mayTick)));

  const save = (): void => {
    if (changes === 0 || pending) return;
    run({ id: role.id, codes: [...withParents(now)], was: [...role.own], reason })
      .then(() => {
        saved();
        notify.success(t("common.saved"));
        again();
      })
      .catch(() => undefined);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save();
  };
  const own = role.staff.includes(person?.name ?? "");
  return (
    <div className="role-menu" onKeyDown={onKeyDown}>
      <section className="role-tree">
        <header className="page-head">
          <h1>{role.name}</h1>
          <span className="mut">
            {t("platform.roleMenu.permissionsStaffHere", { held: count("held"), all: all.length, staff: role.staff.length })}
          </span>
          <span className="grow" />
          {mayChange && role.others.length > 0 && (
            <select
              className="role-copy"
              aria-label={t("platform.roleMenu.copyRole")}
              value=""
              onChange={(event) => {
                const from = role.others.find(({ id }) => id === event.target.value);
                if (from)
                  setNow(
                    selectCodes(
                      now,
                      [...leavesOf(from.codes)].filter((code) => grantable.has(code)),
                    ),
                  );
              }}
            >
              <option value="">{t("platform.roleMenu.copyRole2")}</option>
              {role.others.map((other) => (
                <option key={other.id} value={other.id}>
                  {other.name}
                </option>
              ))}
            </select>
          )}
          <CommandButton
            icon="eye"
            spent={changes > 0}
            title={changes > 0 ? t("platform.roleMenu.saveTakeBackChanges") : undefined}
            onClick={() => startPreview({ id: role.id, name: role.name })}
          >
            {t("platform.roleMenu.seeRole")}
          </CommandButton>
        </header>
        <div className="role-bar">
          <SearchBox value={typed} hint={t("platform.roleMenu.pageButtonCode")} onSearch={setTyped} />
          <span className="seg" role="group" aria-label={t("platform.roleMenu.show")}>
            {SHOWS.map((each) => (
              <button key={each} type="button" aria-pressed={show === each} onClick={() => setShow(each)}>
                {t(NAMES[each])} {count(each)}
              </button>
            ))}
          </span>
          <span className="grow" />
          <span className="mut">
            {t("platform.roleMenu.builds", { base: role.baseName ?? t("platform.roleMenu.none") })}
            {mayChange && (
              <>
                {" "}
                <button type="button" className="link" onClick={() => void navigate(`/venue/role-form/${role.id}`)}>
                  {t("platform.roleMenu.change")}
                </button>
              </>
            )}
          </span>
        </div>
        {role.everything && (
          <p className="role-note" role="status">
            {t("platform.roleMenu.administratorsRoleAlwaysEverything")}
          </p>
        )}
        <RoleRows tree={visibleTree} mark={(code) => markOf(code, was, now, inherited)} mayTick={mayTick} onToggle={toggle} />
        {visibleTree.length === 0 && <p className="role-note">{t("list.empty")}</p>}
        <Legend />
      </section>
      <RoleDifference
        diff={diff}
        tree={tree}
        before={new Set([...was, ...inherited]).size}
        after={new Set([...now, ...inherited]).size}
        staff={role.staff}
        own={own}
        reason={reason}
        onReason={setReason}
        onUndo={(codes) => setNow(new Set([...now].filter((code) => !codes.includes(code)).concat(codes.filter((code) => was.has(code)))))}
        onSave={save}
        pending={pending}
      >
        {error && <Failure>{error.message}</Failure>}
      </RoleDifference>
    </div>
  );
}

function Legend() {
  const t = useT();
  return (
    <footer className="role-legend">
      <span>
        <i className="role-pill is-inherited" /> {t("platform.roleMenu.inheritedChangedRole")}
      </span>
      <span>
        <i className="role-pill is-own" /> {t("platform.roleMenu.role")}
      </span>
      <span>
        <i className="role-pill is-added" /> {t("platform.roleMenu.added")}
      </span>
      <span>
        <i className="role-pill is-removed" /> {t("platform.roleMenu.removed")}
      </span>
    </footer>
  );
}
