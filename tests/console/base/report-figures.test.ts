/** Figures that a report shows. */
import { expect, it } from "vitest";
import { figureOf } from "../../../src/console/resource/report-figures";
import { t } from "../../../src/console/i18n/i18n";
import { courtUse } from "../../../src/contract/finance/court-use";

it("shows the figures of a column with the same decimals, so that their points stand below each other", () => {
  const { soldHours, utilisation, sessions } = courtUse.columns;
  const shown = [
    ...[176, 152.5, 1_490.25].map((hours) => figureOf("soldHours", soldHours, { soldHours: hours }, t)),
    ...[34, 39.8].map((share) => figureOf("utilisation", utilisation, { utilisation: share }, t)),
    figureOf("sessions", sessions, { sessions: 1_234 }, t),
  ];
  expect(shown).toEqual(["176.0", "152.5", "1,490.3", "34.0 %", "39.8 %", "1,234"]);
});
