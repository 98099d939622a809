import { lookAt } from "../support/looks";

lookAt(1, 2);
