/** A notice of access empties what it names and nothing else: a logout or a changed role costs other people nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSessions, type Sessions } from "../../src/server/http/sessions";
import { hashOf } from "../../src/server/kernel/tokens";
import { listen } from "../../src/server/live/listener";
import { type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

let server: TestServer;
let sessions: Sessions;
let notices: ReturnType<typeof listen>;
let token: string;
beforeAll(async () => {
  server = await testServer();
  await server.addPerson("ann", ["v-1", "v-2"], ["club_list"]);
  await server.addPerson("bob", ["v-1"], ["club_list"]);
  sessions = openSessions(server.database, 12 * 3_600_000);
  let ready: () => void;
  const returned = new Promise<void>((resolve) => (ready = resolve));
  notices = listen(server.database, { access: (payload) => sessions.drop(JSON.parse(payload) as object) }, () => ready());
  await returned;
  ({ token } = await server.as("ann"));
});
afterAll(async () => {
  await notices.stop();
  await server.close();
});

/** As no process would hear of it. */
const unheard = (change: string) => query(server.url, `BEGIN; SET LOCAL session_replication_role = replica; ${change}; COMMIT`);
const name = async () => (await sessions.find(token, new Date()))?.person.name;
const codes = async () => [...((await sessions.membership("p-ann", "v-1"))?.codes ?? [])].length;
const heard = async (change: string): Promise<void> => {
  await query(server.url, change);
  await notices.caughtUp();
};

// Changed here by SQL past the processes, of which triggers tell.
describe("what is kept of a person", () => {
  let kept: [string | undefined, number];
  beforeEach(async () => {
    sessions.drop();
    kept = [await name(), await codes()];
    await unheard(
      "UPDATE person SET name = name || '!' WHERE id = 'p-ann'; INSERT INTO role_code (role_id, code) VALUES ('r-ann', 'club_modify') ON CONFLICT DO NOTHING",
    );
  });

  it.each([
    ["another's logout", "DELETE FROM person_session WHERE person_id = 'p-bob'"],
    ["another's role", "DELETE FROM role_code WHERE role_id = 'r-bob'"],
    ["another's name", "UPDATE person SET name = 'Bobby' WHERE id = 'p-bob'"],
    ["another's venues", "DELETE FROM person_venue WHERE person_id = 'p-bob'"],
    ["another venue", "UPDATE venue SET name = 'other' WHERE id = 'v-2'"],
  ])("stays through %s", async (_, change) => {
    await server.as("bob");
    await heard(change);
    expect([await name(), await codes()]).toEqual(kept);
  });

  it("goes with their own name, role, venue and session", async () => {
    await heard("UPDATE person SET phone = phone, name = name WHERE id = 'p-ann'");
    expect(await name()).not.toBe(kept[0]);
    await unheard("DELETE FROM role_code WHERE role_id = 'r-ann' AND code = 'club_modify'");
    const before = await codes();
    await heard("DELETE FROM role_code WHERE role_id = 'r-ann'");
    expect(await codes()).not.toBe(before);
    const own = await sessions.membership("p-ann", "v-1");
    await heard("UPDATE venue SET name = 'renamed' WHERE id = 'v-1'");
    expect((await sessions.membership("p-ann", "v-1"))?.venue.name).not.toBe(own?.venue.name);
    await heard(`DELETE FROM person_session WHERE token_hash = '${hashOf(token)}'`);
    expect(await name()).toBeUndefined();
  });
});
