/** Location of an address, by the districts that it names. */
import type { Output, Parsed } from "../../../contract/core/call";
import type { content } from "../../../contract/cms/content";
import { type District, districts } from "./districts";

const MOST = 10;
/** Returns a name without its kind: 浦东, 大理, 广西. */
const bare = (name: string): string =>
  name.replace(/^(.{2,}?)(?:[^族]{1,5}族)+自治[州县旗区]$/, "$1").replace(/(特别行政区|维吾尔自治区|自治区|地区|新区|省|市|区|县|盟)$/, "");

/** Scores how well an address names a district: its whole name counts most, then its name without its kind. */
function score(text: string, { province, city, area }: District): number {
  const named = (name: string, weight: number): number =>
    name === "" ? 0 : text.includes(name) ? weight + 1 : bare(name).length >= 2 && text.includes(bare(name)) ? weight : 0;
  const [town, land] = [named(city, 4), named(province, 1)];
  // A district of its name is in many cities: alone it is a guess, with its city it is found.
  const district = named(area, town + land > 0 ? 8 : 3);
  return district + town > 0 ? district + town + land : 0;
}

/** The districts that an address names, best first; none: nothing that the table knows. */
export async function location(_: unknown, input: Parsed<typeof content.location>): Promise<Output<typeof content.location>> {
  const text = `${input.city ?? ""}${input.address}`;
  const found = districts()
    .map((district) => ({ district, score: score(text, district) }))
    .filter((each) => each.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST);
  return {
    content: found.map(({ district: { code, province, city, area, longitude, latitude } }) => ({
      code,
      name: area === "" ? city : area,
      address: [...new Set([province, city, area])].join(""),
      longitude,
      latitude,
    })),
  };
}
