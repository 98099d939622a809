/** Moving many members to another card type: who fits, the run, its undo. */
import { z } from "#zod";
import { ById, get, Id, postJson, Reason, resource, Words } from "../core/call";
import { Yuan, YuanIn } from "../core/money";
import { wholeNumber } from "../core/numbers";
import { Instant } from "../core/time";

/** Members of a step of a run. */
export const MOVE_STEP = 200;

/** Selection of members to move; all conditions must match. Members of the target card type are always excluded. */
const MoveSelection = z.object({
  toId: Id,
  fromIds: Words.optional(),
  tags: Words.optional(),
  spentFrom: YuanIn.optional(),
  spentTo: YuanIn.optional(),
  /** Not seen for so many days. */
  absentDays: wholeNumber(1, 3_650).optional(),
});

export const CardTypeMove = z.object({
  id: Id,
  toName: z.string(),
  state: z.enum(["running", "stopped", "done", "undoing", "undone"]),
  reason: z.string(),
  total: z.number().int(),
  /** Lines that the run, or its undo, is through with. */
  through: z.number().int(),
  moved: z.number().int(),
  /** Members who had changed meanwhile and stay as they are. */
  left: z.number().int(),
  operator: z.string(),
  at: Instant,
});
export type CardTypeMove = z.infer<typeof CardTypeMove>;

export const cardTypeMoves = resource({
  preview: get("/api/manage/venue/card-type-move/preview", {
    summary: "Who would be moved to another card type",
    code: "user_role_all",
    input: MoveSelection,
    output: z.object({
      count: z.number().int(),
      byType: z.array(z.object({ id: Id, name: z.string(), count: z.number().int() })),
      /** The first of them. */
      first: z.array(z.object({ id: Id, name: z.string(), cardNo: z.string(), phone: z.string(), typeName: z.string(), spent: Yuan })),
    }),
  }),
  list: get("/api/manage/venue/card-type-move/list", {
    summary: "The last runs, newest first",
    code: "user_role_all",
    output: z.object({ content: z.array(CardTypeMove) }),
  }),
  start: postJson("/api/manage/venue/card-type-move/create", {
    summary: "Begin a run over those who fit now",
    code: "card_type_move",
    input: MoveSelection.extend({ expected: z.int().min(1), reason: Reason }),
    output: CardTypeMove,
  }),
  step: postJson("/api/manage/venue/card-type-move/step", {
    summary: "Go on with a run or its undo by one step",
    code: "card_type_move",
    input: ById,
    output: CardTypeMove,
  }),
  stop: postJson("/api/manage/venue/card-type-move/stop", {
    summary: "Stop a run; who was moved stays moved",
    code: "card_type_move",
    input: ById,
    output: CardTypeMove,
  }),
  undo: postJson("/api/manage/venue/card-type-move/undo", {
    summary: "Begin to move everybody back whom a run moved",
    code: "card_type_move",
    input: ById,
    output: CardTypeMove,
  }),
});
