/** Taking over members of an old system, with what they hold there, posted against `opening` (ledger.md). */
import { memberImport } from "../../../contract/members/member-import";
import { yuan } from "../../../contract/core/money";
import type { Draft } from "../../../contract/core/resource/define";
import { instant } from "../../../contract/core/time";
import { type Ctx, memoizePerService, today } from "../../http/context";
import { definitionOf, log } from "../../kernel/cards/holding";
import { earnDays } from "../../kernel/cards/period";
import { documentNumber } from "../../kernel/numbers";
import { type Leg, post } from "../../ledger/post";
import { importServices } from "../../resource/importing";
import { refuse } from "../../resource/refuse";
import { enrol } from "./enrol";

type Old = Draft<(typeof memberImport)["fields"]>;
const definition = memoizePerService(definitionOf);

/** The services of the import. */
export const memberImportServices = importServices(memberImport, importMember);

/**
 * Enrols a member of an old system with purses, debt and a package card as they were there. Nothing is taken and nothing is sold, so no
 * takings, no cooling-off and no limits of prepaid cards: it is owed already.
 * @throws AppError what `enrol` refuses
 */
async function importMember(ctx: Ctx, old: Old): Promise<void> {
  const id = await enrol(
    ctx,
    {
      phone: old.phone,
      name: old.name,
      gender: old.gender ?? "unknown",
      birthday: old.birthday,
      cardTypeId: old.cardType,
      cardNo: old.cardNo,
      tags: old.tags,
      memo: old.memo,
      referrerId: null,
      photo: null,
      coachId: null,
      family: [],
    },
    {
      ...(old.expiresOn === null ? {} : { expires_on: old.expiresOn }),
      ...(old.enrolledOn === null ? {} : { created_at: instant(old.enrolledOn, 0, ctx.venue.zone) }),
    },
  );
  const [principal, gift, debt] = [old.principal ?? 0, old.gift ?? 0, old.debt ?? 0];
  if (principal + gift + debt > 0)
    await open(ctx, { kind: "adjustment", id, no: old.cardNo }, [
      { account: "purse.principal", amount: -principal, subject: id },
      { account: "purse.gift", amount: -gift, subject: id },
      { account: "receivable.member", amount: debt, subject: id },
    ]);
  if (old.packageCard !== null) await importCard(ctx, id, old, old.packageCard);
}

/** Posts what is taken over; the other side is `opening`. */
const open = (ctx: Ctx, document: Parameters<typeof post>[1]["document"], legs: readonly Leg[]): Promise<string> =>
  post(ctx, {
    document,
    operation: "opening",
    legs: [...legs, { account: "opening", amount: -legs.reduce((sum, leg) => sum + leg.amount, 0) }],
  });

/** A card begins as if it were bought today for what is left of it. */
async function importCard(ctx: Ctx, memberId: string, old: Old, packageCardId: string): Promise<void> {
  const card = await definition(ctx, packageCardId);
  const day = today(ctx);
  const value = old.cardValue ?? 0;
  const expiresOn = old.cardExpiresOn ?? day;
  const times = card.kind === "period" ? 0 : old.cardLeft;
  if (times === null) throw refuse(ctx, { zh: "次卡还剩多少要填写", en: "Say how much of the card is left" }, {}, "cardLeft");
  if (expiresOn < day)
    throw refuse(
      ctx,
      { zh: "次卡到期不能早于今天；过期的次卡请留空", en: "The card is over already; leave cards that are over empty" },
      {},
      "cardExpiresOn",
    );
  const [id, no] = [ctx.newId(), await documentNumber(ctx, "holding", day)];
  const holding = { id, kind: card.kind, times, bonus_times: 0, used: 0 };
  ctx.write(
    ctx.db
      .insertInto("holding")
      .values({
        ...holding,
        venue_id: ctx.venue.id,
        no,
        package_card_id: card.id,
        name: card.name,
        member_id: memberId,
        price: value,
        state: "active",
        activated_on: day,
        expires_on: expiresOn,
        memo: "",
        person_id: ctx.person.id,
        operator: ctx.person.name,
        at: ctx.now,
      })
      .execute(),
  );
  if (value > 0) await open(ctx, { kind: "card", id, no }, [{ account: "card.value", amount: -value, subject: id }]);
  if (card.kind === "period") await earnDays(ctx, { id, no, package_card_id: card.id }, day, expiresOn, value);
  log(ctx, holding, { kind: "sell", note: ctx.language === "zh" ? `导入，价值 ${yuan(value)}` : `Imported, worth ${yuan(value)}` });
}
