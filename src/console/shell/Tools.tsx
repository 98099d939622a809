import { Announcer } from "../live/Announcer";
import { Bell } from "../live/Bell";
import { PayTools } from "../desk/PayTools";
import { VoiceTool } from "../voice/VoiceTool";

/** The tools of the top bar, left to right, before the person. Each is a small component of its own that costs nothing until it is pressed. */
export function Tools() {
  return (
    <>
      <Announcer />
      <VoiceTool />
      <PayTools />
      <Bell />
    </>
  );
}
