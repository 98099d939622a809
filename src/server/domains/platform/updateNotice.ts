/** The note of the newest release, which the shell shows for three days, once a day (spec §2 "Dialogs", §9). */
import type { Output } from "../../../contract/call";
import type { shell } from "../../../contract/shell";

const NOTICE = { upTime: "2026-11-21T00:00:00+08:00", memo: "场馆管理后台 0.1：登录、订场、会员、充值、流水与账目。" };

export const updateNotice = async (): Promise<Output<typeof shell.updateNotice>> => NOTICE;
