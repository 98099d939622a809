import "../../zod/real"; // forms validate with the contract's schemas
import { createContext, useContext } from "react";
import type { Rule } from "antd/es/form";

/** The rule of a field, from the schema of the call that the form makes. */
export type RuleOf = (field: string) => Rule;

const Context = createContext<RuleOf>(() => ({}));
/** Gives the form's rules to its fields. */
export const FormRules = Context.Provider;
/** The rule of a field of the form around. */
export const useRule = (field: string): Rule => useContext(Context)(field);
