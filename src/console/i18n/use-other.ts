import { useEffect, useState } from "react";
import { knownWords, type LookUp, words } from "./other";

/** Returns the lookup of keys in the language that is not on screen; undefined until its words are loaded, which happens on first use. */
export function useOther(): LookUp | undefined {
  const [lookUp, setLookUp] = useState(knownWords);
  useEffect(() => {
    if (knownWords()) return undefined;
    let isCurrent = true;
    void words().then((found) => isCurrent && setLookUp(() => found));
    return () => {
      isCurrent = false;
    };
  }, []);
  return lookUp;
}
