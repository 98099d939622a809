/** Rules between the fields of an input. */
import type { z } from "#zod";
import type { Label } from "./resource/label";

/**
 * Adds a rule between fields that runs also where a field is wrong by itself, so that one refusal names every wrong field. A rule that cannot
 * read such a field has nothing to add.
 */
export const withRule = <S extends z.ZodType>(schema: S, rule: (value: z.output<S>, issues: z.RefinementCtx) => void): S =>
  schema.superRefine(
    (value, issues) => {
      const isWrong = issues.issues.length > 0;
      const wrong = new Set(issues.issues.map(({ path }) => JSON.stringify(path ?? [])));
      const addIssue: typeof issues.addIssue = (issue) => {
        // A field that is missing or unreadable is not also said to break a rule between fields.
        if (typeof issue === "string" || !wrong.has(JSON.stringify(issue.path ?? []))) issues.addIssue(issue);
      };
      try {
        rule(value, { ...issues, addIssue });
      } catch (error) {
        if (!isWrong) throw error;
      }
    },
    { when: ({ value }) => typeof value === "object" && value !== null && !Array.isArray(value) },
  );

/** Refuses a field by a rule of `explain.ts`. */
export const addFault = (
  issues: z.RefinementCtx,
  path: (string | number)[],
  rule: string,
  values: Readonly<Record<string, unknown>> = {},
): void => issues.addIssue({ code: "custom", path, params: { rule, ...values }, message: rule });

/** Adds an issue for a field with its own message. */
export const addProblem = (issues: z.RefinementCtx, field: string, problem: Label): void => addFault(issues, [field], "rule", { problem });
