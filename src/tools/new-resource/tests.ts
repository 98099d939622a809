/** The tests of a new resource: on the real server and database, and on the screens. They are a start, and stay green untouched. */
import { codesOf, dayFilter, moneyFields } from "./contract";
import { pathsOf } from "./console";
import type { Field, Plan } from "./plan";

/** What two made-up rows say, as it travels. */
const SAMPLES = {
  text: ["一号样品", "二号样品"],
  int: [3, 5],
  money: ["12.50", "7.05"],
  day: ["2026-11-21", "2026-12-01"],
} as const;
const sample = (field: Field, which: 0 | 1): string =>
  JSON.stringify(field.kind === "text" && !field.names ? `${field.zh}${which + 1}` : SAMPLES[field.kind][which]);
const draft = (plan: Plan, which: 0 | 1): string =>
  `{ ${plan.fields.map((field) => `${field.name}: ${sample(field, which)}`).join(", ")} }`;
const isRequired = (field: Field): boolean => field.names || field.kind === "int" || field.kind === "money";

export function serverTestFile(plan: Plan): string {
  const { camel, snake, fields, title } = plan;
  const codes = codesOf(plan);
  const day = dayFilter(plan);
  const money = moneyFields(plan);
  const required = fields.filter(isRequired).map((field) => field.name);
  const cell = (field: Field): string =>
    field.kind === "text" || field.kind === "money" ? sample(field, 1) : field.kind === "int" ? '"5"' : "expect.any(String)";
  return `import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ${camel} } from "../../src/contract/${camel}";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import { excelRows } from "../support/unzip";

const first = ${draft(plan, 0)};
const second = ${draft(plan, 1)};

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as("admin");
});
beforeEach(() => query(server.url, "DELETE FROM ${snake}"));
afterAll(() => server.close());

const stored = () => query(server.url, "SELECT * FROM ${snake} ORDER BY venue_id, id");
const ids = async (input: Parameters<typeof admin.ok<typeof ${camel}.list>>[1]) =>
  (await admin.ok(${camel}.list, input)).content.map((row) => row.id);

describe("${plan.en}", () => {
  it("keeps what was entered, and shows it", async () => {
    const made = await admin.ok(${camel}.create, first);
    expect(made).toMatchObject(first);
    expect(await admin.ok(${camel}.view, { id: made.id })).toEqual(made);
  });

  it("lists the newest first, sorts, and pages", async () => {
    const a = await admin.ok(${camel}.create, first);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const b = await admin.ok(${camel}.create, second);
    expect(await ids({})).toEqual([b.id, a.id]);
    expect(await ids({ sort: "createdAt,asc" })).toEqual([a.id, b.id]);
    expect(await admin.ok(${camel}.list, { page: 1, size: 1 })).toMatchObject({ content: [a], totalElements: 2, last: true });
    ${fields.map((field) => `expect(await ids({ sort: "${field.name},asc" })).toHaveLength(2);`).join("\n")}
  });

  it("finds by a part of its ${title.name}${day ? `, and by ${day.name}` : ""}; the sums follow the filter", async () => {
    const a = await admin.ok(${camel}.create, first);
    const b = await admin.ok(${camel}.create, second);
    expect(await ids({ q: "一号" })).toEqual([a.id]);
    expect(await ids({ q: "三号" })).toEqual([]);
    ${day ? `expect(await ids({ from: ${sample(day, 1)} })).toEqual([b.id]);\nexpect(await ids({ to: ${sample(day, 0)} })).toEqual([a.id]);` : ""}
    expect(await admin.ok(${camel}.sums, {})).toEqual({ count: 2, ${money.map((field) => `${field.name}: "19.55"`).join(", ")} });
    expect(await admin.ok(${camel}.sums, { q: "二号" })).toEqual({ count: 1, ${money.map((field) => `${field.name}: second.${field.name}`).join(", ")} });
    expect(b).toMatchObject(second);
  });

  it("changes every field", async () => {
    const { id } = await admin.ok(${camel}.create, first);
    expect(await admin.ok(${camel}.modify, { id, ...second })).toMatchObject({ id, ...second });
    expect(await admin.ok(${camel}.view, { id })).toMatchObject(second);
  });

  it("deletes once", async () => {
    const { id } = await admin.ok(${camel}.create, first);
    await admin.ok(${camel}.delete, { id });
    expect(await stored()).toEqual([]);
    expect(await admin.call(${camel}.delete, { id })).toMatchObject({ code: 404, msg: "找不到${plan.zh}，可能已被删除" });
  });

  it("exports the filter", async () => {
    await admin.ok(${camel}.create, first);
    await admin.ok(${camel}.create, second);
    const file = await admin.fetch(${camel}.excel, { q: "二号" });
    expect(await excelRows(Buffer.from(await file.arrayBuffer()))).toEqual([[${fields.map(cell).join(", ")}]]);
  });

  it("is in the audit log with what it was", async () => {
    const { id } = await admin.ok(${camel}.create, first);
    await admin.ok(${camel}.delete, { id });
    const log = await query(server.url, "SELECT action, before IS NULL AS made FROM audit_log WHERE object_id = $1 ORDER BY id", [id]);
    expect(log).toEqual([
      { action: "${camel}.create", made: true },
      { action: "${camel}.delete", made: false },
    ]);
  });
});

describe("what is refused", () => {
  it("names each field that is missing, and writes nothing", async () => {
    const answer = await admin.call(${camel}.create, first, { raw: {} });
    expect(answer.code).toBe(400);
    expect(Object.keys((answer.data as { errors?: object }).errors ?? {}).sort()).toEqual(${JSON.stringify(required.toSorted())});
    expect(await stored()).toEqual([]);
  });

  it("does not change what is not there", async () => {
    expect((await admin.call(${camel}.modify, { id: "nothing", ...first })).code).toBe(404);
    expect((await admin.call(${camel}.view, { id: "nothing" })).code).toBe(404);
  });

  it("sorts only by its own fields", async () => {
    expect((await admin.call(${camel}.list, { sort: "venueId,asc" })).code).toBe(400);
  });

  it("lets those look who may look, and no more", async () => {
    const { id } = await admin.ok(${camel}.create, first);
    const before = await stored();
    await server.addPerson("looker", ["v-1"], ["${codes.page}"]);
    const looker = await server.as("looker");
    expect((await looker.ok(${camel}.list, {})).totalElements).toBe(1);
    expect((await looker.call(${camel}.create, second)).code).toBe(403);
    expect((await looker.call(${camel}.modify, { id, ...second })).code).toBe(403);
    expect((await looker.call(${camel}.delete, { id })).code).toBe(403);
    expect((await looker.call(${camel}.excel, {})).code).toBe(403);
    expect(await stored()).toEqual(before);
  });

  it("shows and changes nothing of another venue", async () => {
    const { id } = await admin.ok(${camel}.create, first);
    const before = await stored();
    const there = { venueId: "v-2" };
    expect((await admin.ok(${camel}.list, {}, there)).content).toEqual([]);
    expect((await admin.ok(${camel}.sums, {}, there)).count).toBe(0);
    expect((await admin.call(${camel}.view, { id }, there)).code).toBe(404);
    expect((await admin.call(${camel}.modify, { id, ...second }, there)).code).toBe(404);
    expect((await admin.call(${camel}.delete, { id }, there)).code).toBe(404);
    expect(await stored()).toEqual(before);
  });
});
`;
}

