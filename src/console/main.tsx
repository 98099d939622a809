/** Entry of the console proper: the login page and the deep link come here. */
export async function startConsole(): Promise<void> {
  const { boot } = await import("./boot");
  await boot();
}
