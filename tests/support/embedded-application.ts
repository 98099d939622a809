/** A stand-in for the application, for tests that kill it: holds the embedded database of the given folder until its input closes. */
import { startEmbedded } from "../../src/server/db/embedded";

const database = await startEmbedded({ dataDir: process.argv[2] ?? "" });
console.log(database.url);
process.stdin.on("end", () => void database.stop().then(() => process.exit(0)));
process.stdin.resume();
