/** What lists of rules have in common: filters by what a rule names, a view for each part of its life, and columns. */
import { useMemo } from "react";
import type { RuleState } from "../../../contract/pricePlans";
import type { T } from "../../i18n/keys";
import { useT } from "../../i18n/useT";
import type { Column } from "../../ui/list/columns";
import { type Filter, someOf, type View } from "../../ui/list/filters";
import { StatusTag } from "../../ui/StatusTag";
import { usePrograms } from "../../ui/form/useNamed";
import { RULE_TONE } from "./words";

const LIFE: readonly RuleState[] = ["current", "upcoming", "ended"];
const STATES: readonly RuleState[] = [...LIFE, "off"];

/** By sports program. */
export function useProgramFilter(): Filter {
  const t = useT();
  const { data } = usePrograms();
  return useMemo(() => someOf("programId", t("prices.program"), data?.content), [t, data]);
}

/** By what a rule is today. */
export function useStateFilter(): Filter {
  const t = useT();
  return useMemo(
    () =>
      someOf(
        "state",
        t("prices.state"),
        STATES.map((id) => ({ id, name: t(`prices.states.${id}`) })),
      ),
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
