import { lookAt } from "../support/looks";

lookAt(0, 2);
