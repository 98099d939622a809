/** Operator of an action, in cells and in the history of declared resources. */
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { cardLog } from "../../../src/contract/cards/member-cards";
import { valueOf } from "../../../src/console/resource/cells";
import { t } from "../../../src/console/i18n/i18n";

it("names the scheduler in the language on screen, and people by their names", () => {
  const said = (operator: string) => {
    const { container } = render(valueOf("operator", cardLog.fields.operator, { operator }, t));
    return container.textContent;
  };
  expect([said("system"), said("陈晓"), said("")]).toEqual(["系统", "陈晓", "—"]);
  expect(render(valueOf("note", cardLog.fields.note, { note: "system" }, t)).container.textContent).toBe("system");
});
