/** Rows of marketing that no declaration has. Checked against the database by a test. */

export interface PhotoTable {
  venue_id: string;
  id: string;
  album_id: string;
  url: string;
  title: string;
  position: number;
  cover: boolean;
  created_at: Date;
}

export interface MarketingTables {
  photo: PhotoTable;
}
