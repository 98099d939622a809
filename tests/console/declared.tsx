/** The form of a declared resource, as its screen shows it. */
import type { Resource } from "../../src/contract/core/resource/define";
import type { Parts } from "../../src/console/resource/parts";
import { ResourceForm } from "../../src/console/resource/ResourceForm";

export const formOf = (resource: Resource, parts: Parts) =>
  function Form() {
    return <ResourceForm resource={resource} parts={parts} paths={{ list: "/list" }} title="" />;
  };
