import { type Member, members } from "../../contract/members/members";
import { invoke } from "../api/invoke";

/** The member whose card has this number. @throws ApiError */
export async function memberOfCard(cardNo: string): Promise<Member | undefined> {
  const { content } = await invoke(members.list, { q: cardNo, page: 0, size: 2 });
  return content.find((member) => member.cardNo.toLowerCase() === cardNo.toLowerCase());
}
