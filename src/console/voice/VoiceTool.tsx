import { useT } from "../i18n/use-t";
import { usePreference } from "../session/preferences";
import { Button } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { Popover } from "../ui/Popover";
import { paymentSentence } from "./sentences";
import { speak } from "./speak";
import { VOICE_CHOICES, VOICE_PREFERENCE, type VoiceChoice, voiceOf } from "./voices";

/** Amount in the test sentence. */
const SAMPLE_FEN = 100_005;

/** The voice of the announcements: four of them or none, and a test. */
export function VoiceTool() {
  const t = useT();
  const [stored, store] = usePreference(VOICE_PREFERENCE);
  const voice = voiceOf(stored);
  const nameOf = (choice: VoiceChoice): string => t(choice === "off" ? "live.voiceOff" : `live.voice${choice}`);
  return (
    <Popover
      align="end"
      className="tool s-hide"
      label={t("live.voiceNow", { voice: nameOf(voice) })}
      button={
        <span className="voice" data-off={voice === "off"}>
          <Icon name="voice" />
        </span>
      }
    >
      {() => (
        <div className="voices">
          <fieldset>
            <legend>{t("live.voice")}</legend>
            {VOICE_CHOICES.map((choice) => (
              <label key={choice} className="popup-item">
                <input type="radio" name="voice" value={choice} checked={choice === voice} onChange={() => store(choice)} />
                {nameOf(choice)}
              </label>
            ))}
          </fieldset>
          <p className="mut">{t(voice === "off" ? "live.voiceOffHint" : "live.voiceTestHint")}</p>
          <Button
            icon="play"
            block
            why={voice === "off" ? t("live.voiceOffHint") : undefined}
            whyInTooltip
            onClick={() => speak(paymentSentence(SAMPLE_FEN))}
          >
            {t("live.voiceTest")}
          </Button>
        </div>
      )}
    </Popover>
  );
}
