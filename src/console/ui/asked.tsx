/** A question that any code can ask and wait for: over the page, once, answered before anything else is done. */
import { useId, useState, useSyncExternalStore } from "react";
import { t } from "../i18n/i18n";
import { Ask } from "./Ask";

interface Question {
  readonly title: string;
  /** What happens, and to whom. */
  readonly text?: string;
  /** What the button that does it is called. */
  readonly yes: string;
  readonly danger?: boolean;
  /** Asks for a reason, which the log keeps. */
  readonly reason?: boolean;
}
interface Open extends Question {
  readonly answer: (reason: string | undefined) => void;
}

/** Shortest reason that says something. */
const SHORTEST = 2;
const MOST = 200;

let open: Open | undefined;
const watchers = new Set<() => void>();

function show(next: Open | undefined): void {
  open = next;
  for (const watcher of watchers) watcher();
}

/**
 * Asks whether something is meant. A question that is open already is answered with no.
 * @returns the reason ("" where none is needed); undefined: no
 */
export function ask(question: Question): Promise<string | undefined> {
  open?.answer(undefined);
  return new Promise((resolve) => {
    show({
      ...question,
      answer: (reason) => {
        show(undefined);
        resolve(reason);
      },
    });
  });
}

/** Where the question is drawn: once, in the shell. */
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

function Standing({ question: { title, text, yes, danger, reason: asks = false, answer } }: { question: Open }) {
  const id = useId();
  const [reason, setReason] = useState("");
  const no = (): void => answer(undefined);
  return (
    <Ask
      title={title}
      onClose={no}
      answers={[
        { title: t("common.cancel"), act: no },
        {
          title: yes,
          act: () => answer(reason.trim()),
          kind: danger ? "danger" : "primary",
          disabled: asks && reason.trim().length < SHORTEST,
        },
      ]}
    >
      {text}
      {asks && (
        <>
          <label className="field-label" htmlFor={id}>
            {t("ui.reason")}
          </label>
          <span className="input">
            <input
              id={id}
              value={reason}
              maxLength={MOST}
              placeholder={t("ui.reasonHint")}
              autoComplete="off"
              onChange={(event) => setReason(event.target.value)}
            />
          </span>
        </>
      )}
    </Ask>
  );
}
