import { useEffect } from "react";
import { useNavigate } from "react-router";
import { announce } from "./announce";

/** Announces payments and online bookings while a venue is open. Draws nothing; mounted before the line to the venue opens. */
export function Announcer() {
  const navigate = useNavigate();
  useEffect(() => announce((path) => void navigate(path)), [navigate]);
  return null;
}
