/** Release notes of the demo's organization: what the update notice and the update log show. */
import { type Database, PLATFORM } from "../db/client";

const DAY_MS = 24 * 3_600_000;
const NOTES: readonly {
  readonly version: string;
  readonly title: string;
  readonly memo: string;
  readonly state: "draft" | "published" | "withdrawn";
  readonly daysAgo: number;
}[] = [
  {
    version: "0.3",
    title: "角色权限可以预览了",
    memo: "在角色的权限页里先看差异，再保存；可以用这个角色的眼睛看一遍控制台。",
    state: "draft",
    daysAgo: 0,
  },
  {
    version: "0.2",
    title: "俱乐部、操作日志和更新日志",
    memo: "每条记录都能看到修改记录；操作日志写明改动前后；管理员可以发布更新日志。",
    state: "published",
    daysAgo: 1,
  },
  {
    version: "0.1.1",
    title: "打印小票调整",
    memo: "小票抬头改为两行。（已由 0.2 代替）",
    state: "withdrawn",
    daysAgo: 12,
  },
  {
    version: "0.1",
    title: "场馆管理后台上线",
    memo: "登录、订场、会员、充值、流水与账目。",
    state: "published",
    daysAgo: 40,
  },
];

/** Writes the organization's notes, the newest published one a day old. */
export async function makeNotices(database: Database, now: Date): Promise<void> {
  await database
    .dbFor(PLATFORM)
    .insertInto("update_notice")
    .values(
      NOTES.map(({ daysAgo, ...note }, i) => {
        const at = new Date(now.getTime() - daysAgo * DAY_MS);
        return {
          ...note,
          id: `notice-${i + 1}`,
          organization_id: "1",
          created_at: at,
          ...(note.state === "draft" ? {} : { published_at: at, published_by: "林婉清" }),
        };
      }),
    )
    .execute();
}
