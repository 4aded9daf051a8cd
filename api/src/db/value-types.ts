import pg from 'pg';

const DATE = 1082;

/** How `pg` parses values: a date stays 'YYYY-MM-DD' instead of a timestamp in the server's time zone. */
export const valueTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === DATE ? (value: string) => value : pg.types.getTypeParser(oid, format as 'text')) as never,
};
