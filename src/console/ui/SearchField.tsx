import type { ReactNode, RefObject } from "react";
import { Icon } from "./Icon";
import type { IconName } from "./icons";
import { isOfInputMethod } from "../keys/ime";

/** Search results that the arrow keys choose from: the caller's listbox, the number of results, the chosen one. */
interface FoundList {
  readonly list: string;
  readonly count: number;
  readonly at: number;
  readonly onAt: (at: number) => void;
  /** Id of the option chosen. */
  readonly active?: string | undefined;
}

/**
 * The field in which people, goods and the like are searched. Enter counts where something is typed; keys that an input method composes
 * with do not.
 */
export function SearchField({
  input,
  icon = "search",
  large = false,
  label,
  placeholder = label,
  autoFocus = false,
  value,
  onChange,
  onEnter,
  onEscape,
  found,
  hint,
}: {
  input: RefObject<HTMLInputElement | null>;
  icon?: IconName;
  large?: boolean;
  label: string;
  placeholder?: string;
  autoFocus?: boolean;
  value: string;
  onChange: (text: string) => void;
  onEnter: () => void;
  onEscape?: () => void;
  found?: FoundList;
  /** The key that brings the focus here. */
  hint?: ReactNode;
}) {
  const combobox = found
    ? ({
        role: "combobox",
        "aria-expanded": found.count > 0,
        "aria-controls": found.list,
        "aria-activedescendant": found.active,
        "aria-autocomplete": "list",
      } as const)
    : {};
  return (
    <label className={large ? "input input-lg" : "input"}>
      <Icon name={icon} />
      <input
        ref={input}
        type="search"
        {...combobox}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where a scanner types into it at any time
        autoFocus={autoFocus}
        autoComplete="off"
        maxLength={64}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (isOfInputMethod(event) || event.ctrlKey || event.metaKey) return;
          if (event.key === "Escape") return onEscape?.();
          if (found && (event.key === "ArrowDown" || event.key === "ArrowUp"))
            found.onAt(Math.max(0, Math.min(found.count - 1, found.at + (event.key === "ArrowDown" ? 1 : -1))));
          else if (event.key === "Enter" && value.trim() !== "") onEnter();
          else return;
          event.preventDefault();
        }}
      />
      {hint}
    </label>
  );
}
