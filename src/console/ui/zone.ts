import { createContext, useContext } from "react";
import { DEFAULT_ZONE } from "../../contract/core/time";

/** Time zone of the venue in hand: days and times on screen are cut in it. The app provides it once a venue is chosen. */
export const ZoneContext = createContext<string>(DEFAULT_ZONE);

/** The venue's time zone. */
export const useZone = (): string => useContext(ZoneContext);
