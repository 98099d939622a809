import { memberImport } from "../../../contract/members/member-import";
import { ImportDialog } from "../../resource/ImportDialog";

export const MemberImport = ({ onClose }: { onClose: () => void }) => <ImportDialog resource={memberImport} onClose={onClose} />;
