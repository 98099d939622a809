/** Every competition entity that the specification names has a home, with the fields that it names. */
import { expect, it } from "vitest";
import { gameEvents, games, gameSettings, gameTeamMembers, gameTeams, referees } from "../../src/contract/competitions/competitions";
import { readFileSync } from "node:fs";
import { battles } from "../../src/contract/competitions/battles";
import { BattlePlayer, InningTeam, Racecard, Round, TeamScore } from "../../src/contract/competitions/competition-records";
import { DrawView, matches } from "../../src/contract/competitions/matches";
import { Standings } from "../../src/contract/competitions/standings";
import { Match } from "../../src/contract/competitions/match";

/** Field names of declarations and shapes. */
const of = (...homes: readonly ({ readonly fields: object } | { readonly shape: object })[]): ReadonlySet<string> =>
  new Set(homes.flatMap((home) => ("fields" in home ? [...Object.keys(home.fields), "id"] : Object.keys(home.shape))));

/** Names of the specification that are called otherwise here. */
const CALLED: Readonly<Record<string, string>> = {
  gameId: "id",
  sourceId: "venue",
  organizationId: "organization",
  title: "shortTitle",
  price: "fee",
  status: "state",
  province: "region",
  city: "region",
  area: "region",
  start: "gameStart",
  end: "gameEnd",
};

const ENTITIES = (
  "game racecard gameType gameTypeLevel scoreRule placeRule endInningRule mergerRule changeAttackRule changePositionRule racecardGroup " +
  "racecardGroupRegion rounds battle battleProject battleTeam inning inningTeam inningPlayer inningReferee inningTeamScore inningPlayerScore " +
  "playerScore teamScore gameTeam gameTeamMember team teamMember player seed referee"
).split(" ");

it.each([
  [
    "game",
    of(games, gameSettings),
    "gameId businessCode gameType gameTypeLevel inningRefereeQuantity mergerRuleCode shortTitle longTitle publish registrationStart registrationEnd gameStart gameEnd country province city area address longitude latitude fee bail maxQuota leftQuota gameRule disclaimer pic poster memberType minMale maxMale minFeMale maxFeMale minMembers maxMembers propertyRules privacy hiddenJoin signIn qualifying simulcast maxSimulcasts insurance showAllTeam cover recommend top start currentRacecard end status teamReview ifFee organizationId",
  ],
  [
    "game info",
    of(games),
    "gameId title tags pic price province city area address longitude latitude mobile showStatus concurrentItem cityGame roleTags memo",
  ],
  [
    "racecard",
    of(Racecard),
    "game sequence racecardRule groupQuantity groupTeamQuantity winTeamQuantity inningQuantity winInningQuantity immediatelyStop inningMinutes restMinutes start end status",
  ],
  ["gameType", of(gameSettings), "winIntegral lostIntegral abandonmentIntegral scoreUnit winWhenBigScore"],
  ["gameTypeLevel", of(gameSettings), "weights"],
  [
    "scoreRule, placeRule, endInningRule, mergerRule, changeAttackRule, changePositionRule",
    of(gameSettings),
    "scoreRule placeRule endInningRule mergerRuleCode changeAttackRule changePositionRule",
  ],
  ["racecardGroup, its region", of(DrawView, battles), "stages entrants groupNo round stage court"],
  ["rounds", of(Round), "id racecardId group round battles finished start end status"],
  ["inningTeam, inningTeamScore", of(InningTeam), "id battleId inning side teamId score won"],
  ["teamScore", of(TeamScore), "id battleId side teamId sets points won"],
  ["inningPlayer, inningPlayerScore, playerScore", of(BattlePlayer), "id battleId playerId name teamId position sets points"],
  ["battle, battleProject, battleTeam", of(Match), "state home away tieId rubber isTie winner startsAt minutes court referee"],
  ["inning, inningReferee", of(Match, matches.lineup.output), "sets won home away rubbers referee version"],
  [
    "gameTeam",
    of(gameTeams),
    "balance balanceFreeze confirm audit payState winCount lostCount abandonmentCount winIntegral lostIntegral abandonmentIntegral place seed",
  ],
  ["gameTeamMember, teamMember, player", of(gameTeamMembers), "captain name sex birthday phone shirt position"],
  ["standings", of(Standings.shape.groups.element.shape.rows.element), "points won lost abandoned setsFor pointsFor rubbersFor"],
  ["seed", of(gameEvents, gameTeams), "seeds seed"],
  ["referee", of(referees), "name sex phone level certificate sports active"],
])("%s", (_, has, named) => {
  expect(named.split(" ").filter((name) => !has.has(name) && !has.has(CALLED[name] ?? name))).toEqual([]);
});

it("docs/entities.md says of every competition entity where it is, or what it is derived from", () => {
  const page = readFileSync("docs/entities.md", "utf8");
  expect(ENTITIES.filter((entity) => !page.includes(`\`${entity}\``))).toEqual([]);
});
