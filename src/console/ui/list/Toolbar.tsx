import { type CSSProperties, useEffect, useRef, useState } from "react";
import { useT } from "../../i18n/use-t";
import { Icon } from "../Icon";
import { Kbd } from "../Kbd";
import { Popover } from "../Popover";
import { type Column, type ColumnSettings, moveColumn, NO_SETTINGS, ordered } from "./columns";
import { chipText, type Filter, toggled } from "./filters";
import { DayInput } from "../form/DayInput";

const TYPING_MS = 250;

/** The search box: what is typed is searched after a short pause; `/` comes here, Esc clears. IME text counts once it is composed. */
export function SearchBox({ value, hint, onSearch }: { value: string; hint: string; onSearch: (text: string) => void }) {
  const t = useT();
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const [composing, setComposing] = useState(false);
  useEffect(() => {
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    if (text.trim() === sent.current || composing) return undefined;
    const timer = setTimeout(() => {
      sent.current = text.trim();
      onSearch(text.trim());
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, composing, onSearch]);
  return (
    <label className="input" style={{ "--hint": letters(hint) } as CSSProperties}>
      <Icon name="search" />
      <input
        type="search"
        className="list-search"
        aria-label={t("list.search")}
        placeholder={hint}
        maxLength={64}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && text !== "") {
            event.stopPropagation();
            setText("");
          }
        }}
      />
      <Kbd>/</Kbd>
    </label>
  );
}

/** Returns the width of a text in letters; a Chinese letter counts as two. */
const letters = (text: string): number => Array.from(text).reduce((sum, letter) => sum + (letter > "\u2e7f" ? 2 : 1), 0);

interface FiltersProps {
  readonly filters: readonly Filter[];
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Record<string, string>) => void;
}

/** A chip for each filter in force, a button for the others, and one that clears all. */
export function Filters({ filters, values, onChange }: FiltersProps) {
  const t = useT();
  const set = (key: string, value: string): void => onChange({ ...values, [key]: value });
  const inForce = filters.filter((filter) => values[filter.key]);
  return (
    <>
      {inForce.map((filter) => (
        <span key={filter.key} className="chip-group">
          <Popover
            className="chip"
            button={
              <>
                {t("list.chip", { title: filter.title })}
                <b>
                  {filter.kind === "find" ? (
                    <FoundName filter={filter} value={values[filter.key] ?? ""} />
                  ) : (
                    chipText(filter, values[filter.key] ?? "", t("list.and"))
                  )}
                </b>
              </>
            }
          >
            {() => <Options filter={filter} value={values[filter.key] ?? ""} onChange={(value) => set(filter.key, value)} />}
          </Popover>
          <button type="button" className="chip-drop" aria-label={`${t("list.clear")} ${filter.title}`} onClick={() => set(filter.key, "")}>
            <Icon name="close" size="s" />
          </button>
        </span>
      ))}
      {filters.length > inForce.length && (
        <Popover
          className="chip chip-add"
          button={
            <>
              <Icon name="plus" size="s" />
              {t("list.filter")}
            </>
          }
        >
          {() =>
            filters
              .filter((filter) => !values[filter.key])
              .map((filter) => (
                <fieldset key={filter.key} className="popup-group">
                  <legend>{filter.title}</legend>
                  <Options filter={filter} value="" onChange={(value) => set(filter.key, value)} />
                </fieldset>
              ))
          }
        </Popover>
      )}
      {(inForce.length > 0 || values["q"]) && (
        <button type="button" className="link" onClick={() => onChange({})}>
          {t("list.clear")}
        </button>
      )}
    </>
  );
}

function Options({ filter, value, onChange }: { filter: Filter; value: string; onChange: (value: string) => void }) {
  if (filter.kind === "day") {
    return (
      <label className="popup-item">
        <span className="sr">{filter.title}</span>
        <DayInput value={value} onChange={onChange} clears />
      </label>
    );
  }
  if (filter.kind === "amount")
    return (
      <label className="popup-item">
        <span className="sr">{filter.title}</span>
        <input
          inputMode="decimal"
          className="date"
          defaultValue={value}
          onBlur={(event) => onChange(event.target.value.trim())}
          onKeyDown={(event) => event.key === "Enter" && onChange(event.currentTarget.value.trim())}
        />
      </label>
    );
  if (filter.kind === "find") return <Find filter={filter} value={value} onChange={onChange} />;
  const chosen = value.split(",");
  return filter.options.map((option) => (
    <label key={option.value} className="popup-item">
      <input
        type="checkbox"
        className="check"
        checked={chosen.includes(option.value)}
        onChange={() => onChange(toggled(filter, value, option.value))}
      />
      {option.label}
    </label>
  ));
}

