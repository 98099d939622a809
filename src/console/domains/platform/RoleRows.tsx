/** The rows of the role tree: a group, its pages, the buttons of each. */
import { Fragment, useMemo, useState } from "react";
import { GROUPS } from "../../../contract/core/groups";
import type { Code } from "../../../contract/core/permissions";
import { type MenuNode, platform } from "../../../contract/platform/platform";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { Icon } from "../../ui/Icon";
import type { IconName } from "../../ui/icons";
import type { GroupNode, Leaf, Mark, PageNode } from "./role-tree";

interface Props {
  readonly tree: readonly GroupNode[];
  readonly mark: (code: Code) => Mark;
  readonly mayTick: (code: Code) => boolean;
  readonly onToggle: (codes: readonly Code[], on: boolean) => void;
}

const ICONS: Readonly<Record<Mark, IconName | undefined>> = {
  own: "check",
  inherited: "link",
  added: "plus",
  removed: "minus",
  none: undefined,
};
const isOn = (mark: Mark): boolean => mark === "own" || mark === "added";

export function RoleRows({ tree, mark, mayTick, onToggle }: Props) {
  const t = useT();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const menu = useRead(platform.menuTree, {}, { staleTime: Infinity });
  const nodes = useMemo(() => new Map<Code, MenuNode>((menu.data?.content ?? []).map((node) => [node.code, node])), [menu.data]);
  const codesOf = (pages: readonly PageNode[]): Code[] => pages.flatMap(({ leaves }) => leaves.map(({ code }) => code));
  const heldOf = (codes: readonly Code[]): string =>
    `${codes.filter((code) => isOn(mark(code)) || mark(code) === "inherited").length} / ${codes.length}`;
  return (
    <div className="role-rows">
      <table>
        <thead>
          <tr>
            <th>{t("platform.roleRows.groupPage")}</th>
            <th className="role-code">{t("platform.roleRows.code")}</th>
            <th>{t("platform.roleRows.buttons")}</th>
            <th className="role-count">{t("platform.held")}</th>
          </tr>
        </thead>
        <tbody>
          {tree.map(({ group, pages }) => {
            const name = t(`shell.group.${group}`);
            const codes = codesOf(pages);
            const shut = closed.has(group);
            return (
              <Fragment key={group}>
                <tr className="role-group">
                  <td>
                    <span className="role-name">
                      <button
                        type="button"
                        className="role-fold"
                        aria-expanded={!shut}
                        aria-label={name}
                        onClick={() => setClosed(new Set(shut ? [...closed].filter((each) => each !== group) : [...closed, group]))}
                      >
                        <Icon name={shut ? "chevron-right" : "chevron-down"} />
                      </button>
                      <All label={name} codes={codes} mark={mark} mayTick={mayTick} onToggle={onToggle} />
                      <b>{name}</b>
                    </span>
                  </td>
                  <td className="mono mut role-code">{GROUPS[group]}</td>
                  <td className="mut">{t("platform.roleRows.pages", { n: pages.length })}</td>
                  <td className="role-count">{heldOf(codes)}</td>
                </tr>
                {!shut &&
                  pages.map((page) => (
                    <tr key={page.code} className="role-page">
                      <td>
                        <span className="role-name">
                          <All
                            label={t(page.name)}
                            codes={page.leaves.map(({ code }) => code)}
                            mark={mark}
                            mayTick={mayTick}
                            onToggle={onToggle}
                          />
                          <span>{t(page.name)}</span>
                          {nodes.get(page.code)?.disable && <small className="mut">{t("platform.roleRows.notKindVenue")}</small>}
                        </span>
                      </td>
                      <td className="mono mut role-code" title={nodes.get(page.code)?.path}>
                        {page.code}
                      </td>
                      <td>
                        <span className="role-pills">
                          {page.leaves.map((leaf) => (
                            <Pill
                              key={leaf.code}
                              leaf={leaf}
                              opens={nodes.get(leaf.code)?.calls ?? []}
                              page={t(page.name)}
                              mark={mark(leaf.code)}
                              open={mayTick(leaf.code)}
                              onToggle={onToggle}
                            />
                          ))}
                        </span>
                      </td>
                      <td className="role-count mut">{heldOf(page.leaves.map(({ code }) => code))}</td>
                    </tr>
                  ))}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Ticks or unticks all of a page or a group. */
function All({ label, codes, mark, mayTick, onToggle }: { label: string; codes: readonly Code[] } & Omit<Props, "tree">) {
  const open = codes.filter((code) => mayTick(code) && mark(code) !== "inherited");
  const on = codes.filter((code) => mark(code) !== "none" && mark(code) !== "removed").length;
  const full = on === codes.length;
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={full}
      disabled={open.length === 0}
      ref={(box) => {
        if (box) box.indeterminate = on > 0 && !full;
      }}
      onChange={() => onToggle(open, !open.every((code) => isOn(mark(code))))}
    />
  );
}

interface PillProps {
  readonly leaf: Leaf;
  /** API calls that it opens: shown in its tooltip. */
  readonly opens: MenuNode["calls"];
  readonly page: string;
  readonly mark: Mark;
  readonly open: boolean;
  readonly onToggle: Props["onToggle"];
}
function Pill({ leaf, opens, page, mark, open, onToggle }: PillProps) {
  const t = useT();
  const icon = ICONS[mark];
  const why =
    mark === "inherited"
      ? t("platform.roleRows.inheritedChangedRole")
      : open
        ? leaf.code
        : t("platform.roleRows.youDontHoldCant", { code: leaf.code });
  const fixed = !open || mark === "inherited";
  return (
    <button
      type="button"
      className={`role-pill is-${mark}`}
      aria-pressed={isOn(mark) || mark === "inherited"}
      aria-label={`${page}：${t(leaf.name)}`}
      aria-disabled={fixed}
      title={[why, ...opens.map(({ method, uri }) => `${method} ${uri}`)].join("\n")}
      onClick={() => {
        if (!fixed) onToggle([leaf.code], !isOn(mark));
      }}
    >
      {icon && <Icon name={icon} />}
      {t(leaf.name)}
    </button>
  );
}
