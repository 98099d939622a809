import { useState } from "react";
import { usePreference } from "../../session/preferences";
import { useT } from "../../i18n/use-t";
import { Button } from "../Button";
import { Icon } from "../Icon";
import { Popover } from "../Popover";
import type { View } from "./filters";
import { sameFilters } from "./state";

function readViews(text: string): View[] {
  try {
    const raw: unknown = JSON.parse(text || "[]");
    if (!Array.isArray(raw)) return [];
    return raw.flatMap((one: unknown): View[] => {
      if (typeof one !== "object" || one === null || !("title" in one) || !("filters" in one)) return [];
      const { title, filters } = one;
      if (typeof title !== "string" || typeof filters !== "object" || filters === null) return [];
      return [{ key: `own:${title}`, title, filters: Object.fromEntries(Object.entries(filters).map(([k, v]) => [k, String(v)])) }];
    });
  } catch {
    return [];
  }
}

interface Props {
  /** The list's name; the person's own views are kept under it. */
  readonly name: string;
  readonly views: readonly View[];
  readonly filters: Readonly<Record<string, string>>;
  readonly onChoose: (filters: Readonly<Record<string, string>>) => void;
}

/** Named sets of filters: those of the screen, and the person's own, which are kept on the server. */
export function Views({ name, views, filters, onChoose }: Props) {
  const t = useT();
  const [text, setText] = usePreference(`views:${name}`);
  const own = readViews(text);
  const all = [{ key: "all", title: t("list.all"), filters: {} }, ...views, ...own];
  const isNew = !all.some((view) => sameFilters(view.filters, filters));
  const keep = (next: readonly View[]): void =>
    setText(next.length === 0 ? "" : JSON.stringify(next.map(({ title, filters: kept }) => ({ title, filters: kept }))));
  return (
    <div className="views no-print" role="group" aria-label={t("list.views")}>
      {all.map((view) => (
        <span key={view.key} className="view">
          <button type="button" aria-pressed={sameFilters(view.filters, filters)} onClick={() => onChoose(view.filters)}>
            {view.title}
          </button>
          {view.key.startsWith("own:") && sameFilters(view.filters, filters) && (
            <button
              type="button"
              className="view-drop"
              aria-label={t("list.deleteView", { name: view.title })}
              onClick={() => keep(own.filter((one) => one.key !== view.key))}
            >
              <Icon name="close" size="s" />
            </button>
          )}
        </span>
      ))}
      {isNew && (
        <Popover
          className="view-save"
          button={
            <>
              <Icon name="plus" size="s" />
              {t("list.saveView")}
            </>
          }
        >
          {(close) => (
            <NameForm
              onSave={(title) => {
                keep([...own.filter((one) => one.title !== title), { key: `own:${title}`, title, filters }]);
                close();
              }}
            />
          )}
        </Popover>
      )}
    </div>
  );
}

function NameForm({ onSave }: { onSave: (title: string) => void }) {
  const t = useT();
  const [title, setTitle] = useState("");
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim()) onSave(title.trim());
      }}
    >
      <label className="input">
        <input
          aria-label={t("list.viewName")}
          placeholder={t("list.viewName")}
          maxLength={20}
          value={title}
          ref={(input) => input?.focus()}
          onChange={(event) => setTitle(event.target.value)}
        />
      </label>
      <Button type="submit" why={title.trim() === "" ? t("ui.views.enterName") : undefined}>
        {t("common.save")}
      </Button>
    </form>
  );
}
