/** Rows of people, roles and sessions. Checked against the database by a test. */
import type { Generated } from "kysely";
import type { roles, staff } from "../../../contract/platform/staff";
import type { staffAddresses } from "../../../contract/platform/staff-addresses";
import type { updateLog } from "../../../contract/platform/update-log";
import type { TableFor } from "../../resource/columns";

interface OrganizationTable {
  id: string;
  name: string;
  created_at: Date;
}

interface PersonTable {
  id: string;
  username: string;
  password_hash: string;
  name: string;
  phone: Generated<string>;
  avatar: string | null;
  language: string | null;
  email: Generated<string>;
  nickname: Generated<string>;
  gender: string | null;
  promotion_code: Generated<string>;
  state: Generated<string>;
  lock_count: Generated<number>;
  lock_time: Date | null;
  last_login_at: Date | null;
  /** Until when a password that somebody else chose may be changed to an own one; null: it is the person's own. */
  first_password_until: Generated<Date | null>;
  created_at: Date;
}

interface PersonSessionTable {
  token_hash: string;
  person_id: string;
  created_at: Date;
  expires_at: Date;
  address: string;
  device_hash: Generated<string>;
  id: Generated<string>;
  /** Null before it was extended for the first time. */
  used_at: Generated<Date | null>;
}

interface PersonTotpTable {
  person_id: string;
  /** Base32. */
  secret: string;
  created_at: Date;
  /** Null until a first code was entered. */
  confirmed_at: Date | null;
  last_period: Generated<number>;
}

interface PersonRecoveryCodeTable {
  person_id: string;
  code_hash: string;
  used_at: Generated<Date | null>;
}

interface PersonSignInTable {
  id: Generated<number>;
  person_id: string;
  at: Date;
  way: "password" | "scan" | "setup";
  agent: string;
  address: string;
  phone_agent: Generated<string | null>;
  phone_address: Generated<string | null>;
}

interface LoginAttemptTable {
  id: Generated<number>;
  username: string;
  address: string;
  at: Date;
  succeeded: boolean;
}

interface QrTicketTable {
  ticket_hash: string;
  code_hash: string | null;
  code: string | null;
  person_id: string | null;
  expires_at: Date;
  used_at: Date | null;
  agent: Generated<string>;
  address: Generated<string>;
}

interface SmsCodeTable {
  id: Generated<number>;
  mobile: string;
  code_hash: string;
  person_id: string | null;
  address: string;
  at: Date;
  expires_at: Date;
  tries: Generated<number>;
  used_at: Date | null;
}

interface GuessTable {
  key: string;
  tries: number;
  since: Date;
  until: Date | null;
}

interface PersonDeviceTable {
  token_hash: string;
  person_id: string;
  used_at: Date;
  id: Generated<string>;
  agent: Generated<string>;
  address: Generated<string>;
  /** Null for devices from before it was kept. */
  first_at: Date | null;
}

interface PersonPinTable {
  person_id: string;
  pin_hash: string;
  set_at: Date;
}

interface RoleTable {
  id: string;
  organization_id: string;
  name: string;
  kind: Generated<string>;
  base_id: Generated<string | null>;
  memo: Generated<string>;
  created_at: Generated<Date>;
  discount_percent: Generated<number>;
  /** Its holders sign in with a second step. */
  second_factor: Generated<boolean>;
}

export interface RoleCodeTable {
  role_id: string;
  code: string;
}

interface PersonVenueTable {
  person_id: string;
  venue_id: string;
  role_id: string;
  top: Generated<boolean>;
}

interface PreferenceTable {
  person_id: string;
  venue_id: string;
  key: string;
  value: string;
}

interface UpdateNoticeTable {
  id: string;
  organization_id: string;
  title: string;
  version: Generated<string>;
  state: string;
  memo: string;
  published_at: Date | null;
  published_by: Generated<string>;
  created_at: Date;
}

export interface PlatformTables {
  update_notice: UpdateNoticeTable;
  organization: OrganizationTable;
  person: PersonTable;
  person_session: PersonSessionTable;
  person_sign_in: PersonSignInTable;
  login_attempt: LoginAttemptTable;
  qr_ticket: QrTicketTable;
  sms_code: SmsCodeTable;
  guess: GuessTable;
  person_device: PersonDeviceTable;
  person_totp: PersonTotpTable;
  person_pin: PersonPinTable;
  person_recovery_code: PersonRecoveryCodeTable;
  role: RoleTable;
  role_code: RoleCodeTable;
  person_venue: PersonVenueTable;
  preference: PreferenceTable;
  staff_address: TableFor<typeof staffAddresses>;
}

type VenueRoleTable = TableFor<typeof roles> & { organization_id: string; kind: string };

/** Views of the organization's rows for a venue. */
export interface PlatformViews {
  venue_update_notice: TableFor<typeof updateLog>;
  venue_role: VenueRoleTable;
  venue_staff: TableFor<typeof staff>;
  role_grant: RoleCodeTable;
}
