/** Rows of unions. Checked against the database by a test. */
import type {
  organizations,
  organizationUsers,
  siteTypes,
  tenants,
  threadingBrands,
  threadings,
  threadingSkills,
  trainingInstitutions,
} from "../../../contract/unions/unions";
import type { TableFor } from "../../resource/columns";

export interface UnionTables {
  tenant: TableFor<typeof tenants>;
  site_type: TableFor<typeof siteTypes>;
  union_organization: TableFor<typeof organizations>;
  organization_user: TableFor<typeof organizationUsers>;
  training_institution: TableFor<typeof trainingInstitutions>;
  threading: TableFor<typeof threadings>;
  threading_skill: TableFor<typeof threadingSkills>;
  threading_brand: TableFor<typeof threadingBrands>;
}
