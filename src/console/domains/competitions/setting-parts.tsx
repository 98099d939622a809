/** Form of a game's settings: choosing regulations fills in what they say; a notice tells what is locked. */
import { Form } from "antd";
import { useEffect, useRef } from "react";
import { SPORT_LABELS } from "../../../contract/competitions/game-settings";
import { SPORT_RULES, SPORTS } from "../../../engine/sports";
import { useT } from "../../i18n/use-t";
import type { AnyRow, Parts } from "../../resource/parts";

function Regulations({ row }: { row?: AnyRow | undefined }) {
  const t = useT();
  const form = Form.useFormInstance();
  const chosen: unknown = Form.useWatch("sport", form);
  const before = useRef(row?.["sport"]);
  const sport = SPORTS.find((each) => each === chosen);
  useEffect(() => {
    if (sport === undefined || sport === before.current) return;
    before.current = sport;
    const { points, order, leaving } = SPORT_RULES[sport];
    form.setFieldsValue({
      leaving,
      winIntegral: points.win,
      drawIntegral: points.draw,
      lostIntegral: points.loss,
      abandonmentIntegral: points.abandoned,
      narrowWinIntegral: points.narrowWin ?? null,
      narrowLossIntegral: points.narrowLoss ?? null,
      placeRule: [...order],
    });
  }, [form, sport]);
  if (row?.["isCounting"] === true)
    return (
      <p className="sec" role="note">
        {t("competitions.setting.matchesGroupBegunRegulations")}
      </p>
    );
  if (sport === undefined || sport === "other") return null;
  return (
    <p className="sec" role="note">
      {t("competitions.setting.text", { sport: t(SPORT_LABELS[sport]), source: SPORT_RULES[sport].source })}
    </p>
  );
}

export const parts: Parts = { form: Regulations };
