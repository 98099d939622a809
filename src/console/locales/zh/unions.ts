/** Texts of the unions pages. */
export const unions = {
  institutionParts: {
    coaches: "教练",
  },
  organizationParts: {
    tenants: "租户",
    siteTypes: "站点类型",
    people: "人员",
  },
  threadingParts: {
    skills: "技能",
    brands: "品牌",
  },
} as const;
