import { useEffect, useRef, useState } from "react";
import { fen } from "../../../../contract/core/money";
import { members } from "../../../../contract/members/members";
import type { SaleDetail, SaleQuote } from "../../../../contract/sale/sale";
import { useRead } from "../../../api/use-read";
import { useCan } from "../../../providers/access-control";
import { useSession } from "../../../session/store";
import { isEmpty, type Till } from "../till";
import { displayPath, newTillId, openTillEnd, tillId } from "./channel";
import { displayCart, displayMember, displayPaid, type DisplayState } from "./state";

/**
 * Shows the cart, and then the finished sale, on the customer display of this till.
 * @param isWaiting the price is being asked: the display names no amount
 * @returns opens the display's window
 */
export function useCustomerDisplay({
  till,
  quote,
  isWaiting,
  isOffline,
  done,
}: {
  till: Till;
  quote: SaleQuote | undefined;
  isWaiting: boolean;
  isOffline: boolean;
  done: SaleDetail | undefined;
}): () => void {
  const { venue, venueInfo, person } = useSession();
  const takesCode = useCan("scan_to_pay") && !isOffline;
  const hasCart = !isEmpty(till);
  const memberId = hasCart ? till.memberId : (done?.memberId ?? till.memberId);
  const member = useRead(members.view, { id: memberId ?? "" }, { enabled: memberId !== null && !isOffline });
  const buyer =
    memberId === null || member.data === undefined
      ? undefined
      : displayMember(
          member.data.name,
          member.data.cardTypeName,
          member.isFetching ? undefined : fen(member.data.principal) + fen(member.data.gift),
        );
  const state: DisplayState = {
    venue: venueInfo?.name ?? venue?.name ?? "",
    pictures: venueInfo?.pictures ?? [],
    operator: person?.name ?? "",
    member: buyer,
    of: hasCart ? displayCart(till, quote, { waits: isWaiting, takesCode }) : done ? displayPaid(done) : { kind: "idle" },
  };
  const text = JSON.stringify(state);
  const [id, setId] = useState(tillId);
  const end = useRef<ReturnType<typeof openTillEnd>>(undefined);
  useEffect(() => {
    const opened = openTillEnd(id, () => setId(newTillId()));
    end.current = opened;
    // Without closing: a page that the browser restores from its cache stays open.
    window.addEventListener("pagehide", opened.rest);
    return () => {
      window.removeEventListener("pagehide", opened.rest);
      opened.rest();
      opened.close();
    };
  }, [id]);
  useEffect(() => end.current?.show(JSON.parse(text) as DisplayState), [id, text]);
  return () => void window.open(displayPath(id), `customer-display-${id}`, "popup,width=1280,height=800");
}