export function consoleTestFile(plan: Plan): string {
  const { camel, pascal, fields, title } = plan;
  const paths = pathsOf(plan);
  const typed = fields
    .filter((field) => field.kind !== "day")
    .map(
      (field) =>
        `await person.type(screen.getByLabelText(words.field.${field.name}), ${field.kind === "int" ? `String(first.${field.name})` : `first.${field.name}`});`,
    );
  const days = fields
    .filter((field) => field.kind === "day")
    .map((field) => `fireEvent.change(screen.getByLabelText(words.field.${field.name}), { target: { value: first.${field.name} } });`);
  const sent = fields
    .map((field) => (field.kind === "int" ? `${field.name}: String(first.${field.name})` : `${field.name}: first.${field.name}`))
    .join(", ");
  const sums = moneyFields(plan).map((field) => `${field.name}: first.${field.name}`);
  return `import { ${days.length > 0 ? "fireEvent, " : ""}render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { App, Ground } from "../../src/console/App";
import { ${pascal}Form } from "../../src/console/domains/${camel}/${pascal}Form";
import { ${pascal}List } from "../../src/console/domains/${camel}/${pascal}List";
import { ${camel} as words } from "../../src/console/locales/zh/${camel}";
import { queryClient } from "../../src/console/providers/queries";
import { screenAt } from "../../src/console/resources";
import { setSession } from "../../src/console/session/store";
import { ${camel} } from "../../src/contract/${camel}";
import { ALL_CODES, type Code } from "../../src/contract/permissions";
import { session } from "../../src/contract/session";
import { handle, pageOfRows } from "./server";

const first = ${draft(plan, 0)};
const row = { ...first, id: "one", createdAt: "2026-11-21T02:00:00Z" };

beforeEach(() => {
  queryClient.clear();
  handle(session.preferences, () => ({ values: {} }));
  handle(${camel}.list, () => pageOfRows([row]));
  handle(${camel}.sums, () => ({ count: 1, ${sums.join(", ")} }));
});

function open(path: string, codes: readonly Code[] = ALL_CODES) {
  setSession({ venueId: "v-1", codes: new Set(codes) });
  const router = createMemoryRouter(
    [
      {
        Component: Ground,
        children: [
          { path: "${paths.list}", Component: ${pascal}List },
          { path: "${paths.form}", Component: ${pascal}Form },
          { path: "${paths.form}/:id", Component: ${pascal}Form },
        ],
      },
    ],
    { initialEntries: [path] },
  );
  render(<App router={router} />);
  return router;
}

describe("the list", () => {
  it("stands in the menu's group under its code", () => {
    expect(screenAt("${paths.list}")?.screen).toMatchObject({ group: "${plan.group}", code: "${codesOf(plan).page}" });
  });

  it("shows what there is; a row opens its form", async () => {
    handle(${camel}.view, () => row);
    const router = open("${paths.list}");
    await userEvent.click(await screen.findByText(first.${title.name}));
    await waitFor(() => expect(router.state.location.pathname).toBe("${paths.form}/one"));
  });

  it("asks before it deletes", async () => {
    let asked = "";
    handle(${camel}.delete, ({ id }) => {
      asked = id;
      return {};
    });
    open("${paths.list}");
    await screen.findByText(first.${title.name});
    await userEvent.click(screen.getByRole("button", { name: "删除" }));
    expect(asked).toBe("");
    await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "删除" }));
    await waitFor(() => expect(asked).toBe("one"));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("offers no change to those who may only look", async () => {
    open("${paths.list}", ["${codesOf(plan).page}"]);
    await screen.findByText(first.${title.name});
    expect(screen.queryByRole("button", { name: "删除" })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: words.create })).not.toBeInTheDocument();
  });
});

describe("the form", () => {
  it("sends what was typed and returns to the list", async () => {
    let sent: unknown;
    handle(${camel}.create, (input) => {
      sent = input;
      return row;
    });
    const person = userEvent.setup();
    const router = open("${paths.form}");
    await screen.findByLabelText(words.field.${title.name});
    ${[...typed, ...days].join("\n")}
    await person.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("${paths.list}"));
    expect(sent).toEqual({ ${sent} });
  });

  it("says what is missing and keeps the page", async () => {
    const router = open("${paths.form}");
    await userEvent.click(await screen.findByRole("button", { name: "保存" }));
    expect(await screen.findByText("${title.zh} 是必填项")).toBeInTheDocument();
    expect(router.state.location.pathname).toBe("${paths.form}");
  });

  it("changes what is there", async () => {
    let sent: unknown;
    handle(${camel}.view, () => row);
    handle(${camel}.modify, (input) => {
      sent = input;
      return row;
    });
    const router = open("${paths.form}/one");
    const field = await screen.findByLabelText(words.field.${title.name});
    await userEvent.type(field, "改");
    await userEvent.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("${paths.list}"));
    expect(sent).toMatchObject({ id: "one", ${title.name}: \`\${first.${title.name}}改\` });
  });
});
`;
}
