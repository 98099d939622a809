/** A name as the desk knows it; on paper, and while the hall looks on, as the public may know it. */
export function Who({ name, publicName }: { readonly name: string; readonly publicName: string }) {
  if (name === publicName) return name;
  return (
    <>
      <span className="comp-own">{name}</span>
      <span className="comp-public">{publicName}</span>
    </>
  );
}
