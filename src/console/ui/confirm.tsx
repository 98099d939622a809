/** A question that any code can ask and wait for: over the page, once, answered before anything else is done. */
import { useId, useState, useSyncExternalStore } from "react";
import { t } from "../i18n/i18n";
import type { T } from "../i18n/keys";
import { Ask } from "./Ask";

/** Input that a question requests besides a confirmation: a line of text, a longer one, or one of several choices. */
export interface Wanted {
  readonly label: string;
  readonly hint?: string;
  /** Fewest characters; one unless given. */
  readonly least?: number;
  readonly most?: number;
  readonly long?: boolean;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}
interface Question {
  readonly title: string;
  /** Effect of the act, and whom it affects. */
  readonly text?: string;
  /** Label of the button that confirms. */
  readonly yes: string;
  readonly danger?: boolean;
  readonly wants?: Wanted;
}
interface Open extends Question {
  readonly answer: (given: string | undefined) => void;
}

/** A reason, which the log keeps. */
export const aReason = (): Wanted => ({ label: t("ui.reason"), hint: t("ui.reasonHint"), least: 2 });
const MOST = 200;

let open: Open | undefined;
const watchers = new Set<() => void>();

function show(next: Open | undefined): void {
  open = next;
  for (const watcher of watchers) watcher();
}

/**
 * Asks whether something is meant. A question that is open already is answered with no.
 * @returns what it wants ("" where it wants nothing); undefined: no
 */
export function confirm(question: Question): Promise<string | undefined> {
  open?.answer(undefined);
  return new Promise((resolve) => {
    show({
      ...question,
      answer: (given) => {
        show(undefined);
        resolve(given);
      },
    });
  });
}

/** Renders the question: once, in the shell. */
export function AskHost() {
  const question = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => open,
  );
  return question ? <Standing key={question.title} question={question} /> : null;
}

/** Reason why what was given does not do yet. */
function lacking({ least = 1, choices, label }: Wanted, length: number, t: T): string | undefined {
  if (length >= least) return undefined;
  if (choices) return t("ui.confirm.choose", { label });
  return t(least === 1 ? "ui.confirm.fill" : "ui.confirm.charactersLeast", { label, least });
}

function Standing({ question: { title, text, yes, danger, wants, answer } }: { question: Open }) {
  const [given, setGiven] = useState("");
  const no = (): void => answer(undefined);
  return (
    <Ask
      title={title}
      onClose={no}
      answers={[
        { title: t("common.cancel"), act: no },
        {
          title: yes,
          act: () => answer(given.trim()),
          kind: danger ? "danger" : "primary",
          why: wants && lacking(wants, given.trim().length, t),
        },
      ]}
    >
      {text}
      {wants && <Answered wants={wants} value={given} onValue={setGiven} />}
    </Ask>
  );
}

function Answered({ wants, value, onValue }: { wants: Wanted; value: string; onValue: (value: string) => void }) {
  const id = useId();
  const { label, hint, most = MOST, long, choices } = wants;
  const common = { id, value, onChange: ({ target }: { target: { value: string } }) => onValue(target.value) };
  const typed = { ...common, maxLength: most, placeholder: hint, autoComplete: "off" };
  return (
    <>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {choices ? (
        <select className="select ask-select" {...common}>
          <option value="">{hint}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : long ? (
        <textarea className="ask-long" rows={4} {...typed} />
      ) : (
        <span className="input">
          <input {...typed} />
        </span>
      )}
    </>
  );
}
