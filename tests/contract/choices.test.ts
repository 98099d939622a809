/** Refine's `useSelect` finds the choices of a reference by the name of the resource that has it. */
import { expect, it } from "vitest";
import { callOf } from "../../src/console/providers/calls";
import { callsByName } from "../../src/contract/core/resource/calls";
import { declaredResources } from "../support/declared";

const withReferences = declaredResources.filter(({ fields, actions = {} }) =>
  [fields, ...Object.values(actions).map((action) => action.fields ?? {})].some((each) =>
    Object.values(each).some(({ kind }) => kind === "reference"),
  ),
);

it("has resources with references to try", () => expect(withReferences.length).toBeGreaterThan(40));

it.each(withReferences.map((resource) => [resource.name, resource] as const))("finds the choices of %s", async (name, resource) => {
  expect((await callOf(name, "options")).path).toBe(callsByName(resource)["options"]?.path);
});
