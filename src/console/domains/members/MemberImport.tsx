import { memberImport } from "../../../contract/memberImport";
import { ImportDialog } from "../../resource/ImportDialog";

export const MemberImport = ({ onClose }: { onClose: () => void }) => <ImportDialog resource={memberImport} onClose={onClose} />;
