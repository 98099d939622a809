/** Words that a new resource can't be called by. */

/** Reserved in PostgreSQL, as a table or as a column: they would have to be quoted wherever they are used. */
export const SQL_WORDS: ReadonlySet<string> = new Set(
  `all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both case cast char character check
  coalesce collate collation column concurrently constraint create cross current_catalog current_date current_role current_schema
  current_time current_timestamp current_user dec decimal default deferrable desc distinct do else end except exists extract false fetch
  float for foreign freeze from full grant greatest group grouping having ilike in initially inner inout int integer intersect interval
  into is isnull join lateral leading least left like limit localtime localtimestamp national natural nchar none normalize not notnull
  null nullif numeric offset on only or order out outer overlaps overlay placing precision primary real references returning
  right row select session_user setof similar smallint some substring symmetric system_user table tablesample then time timestamp to
  trailing treat trim true union unique user using values varchar variadic verbose when where window with within`.split(/\s+/),
);

/** Words of the language, and what the written files themselves import or declare. */
export const CODE_WORDS: ReadonlySet<string> = new Set(
  `abstract any arguments as async await boolean break case catch class const continue debugger declare default delete do else enum eval
  export extends false finally for from function get if implements import in instanceof interface is keyof let module namespace never new
  null number object of package private protected public readonly require return satisfies set static string super switch symbol this
  throw true try type typeof undefined unknown var void while with yield
  all api app call calls code column columns constructor context create ctx day db draft enums errors excel explain expect field fields
  first flag id index input instant it list messages mobile modify money name numbers page pages paging permissions phone prototype query
  reason remove resource resources routes row rows screen screens server shell sort sql states sums t table tables tests time today update
  view whole word words yuan z done by-id`.split(/\s+/),
);
