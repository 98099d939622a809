/** Every competition entity that the specification names has a home, with the fields that it names. */
import { expect, it } from "vitest";
import { gameEvents, gameEventSettings, games, gameSettings, gameTeamMembers, gameTeams, referees } from "../../src/contract/competitions";
import { battles } from "../../src/contract/battles";
import { DrawView, Match, matches, Standings } from "../../src/contract/matches";
import type { RacecardTable } from "../../src/server/domains/competitions/rows";

/** Field names of declarations and shapes. */
const of = (
  ...homes: readonly ({ readonly fields: object; readonly actions?: object } | { readonly shape: object })[]
): ReadonlySet<string> =>
  new Set(
    homes.flatMap((home) =>
      "fields" in home ? [...Object.keys(home.fields), ...Object.keys(home.actions ?? {}), "id"] : Object.keys(home.shape),
    ),
  );
const racecardColumns: readonly (keyof RacecardTable)[] = ["sequence", "kind", "lines"];

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
    new Set([...of(gameEvents, gameEventSettings), ...racecardColumns]),
    "game sequence racecardRule groupQuantity groupTeamQuantity winTeamQuantity inningQuantity winInningQuantity immediatelyStop inningMinutes restMinutes start end status",
  ],
  ["gameType", of(gameSettings), "winIntegral lostIntegral abandonmentIntegral scoreUnit winWhenBigScore"],
  ["gameTypeLevel", of(gameSettings), "weights"],
  [
    "scoreRule, placeRule, endInningRule, mergerRule, changeAttackRule, changePositionRule",
    of(gameSettings),
    "scoreRule placeRule endInningRule mergerRuleCode changeAttackRule changePositionRule",
  ],
  ["racecardGroup, its region, rounds", of(DrawView, battles), "stages entrants groupNo round stage court"],
  ["battle, battleProject, battleTeam", of(Match), "state home away tieId rubber isTie winner startsAt minutes court referee"],
  ["inning, its teams, players, referee and scores", of(Match, matches.lineup.output), "sets won home away rubbers referee version"],
  [
    "gameTeam",
    of(gameTeams),
    "balance balanceFreeze confirm audit payState winCount lostCount abandonmentCount winIntegral lostIntegral abandonmentIntegral place seed",
  ],
  ["gameTeamMember, teamMember, player", of(gameTeamMembers), "captain name sex birthday phone shirt position"],
  [
    "playerScore, teamScore",
    of(Standings.shape.groups.element.shape.rows.element),
    "points won lost abandoned setsFor pointsFor rubbersFor",
  ],
  ["seed", of(gameEvents, gameTeams), "seeds seed"],
  ["referee", of(referees), "name sex phone level certificate sports active"],
])("%s", (_, has, named) => {
  expect(named.split(" ").filter((name) => !has.has(name) && !has.has(CALLED[name] ?? name))).toEqual([]);
});
