import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { BeforeAfter, movedBy } from "../../../src/console/ui/BeforeAfter";

it("says a balance before and after, and marks one that is not enough", () => {
  const { container } = render(<BeforeAfter rows={[movedBy("本金", "500.00", 20_000), movedBy("赠送", "10.00", -1_001)]} />);
  expect([...container.querySelectorAll("dd")].map((dd) => dd.textContent)).toEqual(["500.00 → 700.00", "10.00 → −0.01"]);
  expect([...container.querySelectorAll(".bad")].map((bad) => bad.textContent)).toEqual(["−0.01"]);
});
