/** Permissions that saving a role would add and remove, the affected people, and the reason. */
import type { ReactNode } from "react";
import type { Code } from "../../../contract/core/permissions";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import type { GroupNode } from "./role-tree";

interface Props {
  readonly diff: { readonly added: readonly Code[]; readonly removed: readonly Code[] };
  readonly tree: readonly GroupNode[];
  readonly before: number;
  readonly after: number;
  /** Names of who holds the role here. */
  readonly staff: readonly string[];
  /** The person who looks is one of them. */
  readonly own: boolean;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly onUndo: (codes: readonly Code[]) => void;
  readonly onSave: () => void;
  readonly pending: boolean;
  readonly children: ReactNode;
}

export function RoleDifference({ diff, tree, before, after, staff, own, reason, onReason, onUndo, onSave, pending, children }: Props) {
  const t = useT();
  const changes = diff.added.length + diff.removed.length;
  const named = new Map(
    tree.flatMap(({ pages }) =>
      pages.flatMap(({ name, leaves }) => leaves.map((leaf) => [leaf.code as Code, [t(leaf.name), t(name)]] as const)),
    ),
  );
  const part = (title: string, codes: readonly Code[], icon: "plus" | "minus") =>
    codes.length > 0 && (
      <>
        <h3>
          {title} {codes.length}
        </h3>
        <ul>
          {codes.map((code) => (
            <li key={code} className={icon === "plus" ? "is-added" : "is-removed"}>
              <Icon name={icon} />
              <span>
                <b>{named.get(code)?.[0] ?? code}</b> · {named.get(code)?.[1]}
                <small className="mono">{code}</small>
              </span>
              <button type="button" className="link" onClick={() => onUndo([code])}>
                {t("platform.roleDifference.takeBack")}
              </button>
            </li>
          ))}
        </ul>
      </>
    );
  return (
    <aside className="role-diff" aria-label={t("platform.roleDifference.unsavedChanges")}>
      <header>
        <h2>
          {t("platform.roleDifference.unsavedChanges")} {changes}
        </h2>
        <p className="mut">
          {changes === 0
            ? t("platform.roleDifference.tickLeftWhatChanges")
            : t("platform.roleDifference.permissionsAddedRemoved", {
                before,
                after,
                added: diff.added.length,
                removed: diff.removed.length,
              })}
        </p>
      </header>
      {changes > 0 && (
        <>
          <div className="role-diff-list">
            {part(t("platform.roleDifference.added"), diff.added, "plus")}
            {part(t("platform.roleDifference.removed"), diff.removed, "minus")}
            {staff.length > 0 && (
              <p className="role-diff-who">
                <Icon name="warning" />
                <span>
                  {t("platform.roleDifference.countsNextActionStaff", {
                    n: staff.length,
                    names: `${staff.slice(0, 6).join(t("list.and"))}${staff.length > 6 ? " …" : ""}`,
                  })}
                  {own && ` ${t("platform.roleDifference.youOneThem")}`}
                </span>
              </p>
            )}
            <label>
              <b>{t("platform.roleDifference.why")}</b>
              <span className="input">
                <input value={reason} maxLength={200} onChange={(event) => onReason(event.target.value)} />
              </span>
              <small className="mut">{t("platform.roleDifference.goesIntoOperationLog")}</small>
            </label>
            {children}
          </div>
          <footer>
            <Button kind="primary" size="lg" block busy={pending} onClick={onSave}>
              {t("platform.roleDifference.saveChanges", { n: changes })} <kbd aria-hidden>Ctrl ↵</kbd>
            </Button>
            <Button kind="quiet" size="lg" block onClick={() => onUndo([...diff.added, ...diff.removed])}>
              {t("platform.roleDifference.takeAllBack")}
            </Button>
          </footer>
        </>
      )}
    </aside>
  );
}
