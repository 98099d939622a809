/** Names as the public sees them, where they are not public. */

/** Matches the words between the separators of a pair's names or of a full name. */
const WORD = /[^\s/、，,;；&+·]+/gu;

/** Masks each name except its first letter: "王伟、李娜" → "王*、李*", "Ann Lee" → "A** L**". */
export const maskName = (name: string): string =>
  name.replace(WORD, (word) => {
    const [first = "", ...rest] = Array.from(word);
    return `${first}${"*".repeat(Math.max(1, rest.length))}`;
  });

/** Facts that decide whether an entry's name is shown to the public: a team's is, a person's only where the game's names are public. */
export interface NameRule {
  readonly privacy: boolean;
  /** Kind of the event: "team", or people. */
  readonly kind: string | null;
}
/** An entry's name for the public. */
export const publicEntry = (name: string, { privacy, kind }: NameRule): string => (privacy && kind !== "team" ? maskName(name) : name);
/** Players' names for the public. */
export const publicPlayers = (names: string, { privacy }: Pick<NameRule, "privacy">): string => (privacy ? maskName(names) : names);
