/** Account data of a staff member: devices, sign-ins, and their own settings at the venue. */
import type { Output, Parsed } from "../../../contract/core/call";
import type { platform } from "../../../contract/platform/platform";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { inVenue, type Route } from "../../http/serve";
import { agentOf } from "../../kernel/agents";
import { preferencesOf } from "../../kernel/preferences";
import { auditLineAtEach } from "./end-sessions";
import { requireStaff, requireOutranks } from "./reach";

const MOST = 50;
const from = (agent: string, address: string) => ({ ...agentOf(agent), address });

async function staffDevices(ctx: Ctx, { id }: Parsed<typeof platform.staffDevices>): Promise<Output<typeof platform.staffDevices>> {
  await requireStaff(ctx, id);
  const devices = await ctx.db
    .selectFrom("person_device as d")
    .select((eb) => [
      "d.id",
      "d.agent",
      "d.address",
      "d.first_at",
      "d.used_at",
      eb
        .selectFrom("person_session as s")
        .whereRef("s.person_id", "=", "d.person_id")
        .whereRef("s.device_hash", "=", "d.token_hash")
        .where("s.expires_at", ">", ctx.now)
        .select((one) => one.fn.countAll<number>().as("open"))
        .as("sessions"),
    ])
    .where("d.person_id", "=", id)
    .orderBy("d.used_at", "desc")
    .orderBy("d.id")
    .limit(MOST)
    .execute();
  return {
    content: devices.map((device) => ({
      id: device.id,
      ...from(device.agent, device.address),
      firstAt: device.first_at?.toISOString() ?? null,
      lastAt: device.used_at.toISOString(),
      sessions: device.sessions ?? 0,
    })),
  };
}

/** @throws AppError `missing`, also for a device of somebody else; a refusal where the person may do more than who asks */
async function endDevice(ctx: Ctx, { id, deviceId }: Parsed<typeof platform.endDevice>): Promise<Output<typeof platform.endDevice>> {
  await requireStaff(ctx, id);
  if (id !== ctx.person.id) await requireOutranks(ctx, id, true);
  const device = await ctx.db
    .deleteFrom("person_device")
    .where("id", "=", deviceId)
    .where("person_id", "=", id)
    .returning(["token_hash", "agent", "address"])
    .executeTakeFirst();
  if (!device) throw new AppError("missing", { what: ctx.language === "zh" ? "设备" : "Device" });
  const ended = await ctx.db
    .deleteFrom("person_session")
    .where("person_id", "=", id)
    .where("device_hash", "=", device.token_hash)
    .executeTakeFirst();
  // A phone's confirmation that no page has taken up yet would open another one.
  await ctx.db.deleteFrom("qr_ticket").where("person_id", "=", id).execute();
  const sessions = Number(ended.numDeletedRows);
  const { browser, system, address } = from(device.agent, device.address);
  const deviceText = [browser, system, address].filter((word) => word !== "").join(" · ");
  await auditLineAtEach(ctx, id, { before: { device: deviceText, sessions }, after: { device: null, sessions: 0 } });
  ctx.emit({ type: "changed", data: { resource: "staff", id } });
  return { sessions };
}

async function signIns(ctx: Ctx, { id }: Parsed<typeof platform.signIns>): Promise<Output<typeof platform.signIns>> {
  await requireStaff(ctx, id);
  const rows = await ctx.db
    .selectFrom("person_sign_in")
    .selectAll()
    .where("person_id", "=", id)
    .orderBy("id", "desc")
    .limit(MOST)
    .execute();
  return {
    content: rows.map((row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      way: row.way,
      ...from(row.agent, row.address),
      phone: row.phone_agent === null ? null : from(row.phone_agent, row.phone_address ?? ""),
    })),
  };
}

async function staffSettings(ctx: Ctx, { id }: Parsed<typeof platform.staffSettings>): Promise<Output<typeof platform.staffSettings>> {
  await requireStaff(ctx, id);
  return { values: await preferencesOf(ctx, id) };
}

type Callees = Pick<typeof platform, "staffDevices" | "endDevice" | "signIns" | "staffSettings">;
export const staffAccessRoutes = (callees: Callees): Route[] => inVenue(callees, { staffDevices, endDevice, signIns, staffSettings });
