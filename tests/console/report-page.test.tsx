// The note under a report of which its page shows only the first rows.
import { render, screen } from "@testing-library/react";
import { createMemoryRouter } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { App, AppRoot } from "../../src/console/App";
import { setLanguage } from "../../src/console/i18n/i18n";
import { queryClient } from "../../src/console/providers/queries";
import { ReportPage } from "../../src/console/resource/ReportPage";
import { setSession } from "../../src/console/session/store";
import { memberMonths } from "../../src/contract/finance/member-money";
import { ALL_CODES } from "../../src/contract/core/permissions";
import { measuresOf, reportCalls, REST } from "../../src/contract/core/resource/report";
import { session } from "../../src/contract/session/session";
import { handle } from "./server";

const figures = Object.fromEntries(measuresOf(memberMonths).map((name) => [name, "1.00"]));
const row = (key: string, name: string) => ({ key, name, note: "", level: 0, previous: null, ...figures });

beforeEach(() => {
  queryClient.clear();
  setSession({ venueId: "v-1", codes: new Set(ALL_CODES) });
  handle(session.preferences, () => ({ values: {} }));
});

function open(whole: boolean): void {
  const rows = [row("m-1", "王思远"), ...(whole ? [] : [row(REST, "其余会员")])];
  handle(reportCalls(memberMonths).read, () => ({ rows, whole, sums: figures, previous: null }));
  const Page = () => <ReportPage report={memberMonths} />;
  render(
    <App
      router={createMemoryRouter([{ Component: AppRoot, children: [{ path: "/report", Component: Page }] }], {
        initialEntries: ["/report"],
      })}
    />,
  );
}

it.each([
  ["zh", "行数较多，未全部列出，合计包含全部；缩短时间段可看更多，导出的文件列出每一行"],
  ["en", "Not every row is listed; totals are of all. A shorter period shows more, the exported file has every row"],
] as const)("says in %s that not every row is listed", async (language, words) => {
  await setLanguage(language);
  open(false);
  await screen.findByText("其余会员");
  screen.getByText((text) => text.includes(words));
});

it("says nothing of it below a report that is whole", async () => {
  await setLanguage("zh");
  open(true);
  await screen.findByText("王思远");
  expect(screen.queryByText(/未全部列出/)).toBeNull();
});
