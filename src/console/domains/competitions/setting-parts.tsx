/** Form of a game's settings: choosing regulations fills in what they say; a notice tells what is locked. */
import { Form } from "antd";
import { useEffect, useRef } from "react";
import { MATCH_TEXTS, matchText, type MatchTextKind } from "../../../contract/competitions/match-texts";
import { SPORT_LABELS } from "../../../contract/competitions/game-settings";
import { SPORT_RULES, SPORTS } from "../../../engine/sports";
import { useT } from "../../i18n/use-t";
import { useSession } from "../../session/store";
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

/** Enabled texts, as players receive them. */
function TextsExample() {
  const t = useT();
  const { venue } = useSession();
  const form = Form.useFormInstance();
  const isOn: Readonly<Record<MatchTextKind, unknown>> = {
    called: Form.useWatch("textCalled", form),
    moved: Form.useWatch("textMoved", form),
    result: Form.useWatch("textResult", form),
  };
  const language = Form.useWatch<unknown>("textLanguage", form) === "en" ? "en" : "zh";
  const chosen = MATCH_TEXTS.filter((kind) => isOn[kind] === true);
  if (chosen.length === 0) return null;
  const isZh = language === "zh";
  const example = {
    venue: venue?.name ?? "",
    event: isZh ? "男单" : "Men’s singles",
    match: isZh ? "王伟 – 李强" : "Wang Wei – Li Qiang",
    court: isZh ? "3 号场" : "Court 3",
    time: "14:30",
    score: "21–15 18–21 21–19",
    winner: isZh ? "王伟" : "Wang Wei",
  };
  return (
    <div className="sec" role="note">
      {t("competitions.settingParts.textsExample")}
      <ul>
        {chosen.map((kind) => (
          <li key={kind}>{matchText(kind, example, language)}</li>
        ))}
      </ul>
    </div>
  );
}

function SettingsForm({ row }: { row?: AnyRow | undefined }) {
  return (
    <>
      <Regulations row={row} />
      <TextsExample />
    </>
  );
}

export const parts: Parts = { form: SettingsForm };
