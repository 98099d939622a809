/** A match of a knockout that is ready to be played. */
import type { Match } from "../../../src/contract/competitions/match";

const side = (id: string): Match["home"] => ({ id, name: id, club: "", seed: null, from: "", source: "", players: "", publicName: id });

export const matchOf = (id: string): Match => ({
  id,
  eventId: "e1",
  event: "男单",
  key: "1-1-1",
  stage: 1,
  group: null,
  round: 1,
  third: false,
  state: "ready",
  tieId: null,
  rubber: "",
  sequence: 1,
  isTie: false,
  periods: 0,
  won: [0, 0],
  home: side("飞鱼队"),
  away: side("海星队"),
  sets: [],
  runs: [],
  winner: null,
  court: null,
  startsAt: null,
  minutes: 30,
  begunAt: null,
  endedAt: null,
  pinned: false,
  referee: "",
  reason: "",
  version: 1,
  call: null,
  playersScore: false,
  claim: null,
});
