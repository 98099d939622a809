import { useEffect, useState } from "react";
import { knownWords, type LookUp, words } from "./other";

/** Returns the lookup of keys in the language that is not on screen; undefined until its words are loaded, which happens on first use. */
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
