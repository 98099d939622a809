import "../../zod/real"; // forms validate with the contract's schemas
import { createContext, useContext } from "react";
import type { Rule } from "antd/es/form";

/** The rule of a field, from the schema of the call that the form makes; its messages call the field by `label`. */
export type RuleOf = (field: string, label: string) => Rule;

const Context = createContext<RuleOf>(() => ({}));
/** Gives the form's rules to its fields. */
export const FormRules = Context.Provider;
/** The rule of a field of the form around. */
export const useRule = (field: string, label: string): Rule => useContext(Context)(field, label);
