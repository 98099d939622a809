/** The rows of classes and of who takes part, locked in one order: the class first, then its bookings by id. */
import type { Selectable } from "kysely";
import type { coachBookings, coachClasses } from "../../../contract/coaches/coach-classes";
import type { Ctx } from "../../http/context";
import type { TableFor } from "../../resource/columns";

export type ClassRow = Selectable<TableFor<typeof coachClasses>>;
export type BookingRow = Selectable<TableFor<typeof coachBookings>>;

/** The class, locked until the transaction ends. */
export const lockClass = (ctx: Ctx, id: string): Promise<ClassRow> =>
  ctx.db
    .selectFrom("coach_class")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** Those who take part, locked. */
export const lockActiveBookings = (ctx: Ctx, classId: string): Promise<BookingRow[]> =>
  ctx.db
    .selectFrom("coach_booking")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("coach_class_id", "=", classId)
    .where("state", "in", ["booked", "attended"])
    .orderBy("id")
    .forUpdate()
    .execute();
