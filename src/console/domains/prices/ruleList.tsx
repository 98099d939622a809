/** What lists of rules have in common: filters by what a rule names, a view for each part of its life, and columns. */
import { useMemo } from "react";
import type { RuleState } from "../../../contract/pricePlans";
import type { T } from "../../i18n/keys";
import { useT } from "../../i18n/useT";
import type { Column } from "../../ui/list/columns";
import type { Filter, View } from "../../ui/list/filters";
import { StatusTag } from "../../ui/StatusTag";
import { usePrograms } from "../../ui/form/useNamed";
import { RULE_TONE } from "./words";

const LIFE: readonly RuleState[] = ["current", "upcoming", "ended"];
const STATES: readonly RuleState[] = [...LIFE, "off"];

interface Named {
  readonly id: string;
  readonly name: string;
}
const byName = (key: string, title: string, all: readonly Named[] = []): Filter => ({
  kind: "choice",
  key,
  title,
  many: true,
  options: all.map(({ id, name }) => ({ value: id, label: name })),
});

/** By sports program. */
export function useProgramFilter(): Filter {
  const t = useT();
  const { data } = usePrograms();
  return useMemo(() => byName("programId", t("prices.program"), data?.content), [t, data]);
}

/** By what a rule is today. */
export function useStateFilter(): Filter {
  const t = useT();
  return useMemo(
    () => ({
      kind: "choice",
      key: "state",
      title: t("prices.state"),
      many: true,
      options: STATES.map((state) => ({ value: state, label: t(`prices.states.${state}`) })),
    }),
    [t],
  );
}

/** A view for each part of a rule's life. */
export function useLifeViews(): readonly View[] {
  const t = useT();
  return useMemo(() => LIFE.map((state) => ({ key: state, title: t(`prices.states.${state}`), filters: { state } })), [t]);
}

/** What a rule is today. @param width pixels */
export const stateColumn = <R extends { readonly state: RuleState }>(t: T, width = 108): Column<R> => ({
  key: "state",
  title: t("prices.state"),
  width,
  render: ({ state }) => <StatusTag tone={RULE_TONE[state]}>{t(`prices.states.${state}`)}</StatusTag>,
});