/** The name of the record that a filter narrows to; "…" until it is known. */
function FoundName({ filter: { nameOf }, value }: { filter: Filter & { kind: "find" }; value: string }) {
  const [name, setName] = useState("…");
  useEffect(() => {
    let isCurrent = true;
    const show = (found: string | undefined): void => void (isCurrent && setName(found ?? value));
    nameOf(value).then(show, () => show(undefined));
    return () => {
      isCurrent = false;
    };
  }, [nameOf, value]);
  return name;
}

/** Finds a record by what is typed, and narrows the list to it. */
function Find({ filter, value, onChange }: { filter: Filter & { kind: "find" }; value: string; onChange: (value: string) => void }) {
  const [q, setQ] = useState("");
  const [found, setFound] = useState<Awaited<ReturnType<typeof filter.find>>>([]);
  const { find } = filter;
  useEffect(() => {
    let isCurrent = true;
    const search = (): void => {
      find(q)
        .then((options) => isCurrent && setFound(options))
        .catch(() => isCurrent && setFound([]));
    };
    const timer = setTimeout(search, q === "" ? 0 : TYPING_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [q, find]);
  return (
    <>
      <label className="popup-item">
        <span className="sr">{filter.title}</span>
        <input type="search" className="date" value={q} maxLength={64} onChange={(event) => setQ(event.target.value)} />
      </label>
      {found.map((option) => (
        <label key={option.value} className="popup-item">
          <input
            type="checkbox"
            className="check"
            checked={value === option.value}
            onChange={() => onChange(value === option.value ? "" : option.value)}
          />
          {option.label}
        </label>
      ))}
    </>
  );
}

interface ColumnMenuProps<T, S> {
  readonly columns: readonly Column<T, S>[];
  /** Those on screen. */
  readonly shown: readonly Column<T, S>[];
  readonly settings: ColumnSettings;
  readonly onChange: (settings: ColumnSettings) => void;
}

/** Which columns show, in which order; the button says how many do not. Fixed ones stay; a true reset brings everything back. */
export function ColumnMenu<T, S>({ columns, shown, settings, onChange }: ColumnMenuProps<T, S>) {
  const t = useT();
  const away = columns.length - shown.length;
  const onScreen = new Set(shown.map(({ key }) => key));
  return (
    <Popover
      align="end"
      className={away > 0 ? "btn" : "btn btn-icon"}
      label={away > 0 ? t("list.columnsAway", { count: away }) : t("list.columns")}
      button={
        <>
          <Icon name="columns" />
          {away > 0 && <small>{t("list.away", { count: away })}</small>}
        </>
      }
    >
      {() => (
        <div className="column-menu">
          <div className="popup-head">
            <b>{t("list.columns")}</b>
            <button type="button" className="link" onClick={() => onChange(NO_SETTINGS)}>
              {t("list.restore")}
            </button>
          </div>
          {ordered(columns, settings).map((column) => (
            <div key={column.key} className="popup-item">
              <label className="row grow">
                <input
                  type="checkbox"
                  className="check"
                  checked={onScreen.has(column.key)}
                  disabled={column.fixed ?? false}
                  onChange={(event) => onChange({ ...settings, shown: { ...settings.shown, [column.key]: event.target.checked } })}
                />
                {column.title}
              </label>
              {column.fixed ? (
                <small className="mut">{t("list.fixed")}</small>
              ) : (
                <span className="movers">
                  <button
                    type="button"
                    aria-label={t("list.moveUp", { title: column.title })}
                    onClick={() => onChange(moveColumn(columns, settings, column.key, -1))}
                  >
                    <Icon name="chevron-up" size="s" />
                  </button>
                  <button
                    type="button"
                    aria-label={t("list.moveDown", { title: column.title })}
                    onClick={() => onChange(moveColumn(columns, settings, column.key, 1))}
                  >
                    <Icon name="chevron-down" size="s" />
                  </button>
                </span>
              )}
            </div>
          ))}
        </div>
      )}
    </Popover>
  );
}
