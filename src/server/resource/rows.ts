/** Rows of imports. Checked against the database by a test. */
import type { ColumnType } from "kysely";

type Texts = Readonly<Record<string, string>>;
export interface ImportJobTable {
  venue_id: string;
  id: string;
  resource: string;
  file: string;
  state: string;
  total: number;
  language: string;
  person_id: string;
  operator: string;
  created_at: Date;
  stepped_at: Date;
}
interface ImportRowTable {
  venue_id: string;
  job_id: string;
  row: number;
  cells: ColumnType<Texts, string, string>;
  state: string;
  errors: ColumnType<Texts, string | undefined, string>;
}
export interface ImportTables {
  import_job: ImportJobTable;
  import_row: ImportRowTable;
}
