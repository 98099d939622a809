/** Ranking lists as people paste them. */
import { expect, it } from "vitest";
import { cellsOf, readRanking } from "../../../src/console/domains/competitions/ranking-text";

const read = (text: string) => readRanking(cellsOf(text));

it("reads columns by their titles, in any order and both languages", () => {
  expect(read("姓名\t总积分\t名次\n张三\t5,200\t1\n李四\t4800.5\t2").rows).toEqual([
    { name: "张三", rank: 1, points: 5200 },
    { name: "李四", rank: 2, points: 4800.5 },
  ]);
  expect(read("Rank;Player;Points\n1;Jane Smith;90").rows).toEqual([{ name: "Jane Smith", rank: 1, points: 90 }]);
});
it("reads columns without titles: the rank before the name, the points after it", () => {
  expect(read("1\t张三\t5200\n2\t李四\t4800").rows).toEqual([
    { name: "张三", rank: 1, points: 5200 },
    { name: "李四", rank: 2, points: 4800 },
  ]);
});
it("takes the place in the list for the rank of plain names", () => {
  expect(read("张三\n\n李四").rows).toEqual([
    { name: "张三", rank: 1 },
    { name: "李四", rank: 2 },
  ]);
});
it("names the lines that it can't read", () => {
  const { rows, unread } = read("名次\t姓名\n一\t张三\n2\t李四\n3\t");
  expect(rows).toEqual([{ name: "李四", rank: 2 }]);
  expect(unread).toEqual(["一 张三", "3 "]);
});
