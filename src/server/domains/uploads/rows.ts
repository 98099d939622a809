/** Rows of uploaded pictures, and of the installation's secrets. Checked against the database by a test. */
import type { Generated } from "kysely";

interface UploadedFileTable {
  venue_id: string;
  id: string;
  organization_id: Generated<string>;
  path: string;
  type: string;
  bytes: number;
  address: string;
  at: Date;
  /** True if a row referenced it a day after its upload. */
  named: Generated<boolean>;
}

interface PlatformSecretTable {
  name: string;
  value: string;
}

export interface UploadsTables {
  uploaded_file: UploadedFileTable;
  platform_secret: PlatformSecretTable;
}
