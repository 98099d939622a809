/** Shows how the member found the venue, and what they follow. */
import { attentions, spreads } from "../../../contract/members/introductions";
import type { Member } from "../../../contract/members/members";
import { Related } from "../../resource/Related";

export function Introduced({ member }: { readonly member: Member }) {
  const of = { by: "member", row: member, name: member.name };
  return (
    <>
      <Related
        {...of}
        title={"members.introduced.introduction"}
        resource={spreads}
        fields={["channel", "staff", "introducer"]}
        list="/venueUser/spread-list"
        form="/venueUser/spread-form"
      />
      <Related
        {...of}
        title={"members.introduced.follows"}
        resource={attentions}
        fields={["subjectName", "subject"]}
        list="/venueUser/attention-list"
        form="/venueUser/attention-form"
      />
    </>
  );
}
