/** Screens of the union management: organizations, training institutions, threading masters. */
import { declared } from "../../registry";

const contract = () => import("../../../contract/unions/unions");
const system = { group: "system", contract } as const;
const organization = { ...system, hidden: true } as const;
const threading = { ...system, hidden: true } as const;

export const unionScreens = [
  ...declared({
    ...system,
    name: "organizations",
    code: "organization_list",
    section: "shell.section.unions",
    title: { zh: "机构联盟", en: "Organization unions" },
    icon: "building",
    list: "/platform/organization-list",
    form: { path: "/platform/organization-form", code: "organization_modify" },
    parts: () => import("./OrganizationParts"),
  }),
  ...declared({
    ...organization,
    name: "tenants",
    code: "organization_list",
    title: { zh: "租户", en: "Tenants" },
    list: "/platform/tenant-list",
    form: { path: "/platform/tenant-form", code: "organization_modify" },
  }),
  ...declared({
    ...organization,
    name: "siteTypes",
    code: "organization_list",
    title: { zh: "站点类型", en: "Site types" },
    list: "/platform/site-type-list",
    form: { path: "/platform/site-type-form", code: "organization_modify" },
  }),
  ...declared({
    ...organization,
    name: "organizationUsers",
    code: "organization_list",
    title: { zh: "机构人员", en: "People of organizations" },
    list: "/platform/organization-user-list",
    form: { path: "/platform/organization-user-form", code: "organization_modify" },
  }),
  ...declared({
    ...system,
    name: "trainingInstitutions",
    code: "training_institution_list",
    section: "shell.section.unions",
    title: { zh: "培训机构", en: "Training institutions" },
    icon: "book",
    list: "/platform/training-institution-list",
    form: { path: "/platform/training-institution-form", code: "training_institution_modify" },
    parts: () => import("./InstitutionParts"),
  }),
  ...declared({
    ...system,
    name: "threadings",
    code: "threading_list",
    section: "shell.section.unions",
    title: { zh: "穿线师", en: "Threading masters" },
    icon: "racket",
    list: "/platform/threading-list",
    form: { path: "/platform/threading-form", code: "threading_modify" },
    parts: () => import("./ThreadingParts"),
  }),
  ...declared({
    ...threading,
    name: "threadingSkills",
    code: "threading_list",
    title: { zh: "穿线技能", en: "Threading skills" },
    list: "/platform/threading-skill-list",
    form: { path: "/platform/threading-skill-form", code: "threading_modify" },
  }),
  ...declared({
    ...threading,
    name: "threadingBrands",
    code: "threading_list",
    title: { zh: "线品牌", en: "String brands" },
    list: "/platform/threading-brand-list",
    form: { path: "/platform/threading-brand-form", code: "threading_modify" },
  }),
];
