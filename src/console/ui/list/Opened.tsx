import { type ReactNode, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { useToday } from "../today";
import { type Opening, openingSearch } from "./opening";

/**
 * Opens a list on its period: puts it into the address once, when the page opens. A person may take it away.
 * @param opening none: the list opens on everything
 */
export function Opened({ opening, children }: { opening: Opening | undefined; children: ReactNode }) {
  const location = useLocation();
  const today = useToday();
  const [first] = useState(() => (opening ? openingSearch(opening, location.search, today) : location.search));
  const [opened, setOpened] = useState(first === location.search);
  if (opened) return children;
  if (location.search === first) {
    setOpened(true);
    return null;
  }
  return <Navigate replace to={{ pathname: location.pathname, search: first }} />;
}
