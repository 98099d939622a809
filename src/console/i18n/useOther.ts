import { useEffect, useState } from "react";
import { knownWords, type LookUp, words } from "./other";

/** How to look up a key in the language that is not on screen; undefined until its words are here, which are fetched when they are first asked for. */
export function useOther(): LookUp | undefined {
  const [lookUp, setLookUp] = useState(knownWords);
  useEffect(() => {
    if (knownWords()) return undefined;
    let wanted = true;
    void words().then((found) => wanted && setLookUp(() => found));
    return () => {
      wanted = false;
    };
  }, []);
  return lookUp;
}
