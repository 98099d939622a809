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
                {t({ zh: "撤回", en: "Take back" })}
              </button>
            </li>
          ))}
        </ul>
      </>
    );
  return (
    <aside className="role-diff" aria-label={t({ zh: "未保存的改动", en: "Unsaved changes" })}>
      <header>
        <h2>
          {t({ zh: "未保存的改动", en: "Unsaved changes" })} {changes}
        </h2>
        <p className="mut">
          {changes === 0
            ? t({ zh: "勾选或取消左边的按钮，这里先列出差异", en: "Tick on the left; what changes is listed here first" })
            : t(
                {
                  zh: "权限 {before} → {after}，增加 {added}，移除 {removed}",
                  en: "{before} → {after} permissions, {added} added, {removed} removed",
                },
                { before, after, added: diff.added.length, removed: diff.removed.length },
              )}
        </p>
      </header>
      {changes > 0 && (
        <>
          <div className="role-diff-list">
            {part(t({ zh: "增加", en: "Added" }), diff.added, "plus")}
            {part(t({ zh: "移除", en: "Removed" }), diff.removed, "minus")}
            {staff.length > 0 && (
              <p className="role-diff-who">
                <Icon name="warning" />
                <span>
                  {t(
                    { zh: "{n} 名员工的下一次操作起生效：{names}", en: "Counts at the next action of {n} staff: {names}" },
                    { n: staff.length, names: `${staff.slice(0, 6).join(t("list.and"))}${staff.length > 6 ? " …" : ""}` },
                  )}
                  {own && ` ${t({ zh: "其中有你自己。", en: "You are one of them." })}`}
                </span>
              </p>
            )}
            <label>
              <b>{t({ zh: "为什么改", en: "Why" })}</b>
              <span className="input">
                <input value={reason} maxLength={200} onChange={(event) => onReason(event.target.value)} />
              </span>
              <small className="mut">{t({ zh: "记入操作日志，附改动前后", en: "Goes into the operation log, with what changed" })}</small>
            </label>
            {children}
          </div>
          <footer>
            <Button kind="primary" size="lg" block busy={pending} onClick={onSave}>
              {t({ zh: "保存 {n} 项改动", en: "Save {n} changes" }, { n: changes })} <kbd aria-hidden>Ctrl ↵</kbd>
            </Button>
            <Button kind="quiet" size="lg" block onClick={() => onUndo([...diff.added, ...diff.removed])}>
              {t({ zh: "全部撤回", en: "Take all back" })}
            </Button>
          </footer>
        </>
      )}
    </aside>
  );
}
